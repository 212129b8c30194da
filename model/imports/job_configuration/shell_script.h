// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Just enough of a shell to read the words of a launch script. Nothing is run: what a command would print, and what
/// the script does not set, stays open.
namespace kneepoint::job {

struct ShellWord {
    std::string text;
    std::size_t line = 0;
    std::string open = {}; ///< why it is not known: "NNODES is not set in the file"
};

using ShellCommand = std::vector<ShellWord>;

struct ShellScript {
    std::vector<ShellCommand> commands;
    std::vector<ShellWord> headers;   ///< words of #SBATCH and #PBS lines
    std::vector<ShellWord> documents; ///< bodies of here-documents
    std::map<std::string, ShellWord> variables;
};

[[nodiscard]] bool looksLikeShell(std::string_view text);
[[nodiscard]] ShellScript readShell(std::string_view text);

} // namespace kneepoint::job
