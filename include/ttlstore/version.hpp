// The library's version: CMake, the package files and programs all read it from here.
#pragma once

#define TTLSTORE_VERSION_MAJOR 0
#define TTLSTORE_VERSION_MINOR 1
#define TTLSTORE_VERSION_PATCH 0
