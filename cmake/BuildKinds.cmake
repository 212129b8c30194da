# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Build options, set by CMakePresets.json: build type, sanitizers, compiler cache.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

set(KNEEPOINT_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

# Test builds optimize the engine, where tests spend their time, and nothing else, where compilers would.
set(KNEEPOINT_ENGINE_OPTIONS "" CACHE STRING "Further compile options of model and fit")

option(KNEEPOINT_FUZZERS "Build the libFuzzer programs; needs Clang" OFF)

# With SSE 4.1, floor and ceil are one instruction instead of about twelve, worth 7 % of an evaluation. Every x86
# processor since 2011 supports it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  add_compile_options(-march=x86-64-v2)
endif()

# Links debug programs five times as fast as GNU ld.
find_program(LLD ld.lld)
mark_as_advanced(LLD)
if(LLD AND CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_link_options(-fuse-ld=lld)
endif()

find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
endif()
