# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later

# Run as a script: writes OUTPUT, a C++ file that holds FILES (a list) as one table of name and content.
# The content is written as escaped bytes, so that no text in a file can end its literal; C++ promises only 65536
# characters of one, and GCC and Clang take more.
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
