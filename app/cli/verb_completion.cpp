// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/completion.h"

#include <ostream>

namespace kneepoint {

namespace {

struct CompletionOptions {
    std::string shell, line;
};

void addCompletionOptions(VerbOptions& options, CompletionOptions& read)
{
    options.push_back({"SHELL", &read.shell, "The shell that reads the script", {},
        {.required = true, .choices = {"bash", "zsh", "fish"}}});
    options.push_back({"--line", &read.line,
        "Instead of the script, the words that fit as the last one of LINE, as the script asks for them: one on a "
        "line, "
        "for fish with its help; \":files\" where names of files fit as well",
        "LINE"});
}

void printWords(const Completion& offered, bool with_help, std::ostream& out)
{
    for (const CompletionWord& word : offered.words)
        out << word.word << (with_help && !word.help.empty() ? "\t" + word.help : std::string()) << '\n';
    if (offered.files)
        out << ":files\n";
}

} // namespace

Verb completionVerb(const MakeWindow& make_window)
{
    return makeVerb("completion", "A script that completes verbs, options, ids and choices in a shell",
        addCompletionOptions,
        [make_window](const CompletionOptions& options, Streams streams) {
            const bool fish = options.shell == "fish";
            if (options.line.empty())
                streams.out << (fish ? fishCompletion() : bashCompletion());
            else
                printWords(completed(verbs(make_window), options.line), fish, streams.out);
            return ExitCode::done;
        },
        {
            {"kneepoint completion bash > kneepoint.bash", "For bash: source this file in ~/.bashrc"},
            {"kneepoint completion zsh > _kneepoint", "For zsh: put this file into a folder of $fpath"},
            {"kneepoint completion fish > kneepoint.fish", "For fish: put this file into ~/.config/fish/completions"},
        });
}

} // namespace kneepoint
