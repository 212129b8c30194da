# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Build options, set by CMakePresets.json: build type, sanitizers, compiler cache.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()

set(KNEEPOINT_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

# Test builds optimize the engine, where tests spend their time, and nothing else, where compilers would.
set(KNEEPOINT_ENGINE_OPTIONS "" CACHE STRING "Further compile options of model and fit")
# Nothing asks how a square root failed, or traps floating-point exceptions: 3 % of an evaluation.
list(PREPEND KNEEPOINT_ENGINE_OPTIONS -fno-math-errno -fno-trapping-math)

# What prints and draws computes little: frames are as short, and compiling takes an eighth less time. Not for imports,
# which read gigabytes and would lose a third of their rate.
set(KNEEPOINT_LITTLE_OPTIMIZATION "$<$<CONFIG:Release>:-O1>")

option(KNEEPOINT_FUZZERS "Build the libFuzzer programs; needs Clang" OFF)

# With SSE 4.1, floor and ceil are one instruction instead of about twelve, worth 7 % of an evaluation. Every x86
# processor since 2011 supports it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  add_compile_options(-march=x86-64-v2)
endif()

# What is installed reads files of others: overwritten return addresses and too long copies end it, and nothing that it
# calls can be exchanged once it runs. .ci/run checks it. -fstack-protector-strong, which also guards arrays of numbers,
# makes an evaluation 3 % slower.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(-fstack-protector -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  add_link_options(LINKER:-z,relro,-z,now)
endif()

# Links debug programs five times as fast as GNU ld, and releases of Clang with optimization between rooms.
find_program(LLD ld.lld)
mark_as_advanced(LLD)
set(KNEEPOINT_LINK_TIME_OPTIMIZATION OFF)
if(LLD AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(KNEEPOINT_LINK_TIME_OPTIMIZATION ON)
endif()
if(LLD AND (CMAKE_BUILD_TYPE STREQUAL "Debug" OR KNEEPOINT_LINK_TIME_OPTIMIZATION))
  add_link_options(-fuse-ld=lld)
endif()

# Clang's driver option, whose path the compiler cache makes relative, instead of the compiler's own options, whose paths
# it leaves alone.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
endif()

# Paths in objects start at the root of the sources, so they are the same in every clone.
add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")

# The compiler cache hits in every clone: paths below its root are hashed as relative ones, and of a precompiled header
# only its name and its list of headers (KneepointTargets.cmake), since the preprocessed text that is hashed as well has
# the contents of them all.
find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_PCH_EXTSUM=1 "${CCACHE}")
endif()
