// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/verbs.h"

#include <string>
#include <string_view>
#include <vector>

/// What shell completion offers, from the catalogues and the verbs' own options.
namespace kneepoint {

/// A word to complete and a short description, on one line.
struct CompletionWord {
    std::string word;
    std::string help;
};

/// Kinds of words, by the first word of VerbOption::type_name: SCENARIO, ID, METRIC, GPU, NETWORK, LESSON.
struct WordKind {
    std::string_view name;
    bool or_file; ///< the option accepts files too
    std::vector<CompletionWord> (*words)();
};
[[nodiscard]] const std::vector<WordKind>& wordKinds();

/// Values of choices and flags, and the parameters that accept them; numbers have none.
struct ParameterValues {
    std::vector<std::string> values; ///< ids of choices, or on and off
    std::vector<std::string> ids;
};
[[nodiscard]] std::vector<ParameterValues> parameterValues();

/// An option as a shell sees it. An argument has its position, from 1, as its only name.
struct CompletionOption {
    std::vector<std::string> names; ///< "-o", "--output"
    std::string help;
    std::string value; ///< type_name, "CHOICE" if there are `choices`, empty for a flag
    std::vector<std::string> choices;
    bool is_argument = false;
    bool repeats = false;
};

struct CompletionVerb {
    std::string name;
    std::string help;
    std::vector<CompletionOption> options; ///< with --help
};
[[nodiscard]] std::vector<CompletionVerb> completionVerbs(const std::vector<Verb>& verbs);

/// The kind that "GPU,..." or "ID=VALUE" names; null if it names none.
[[nodiscard]] const WordKind* wordKind(std::string_view value);

/// The help of an option up to its first clause, for one line of a list.
[[nodiscard]] std::string firstClause(std::string_view help);

/// Text in single quotes of a POSIX shell.
[[nodiscard]] std::string shellQuoted(std::string_view text);

/// Words separated by blanks.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view separator = " ");

} // namespace kneepoint
