# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# The engine as WebAssembly: the sources of the rooms that the page asks, compiled by Clang for wasm32-wasi. One object a
# room, as in unity builds. Defines kneepoint_wasm_engine(OUTPUT), or says in KNEEPOINT_HANDOUT_LACKS what is missing.

set(KNEEPOINT_HANDOUT_LACKS "")
find_program(KNEEPOINT_WASM_CXX NAMES clang++-19)
find_program(KNEEPOINT_WASM_LINKER NAMES wasm-ld-19)
find_path(KNEEPOINT_WASM_LIBCXX __config PATHS /usr/lib/llvm-19/include/wasm32-wasi/c++/v1 NO_DEFAULT_PATH)
find_path(KNEEPOINT_WASM_LIBC wasi/api.h PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH)
find_file(KNEEPOINT_WASM_RUNTIME libclang_rt.builtins-wasm32.a PATHS /usr/lib/llvm-19/lib/clang/19/lib/wasi
          NO_DEFAULT_PATH)
foreach(need "KNEEPOINT_WASM_CXX clang-19" "KNEEPOINT_WASM_LINKER lld-19" "KNEEPOINT_WASM_LIBC wasi-libc"
             "KNEEPOINT_WASM_LIBCXX libc++-19-dev-wasm32 libc++abi-19-dev-wasm32"
             "KNEEPOINT_WASM_RUNTIME libclang-rt-19-dev-wasm32")
  string(REGEX MATCH "^[A-Z_]+" variable "${need}")
  string(REGEX REPLACE "^[A-Z_]+ " "" packages "${need}")
  if(NOT ${variable})
    string(APPEND KNEEPOINT_HANDOUT_LACKS " ${packages}")
  endif()
endforeach()

set(wasm_rooms units scenario presets constants catalogue job cost step search uncertainty analysis results diagnosis
               lesson handout)
# Of the answers, what the page asks; the other verbs need rooms that it does not have.
set(wasm_answers diagnosis_json eval_answer figures_json layout_json report_json scenario_request table values_answer)

# Links to just the headers of libraries that are headers: /usr/include as a whole has those of another C library.
set(wasm_headers "${CMAKE_CURRENT_BINARY_DIR}/headers")
function(kneepoint_link_headers)
  file(MAKE_DIRECTORY "${wasm_headers}")
  foreach(library boost fmt nlohmann tl)
    file(CREATE_LINK "/usr/include/${library}" "${wasm_headers}/${library}" SYMBOLIC)
  endforeach()
endfunction()

# How everything is compiled.
set(wasm_compile
  "${KNEEPOINT_WASM_CXX}" --target=wasm32-wasi -std=c++20 -O2 -DNDEBUG -fignore-exceptions -fvisibility=hidden
  -ffunction-sections -fdata-sections -nostdinc++ -nostdlibinc -isystem "${KNEEPOINT_WASM_LIBCXX}"
  -isystem "${KNEEPOINT_WASM_LIBC}" -isystem "${wasm_headers}" "-I${PROJECT_SOURCE_DIR}")
set(wasm_prelude "${CMAKE_CURRENT_BINARY_DIR}/engine_prelude")

# Precompiles the prelude and what the engine precompiles: parsed in every object, they would take half of the time.
# Without the compiler cache, which would also hand out the one of another clone, where the paths of its headers lead.
function(kneepoint_wasm_precompile)
  get_target_property(headers kneepoint_engine_pch PRECOMPILE_HEADERS)
  list(TRANSFORM headers REPLACE "^(.+)$" "#include \\1" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" text)
  file(CONFIGURE OUTPUT "${wasm_prelude}.hxx"
       CONTENT "#include \"${PROJECT_SOURCE_DIR}/web/engine_prelude.h\"\n${text}\n" @ONLY)
  # What the compiler cache hashes instead of the file (cmake/KneepointTargets.cmake).
  file(CONFIGURE OUTPUT "${wasm_prelude}.pch.sum" CONTENT "engine_prelude ${headers} ${KNEEPOINT_WASM_CXX}\n" @ONLY)
  add_custom_command(
    OUTPUT "${wasm_prelude}.pch"
    COMMAND ${wasm_compile} -fpch-instantiate-templates -Xclang -fno-pch-timestamp -MD -MF "${wasm_prelude}.pch.d"
            -x c++-header "${wasm_prelude}.hxx" -o "${wasm_prelude}.pch"
    DEPENDS "${wasm_prelude}.hxx" "${PROJECT_SOURCE_DIR}/web/engine_prelude.h"
    DEPFILE "${wasm_prelude}.pch.d"
    VERBATIM)
endfunction()

# Compiles SOURCES as one file to OBJECT, with further OPTIONS.
function(kneepoint_wasm_object object sources)
  list(TRANSFORM sources REPLACE "^(.+)$" "#include \"\\1\"" OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" text)
  set(unity "${object}.cpp")
  file(CONFIGURE OUTPUT "${unity}" CONTENT "${text}\n" @ONLY)
  add_custom_command(
    OUTPUT "${object}"
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${wasm_compile} ${ARGN} -include-pch "${wasm_prelude}.pch"
            -MD -MF "${object}.d" -c "${unity}" -o "${object}"
    DEPENDS ${sources} "${unity}" "${wasm_prelude}.pch"
    DEPFILE "${object}.d"
    VERBATIM)
endfunction()

# The sources of a room, without headers.
function(kneepoint_wasm_sources room variable)
  if(room STREQUAL "answers")
    list(TRANSFORM wasm_answers PREPEND "${PROJECT_SOURCE_DIR}/model/answers/" OUTPUT_VARIABLE found)
    list(TRANSFORM found APPEND ".cpp")
  else()
    get_target_property(found kneepoint_${room} SOURCES)
    list(FILTER found INCLUDE REGEX "\\.cpp$")
    list(FILTER found EXCLUDE REGEX "embedded_presets\\.cpp$")
  endif()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

function(kneepoint_wasm_engine output)
  kneepoint_link_headers()
  kneepoint_wasm_precompile()
  set(objects "")
  foreach(room ${wasm_rooms} answers)
    kneepoint_wasm_sources(${room} sources)
    set(together "")
    foreach(source IN LISTS sources)
      get_source_file_property(alone "${source}" DIRECTORY "${PROJECT_SOURCE_DIR}/model" SKIP_UNITY_BUILD_INCLUSION)
      get_filename_component(name "${source}" NAME_WE)
      set(options "")
      # Clang 19 of Debian 13 crashes where inlining leads it to fold the 128-bit logarithm of Boost's normal quantile.
      if(name STREQUAL "stragglers")
        set(options -fno-inline-functions)
      endif()
      if(alone OR options)
        set(object "${CMAKE_CURRENT_BINARY_DIR}/objects/${room}_${name}.o")
        kneepoint_wasm_object("${object}" "${source}" ${options})
        list(APPEND objects "${object}")
      else()
        list(APPEND together "${source}")
      endif()
    endforeach()
    set(object "${CMAKE_CURRENT_BINARY_DIR}/objects/${room}.o")
    kneepoint_wasm_object("${object}" "${together}")
    list(APPEND objects "${object}")
  endforeach()
  foreach(source "${wasm_presets}" "${CMAKE_CURRENT_SOURCE_DIR}/engine_entry.cpp"
                 "${CMAKE_CURRENT_SOURCE_DIR}/engine_exceptions.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/engine_format.cpp")
    get_filename_component(name "${source}" NAME_WE)
    kneepoint_wasm_object("${CMAKE_CURRENT_BINARY_DIR}/objects/${name}.o" "${source}")
    list(APPEND objects "${CMAKE_CURRENT_BINARY_DIR}/objects/${name}.o")
  endforeach()
  # A reactor: a module of functions without main. The stack is that of a thread of the program.
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${KNEEPOINT_WASM_CXX}" --target=wasm32-wasi -mexec-model=reactor -O2 -fuse-ld=${KNEEPOINT_WASM_LINKER}
            -Wl,--gc-sections,--strip-all,-z,stack-size=1048576,--initial-memory=16777216 ${objects} -lc-printscan-long-double -o "${output}"
    DEPENDS ${objects}
    VERBATIM)
endfunction()
