# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# How the targets below are built, chosen by CMakePresets.json: build type, sanitizers, compiler cache.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

set(KNEEPOINT_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=: address,undefined or thread")

option(KNEEPOINT_FUZZERS "Build the libFuzzer programs; needs Clang" OFF)

# Links debug programs in a fifth of the time.
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
