# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Script that writes OUTPUT: LIBRARY, then FILES (a list) in the scope of one function.
file(READ "${LIBRARY}" library)
set(text "${library}\n(() => {\n\"use strict\";\n")
foreach(file IN LISTS FILES)
  file(READ "${file}" script)
  string(REGEX REPLACE "^// SPDX[^\n]*\n// SPDX[^\n]*\n" "" script "${script}")
  string(APPEND text "${script}")
endforeach()
string(APPEND text "})();\n")
# The page embeds the script as it is: nothing in it may end its element.
if(text MATCHES "</script")
  message(FATAL_ERROR "A script of the page contains </script")
endif()
file(WRITE "${OUTPUT}" "${text}")
