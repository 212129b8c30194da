# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What every target of this project is compiled with. Warnings are errors.
function(kneepoint_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
  # GCC 12 warns falsely of "literal" + std::string when it optimises (GCC bug 105651).
  target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  if(KNEEPOINT_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${KNEEPOINT_SANITIZE} -fno-sanitize-recover=all
                                           -fno-omit-frame-pointer -g1)
    target_link_options(${name} PUBLIC -fsanitize=${KNEEPOINT_SANITIZE})
  endif()
endfunction()

# A Qt Test program that needs no display: kneepoint_test(knee_test SOURCES knee_test.cpp LIBRARIES kneepoint::model)
function(kneepoint_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  kneepoint_target(${name})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} Qt6::Test)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT QT_QPA_PLATFORM=offscreen)
endfunction()
