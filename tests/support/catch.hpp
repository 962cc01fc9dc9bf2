// One include for Catch2 version 2 and version 3.
#pragma once

#if defined(__has_include) && __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
