# What our own programs (never the library) are built with, and how their helpers are found.
include(FetchContent)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# Links the library, sets the warnings.
function(ttlstore_own_target target)
    target_link_libraries(${target} PRIVATE ttlstore::ttlstore)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${TTLSTORE_WERROR}>:/WX>)
    else()
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                                 $<$<BOOL:${TTLSTORE_WERROR}>:-Werror>)
        # GCC 12 sees an overlap in `"literal" + std::string` that is not there (its bug 105651).
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
            target_compile_options(${target} PRIVATE -Wno-restrict)
        endif()
    endif()
endfunction()

# Makes Catch2::Catch2 of version 3 or 2 and says which in `${out_major}`.
function(ttlstore_find_catch2 out_major)
    find_package(Catch2 3 QUIET)
    if(NOT Catch2_FOUND)
        find_package(Catch2 2 QUIET)
    endif()
    if(Catch2_FOUND)
        string(REGEX MATCH "^[0-9]+" major "${Catch2_VERSION}")
        message(STATUS "Catch2 ${Catch2_VERSION} (installed)")
    else()
        message(STATUS "Catch2 2.13.10 (fetched)")
        FetchContent_Declare(Catch2
            GIT_REPOSITORY https://github.com/catchorg/Catch2.git
            GIT_TAG 182c910b4b63ff587a3440e08f84f70497e49a81) # v2.13.10
        FetchContent_MakeAvailable(Catch2)
        get_target_property(fetched_includes Catch2 INTERFACE_INCLUDE_DIRECTORIES)
        set_target_properties(Catch2 PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${fetched_includes}")
        set(major 2)
    endif()
    set(${out_major} "${major}" PARENT_SCOPE)
endfunction()

# Makes benchmark::benchmark.
function(ttlstore_find_benchmark)
    find_package(benchmark QUIET)
    if(benchmark_FOUND)
        message(STATUS "Google Benchmark ${benchmark_VERSION} (installed)")
        return()
    endif()
    message(STATUS "Google Benchmark 1.7.1 (fetched)")
    set(BENCHMARK_ENABLE_TESTING OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_INSTALL OFF CACHE BOOL "" FORCE)
    FetchContent_Declare(benchmark
        GIT_REPOSITORY https://github.com/google/benchmark.git
        GIT_TAG d572f4777349d43653b21d6c2fc63020ab326db2) # v1.7.1
    FetchContent_MakeAvailable(benchmark)
endfunction()
