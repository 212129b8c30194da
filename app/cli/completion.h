// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs.h"

#include <string>
#include <string_view>
#include <vector>

/// What a shell offers when Tab is pressed. Its script asks the program, which knows its verbs, options and catalogues.
namespace kneepoint {

/// A whole word that may stand in place of the last one, and a short description, on one line.
struct CompletionWord {
    std::string word;
    std::string help;
};

struct Completion {
    std::vector<CompletionWord> words;
    bool files = false; ///< names of files fit as well
};

/// What fits as the last word of a line that begins with the program; a line that ends with a blank has an empty one.
/// Words are separated by blanks: no id has one, and names of files are the shell's. What takes a value of any text or
/// number has no words.
[[nodiscard]] Completion completed(const std::vector<Verb>& verbs, std::string_view line);

/// The scripts. That of bash is also that of zsh, as a function file or to be sourced.
[[nodiscard]] std::string_view bashCompletion();
[[nodiscard]] std::string_view fishCompletion();

} // namespace kneepoint
