# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Compile options of every target. CMAKE_COMPILE_WARNING_AS_ERROR, set by the presets, makes warnings errors.
function(kneepoint_target name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  # False positives of GCC 12 for "literal" + std::string when optimizing (GCC bug 105651).
  target_compile_options(${name} PRIVATE
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>")
  # GCC also warns of members that a designated initializer leaves to their defaults, which is what it is for.
  target_compile_options(${name} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-missing-field-initializers>")
  # A unity build includes several sources in one file: names of one shadow those of another, and GCC treats the sources
  # as headers. Presets without unity builds keep these warnings.
  if(CMAKE_UNITY_BUILD)
    target_compile_options(${name} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  if(KNEEPOINT_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${KNEEPOINT_SANITIZE} -fno-sanitize-recover=all
                                           -fno-omit-frame-pointer)
    target_link_options(${name} PUBLIC -fsanitize=${KNEEPOINT_SANITIZE})
  endif()
  # Without what the undefined-behavior sanitizer checks at every use of a pointer, tests take half to three quarters of
  # the time. The address sanitizer finds what most of it is about: null pointers, freed objects, accesses outside of an
  # object.
  if(KNEEPOINT_SANITIZE MATCHES "address,undefined")
    target_compile_options(${name} PRIVATE -fno-sanitize=alignment,null,object-size,pointer-overflow,vptr)
  endif()
endfunction()

# Leaves out the address sanitizer's check for uses of local variables after their function returned, for targets that
# compute with many temporaries and return them by value: it takes the variables of each call from a heap. Tests whose
# time is evaluations or Eigen's expressions take a third to three quarters of the time without it.
function(kneepoint_without_return_check)
  if(KNEEPOINT_SANITIZE MATCHES "address")
    foreach(name IN LISTS ARGN)
      target_compile_options(${name} PRIVATE -fsanitize-address-use-after-return=never)
    endforeach()
  endif()
endfunction()

# Shows libFuzzer which branches an input takes in these targets: those that read input. Elsewhere the counters would only
# make tests and fuzzers slower.
function(kneepoint_fuzzed)
  if(KNEEPOINT_FUZZERS)
    foreach(name IN LISTS ARGN)
      target_compile_options(${name} PRIVATE -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table)
    endforeach()
  endif()
endfunction()

# Sources that a unity build must compile separately, because they share a file-local name with another source.
function(kneepoint_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Runs moc over the target's sources, by cmake/moc.in.
function(kneepoint_moc name)
  set(executable "${PROJECT_BINARY_DIR}/moc")
  get_target_property(moc Qt6::moc LOCATION)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/moc.in" "${executable}" @ONLY)
  set_target_properties(${name} PROPERTIES
    AUTOMOC ON AUTOMOC_EXECUTABLE "${executable}" AUTOMOC_COMPILER_PREDEFINES OFF)
endfunction()

# A room: the static library kneepoint::NAME of all sources directly in FOLDER (default: NAME).
#   kneepoint_room(charts QT PUBLIC kneepoint::theme PRIVATE fmt::fmt)
function(kneepoint_room name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "QT" "FOLDER" "EXTRA_SOURCES;PUBLIC;PRIVATE")
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${name})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${arg_FOLDER}/*.cpp" "${arg_FOLDER}/*.h")
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(kneepoint_${name} STATIC ${sources} ${arg_EXTRA_SOURCES})
  add_library(kneepoint::${name} ALIAS kneepoint_${name})
  # Twice the sources of CMake's default in one file: 8 % less time for a build of the program.
  set_target_properties(kneepoint_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
  kneepoint_target(kneepoint_${name})
  target_link_libraries(kneepoint_${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  if(arg_QT)
    kneepoint_moc(kneepoint_${name})
    target_precompile_headers(kneepoint_${name} REUSE_FROM kneepoint_qt_pch)
  else()
    target_precompile_headers(kneepoint_${name} REUSE_FROM kneepoint_engine_pch)
  endif()
endfunction()

# Precompiled headers for all targets that reuse them:
#   kneepoint_precompiled(kneepoint_core_pch HEADERS <QtCore> LIBRARIES Qt6::Core)
function(kneepoint_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES")
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" "")
  add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  kneepoint_target(${name})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
  # What the compiler cache hashes instead of the precompiled header, which differs between clones. GCC's preprocessed
  # text lacks the headers, so only Clang's may be replaced.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch.sum"
         CONTENT "${name} ${arg_HEADERS} ${CMAKE_CXX_COMPILER_VERSION}\n" @ONLY)
  endif()
endfunction()

# The test program FOLDER_tests, built from all sources of the folder. Every *_test.cpp registers one class with
# KNEEPOINT_TEST and is a ctest test of its own, FOLDER/NAME, so tests run in parallel and can be selected by name.
# ROOMS are subfolders whose tests belong to the same program. THREADED are the tests whose code starts threads or is used
# by several, or ALL: they have the label threads, and the thread sanitizer's program has no others. LONG are those of more
# than half a minute with sanitizers: they begin first, so that nothing waits for them alone at the end.
# DRAWN are tests of the window; the others have kneepoint_core_pch and are compiled with unoptimized_tests.
#   kneepoint_tests(cost LIBRARIES kneepoint::cost)
function(kneepoint_tests folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "DRAWN" "" "LIBRARIES;ROOMS;THREADED;LONG")
  file(GLOB sources CONFIGURE_DEPENDS *.cpp *.h)
  foreach(room IN LISTS arg_ROOMS)
    file(GLOB more CONFIGURE_DEPENDS ${room}/*.cpp ${room}/*.h)
    list(APPEND sources ${more})
  endforeach()
  list(JOIN arg_THREADED "|" threaded)
  string(REPLACE "ALL" "[a-z0-9_]+_test" threaded "/(${threaded})\\.cpp$")
  if(KNEEPOINT_SANITIZE STREQUAL "thread" AND arg_THREADED)
    set(others "${sources}")
    list(FILTER others INCLUDE REGEX "_test\\.cpp$")
    list(FILTER others EXCLUDE REGEX "${threaded}")
    list(REMOVE_ITEM sources ${others})
  endif()
  set(program ${folder}_tests)
  add_executable(${program} ${sources} "${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp")
  # The only file that depends on where the sources are, so every other one is the same in every clone.
  set_source_files_properties("${PROJECT_SOURCE_DIR}/tests/support/test_main.cpp" PROPERTIES
    COMPILE_DEFINITIONS "SOURCE_ROOT=\"${PROJECT_SOURCE_DIR}\"" SKIP_UNITY_BUILD_INCLUSION ON)
  # As for rooms: common headers are read once for twice CMake's number of sources.
  set_target_properties(${program} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
  kneepoint_target(${program})
  kneepoint_moc(${program})
  if(arg_DRAWN)
    target_precompile_headers(${program} REUSE_FROM kneepoint_qt_pch)
  else()
    target_precompile_headers(${program} REUSE_FROM kneepoint_core_pch)
    list(APPEND arg_LIBRARIES unoptimized_tests)
  endif()
  target_link_libraries(${program} PRIVATE ${arg_LIBRARIES} Qt6::Test)
  # Linking takes half the time without optimizing the engine between rooms once more for each program.
  if(KNEEPOINT_LINK_TIME_OPTIMIZATION)
    target_link_options(${program} PRIVATE LINKER:--lto-O0)
  endif()
  foreach(source IN LISTS sources)
    if(source MATCHES "/([a-z0-9_]+_test)\\.cpp$")
      set(test ${CMAKE_MATCH_1})
      add_test(NAME ${folder}/${test} COMMAND ${program} ${test})
      set_tests_properties(${folder}/${test} PROPERTIES ENVIRONMENT QT_QPA_PLATFORM=offscreen)
      if(test IN_LIST arg_LONG)
        set_tests_properties(${folder}/${test} PROPERTIES COST 50)
      endif()
      if(arg_THREADED AND source MATCHES "${threaded}")
        set_tests_properties(${folder}/${test} PROPERTIES LABELS threads)
      endif()
    endif()
  endforeach()
endfunction()
