# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# The version, defined in one place: the first heading of CHANGELOG.md, "## 0.9.0, 2026-11-24".
#   KNEEPOINT_RELEASE       0.9.0
#   KNEEPOINT_RELEASE_DATE  2026-11-24
#   KNEEPOINT_VERSION       0.9.0 at the tag v0.9.0 and without Git; 0.9.0-dev.392+g1234567 before the tag (the number
#                           counts commits); 0.9.0+3.g1234567 three commits after it
file(STRINGS "${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md" heading REGEX "^## " LIMIT_COUNT 1)
if(NOT heading MATCHES "^## ([0-9]+\\.[0-9]+\\.[0-9]+), ([0-9]+-[0-9]+-[0-9]+)$")
  message(FATAL_ERROR "The first heading of CHANGELOG.md must be \"## VERSION, YYYY-MM-DD\", not \"${heading}\"")
endif()
set(KNEEPOINT_RELEASE "${CMAKE_MATCH_1}")
set(KNEEPOINT_RELEASE_DATE "${CMAKE_MATCH_2}")
set(KNEEPOINT_VERSION "${KNEEPOINT_RELEASE}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md")

# What `git ARGS...` prints in the source folder; empty if it fails.
function(kneepoint_git output)
  execute_process(COMMAND git ${ARGN} WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
                  OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    set(text "")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# A source archive unpacked inside another repository is not that repository's commit.
if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/.git")
  kneepoint_git(described describe --tags --match "v${KNEEPOINT_RELEASE}")
  if(described MATCHES "-([0-9]+)-(g[0-9a-f]+)$")
    string(APPEND KNEEPOINT_VERSION "+${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
  elseif(NOT described)
    kneepoint_git(count rev-list --count HEAD)
    kneepoint_git(commit rev-parse --short HEAD)
    if(commit)
      string(APPEND KNEEPOINT_VERSION "-dev.${count}+g${commit}")
    endif()
  endif()
endif()
