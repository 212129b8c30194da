// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/completion.h"

#include <ostream>

namespace kneepoint {

namespace {

struct CompletionOptions {
    std::string shell;
};

void addCompletionOptions(VerbOptions& options, CompletionOptions& read)
{
    options.push_back({"SHELL", &read.shell, "The shell that reads the script", {},
        {.required = true, .choices = {"bash", "zsh", "fish"}}});
}

} // namespace

Verb completionVerb(const MakeWindow& make_window)
{
    return makeVerb("completion", "A script that completes verbs, options, ids and choices in a shell",
        addCompletionOptions,
        [make_window](const CompletionOptions& options, Streams streams) {
            const std::vector<Verb> all = verbs(make_window);
            streams.out << (options.shell == "fish" ? fishCompletion(all) : bashCompletion(all));
            return ExitCode::done;
        },
        {
            {"kneepoint completion bash > kneepoint.bash", "For bash: source this file in ~/.bashrc"},
            {"kneepoint completion zsh > _kneepoint", "For zsh: put this file into a folder of $fpath"},
            {"kneepoint completion fish > kneepoint.fish", "For fish: put this file into ~/.config/fish/completions"},
        });
}

} // namespace kneepoint
