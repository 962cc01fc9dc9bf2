# Compiles CASE and fails unless the compiler refuses it with the words of its first line `// expect: <regex>`.
file(STRINGS "${CASE}" lines LIMIT_COUNT 1)
if(NOT lines MATCHES "^// expect: (.+)$")
    message(FATAL_ERROR "${CASE}: the first line must be `// expect: <regex>`")
endif()
# CMake's `.` matches line ends as well; the words must stand on one line.
string(REPLACE ".*" "[^\n]*" expected "${CMAKE_MATCH_1}")

execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only "-I${INCLUDE}" "${CASE}"
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "${CASE} compiled; expected: ${expected}")
endif()
if(NOT output MATCHES "(error|note|static assertion failed)[^\n]*(${expected})")
    message(FATAL_ERROR "${CASE} was refused, but not with: ${expected}\nThe compiler said:\n${output}")
endif()
