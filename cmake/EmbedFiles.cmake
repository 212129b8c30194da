# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Script that writes OUTPUT, a C++ file with one table of the names and contents of FILES (a list).
# Contents are written as escaped bytes, so no text can end its literal. Literals may exceed the 65536 characters that
# C++ guarantees; GCC and Clang have no such limit.
set(entries "")
foreach(file IN LISTS FILES)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" literal "${bytes}")
  get_filename_component(name "${file}" NAME_WLE)
  get_filename_component(folder "${file}" DIRECTORY)
  get_filename_component(folder "${folder}" NAME)
  string(APPEND entries "    {\"${folder}/${name}\", \"${literal}\"sv},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"model/presets/embedded.h\"
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
using namespace std::string_view_literals;
namespace kneepoint {
static constexpr EmbeddedFile files[] = {
${entries}};
std::span<const EmbeddedFile> embeddedFiles() { return files; }
} // namespace kneepoint
")
