// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/reference_pages.h"
#include "model/answers/report_json.h"

#include <ostream>

namespace kneepoint {

namespace {

struct ParametersOptions {
    OutputFormat format = OutputFormat::text;
    bool markdown = false;
};

Table parameterTable()
{
    Table table{{{"id", "id", false}, {"label", "label", false}, {"range", "range", false},
                    {"default", "default", false}, {"help", "", false}},
        {}};
    for (const Parameter& p : catalogue())
        table.rows.push_back({textCell(p.id), textCell(p.label),
            textCell(p.scale == Scale::choice && p.choices().size() > 8 ? "see `kneepoint presets`" : rangeText(p)),
            {valueJson(p, p.defaultValue()), briefText(p, p.defaultValue())}, textCell(p.help)});
    return table;
}

ExitCode parameters(const ParametersOptions& options, Streams streams)
{
    if (options.markdown)
        streams.out << parametersMarkdown();
    else
        writeAnswer(
            streams.out, options.format, {[] { return tableText(parameterTable()); }, parametersJson, parameterTable});
    return ExitCode::done;
}

void addParametersOptions(VerbOptions& options, ParametersOptions& read)
{
    addFormatOptions(options, read.format);
    options.push_back({"--markdown", &read.markdown, "Write the reference page docs/parameters.md", {},
        {.excludes = {"--json", "--csv"}}});
}

} // namespace

Verb parametersVerb()
{
    return makeVerb("parameters", "Every parameter that --set accepts, with range, default and help",
        addParametersOptions, parameters,
        {
            {"kneepoint parameters", "Everything --set accepts"},
        });
}

} // namespace kneepoint
