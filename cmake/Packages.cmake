# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What CPack puts into the .deb files; scripts/package builds them. Dependencies come from the binaries.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kneepoint)
set(CPACK_PACKAGE_CONTACT "The Kneepoint developers <developers@kneepoint.org>")
string(REPLACE "-dev" "~dev" CPACK_PACKAGE_VERSION "${KNEEPOINT_VERSION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/PackagedTimes.cmake")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
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
include(CPack)
