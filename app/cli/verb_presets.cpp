// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/reference_pages.h"
#include "app/cli/scenario_request.h"
#include "model/answers/lists.h"

#include <ostream>

namespace kneepoint {

namespace {

struct PresetsOptions {
    std::string library = "scenarios";
    OutputFormat format = OutputFormat::text;
    bool markdown = false;
};

ExitCode presets(const PresetsOptions& options, Streams streams)
{
    if (options.markdown) {
        if (options.library != assumed_library)
            return complain(streams, ExitCode::usage,
                "--markdown writes a page of what is assumed only: presets assumed --markdown");
        streams.out << assumedMarkdown();
        return ExitCode::done;
    }
    writeTable(streams.out, options.format, [&] { return presetTable(options.library); });
    return ExitCode::done;
}

void addPresetsOptions(VerbOptions& options, PresetsOptions& read)
{
    options.push_back({"LIBRARY", &read.library, "Which library to list, or what all of them assume", {},
        {.show_default = true, .choices = {preset_libraries.begin(), preset_libraries.end()}}});
    addFormatOptions(options, read.format);
    options.push_back(
        {"--markdown", &read.markdown, "Write the page docs/assumed.md", {}, {.excludes = {"--json", "--csv"}}});
}

} // namespace

Verb presetsVerb()
{
    return makeVerb("presets", "The shipped scenarios, machines, GPUs, interconnects, models and software stacks",
        addPresetsOptions, presets,
        {
            {"kneepoint presets", "The shipped scenarios"},
            {"kneepoint presets gpus --csv", "GPUs with their figures and sources"},
            {"kneepoint presets assumed", "Figures without a source"},
        });
}

} // namespace kneepoint
