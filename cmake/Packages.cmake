# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What CPack puts into the .deb files; scripts/package builds them. Dependencies come from the binaries.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kneepoint)
set(CPACK_PACKAGE_CONTACT "The Kneepoint developers <developers@kneepoint.org>")
string(REPLACE "-dev" "~dev" CPACK_PACKAGE_VERSION "${KNEEPOINT_VERSION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/PackagedTimes.cmake")

# Libraries whose package has another name in each Debian release. With copies of its own, the program built on Debian 12
# installs on later releases too. The Python module belongs to one release anyway.
option(KNEEPOINT_PRIVATE_LIBRARIES "Install copies of fmt, simdjson and yaml-cpp for the program" OFF)
if(KNEEPOINT_PRIVATE_LIBRARIES AND TARGET kneepoint)
  install(IMPORTED_RUNTIME_ARTIFACTS fmt::fmt simdjson::simdjson yaml-cpp LIBRARY DESTINATION lib/kneepoint)
  set_target_properties(kneepoint PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/kneepoint")
endif()

# The file name has the release that the package was built on: kneepoint_0.9.0_debian12_amd64.deb.
find_program(DPKG dpkg)
mark_as_advanced(DPKG)
if(DPKG)
  execute_process(COMMAND "${DPKG}" --print-architecture OUTPUT_VARIABLE CPACK_DEBIAN_PACKAGE_ARCHITECTURE
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
cmake_host_system_information(RESULT system QUERY DISTRIB_ID DISTRIB_VERSION_ID)
list(JOIN system "" system)
string(CONCAT package_file "${CPACK_PACKAGE_VERSION}_${system}_${CPACK_DEBIAN_PACKAGE_ARCHITECTURE}.deb")
set(CPACK_DEBIAN_PROGRAM_FILE_NAME "kneepoint_${package_file}")
set(CPACK_DEBIAN_PYTHON_FILE_NAME "python3-kneepoint_${package_file}")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME kneepoint)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The icon is an SVG; its plugin was part of libqt6svg6 before Qt 6.8. A platform plugin for Wayland is optional.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "qt6-svg-plugins | libqt6svg6 (<< 6.8)")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "fonts-noto-core")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "qt6-wayland")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Shows where a distributed training job stops scaling, why, and what each fix
would gain: roofline, scaling curve with its knee, step time by part. Searches
for the best layout, plans clusters for a deadline or a budget, and teaches
with lessons. The same figures are available on the command line.")

if(TARGET kneepoint_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-kneepoint)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  # The module is built for one minor version of Python.
  execute_process(
    COMMAND "${Python_EXECUTABLE}" -c
            "import sys; a, b = sys.version_info[:2]; print(f'python3 (>= {a}.{b}), python3 (<< {a}.{b + 1})', end='')"
    OUTPUT_VARIABLE python_versions COMMAND_ERROR_IS_FATAL ANY)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${python_versions}, python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${CMAKE_CURRENT_LIST_DIR}/debian/postinst"
      "${CMAKE_CURRENT_LIST_DIR}/debian/prerm")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-distributed, python3-pandas")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The engine of Kneepoint as a Python module: scenarios, predictions, scaling
curves, searches, plans, calibration, and evaluation of many points on NumPy
columns. The same digits as the command line.")
endif()
include(CPack)
