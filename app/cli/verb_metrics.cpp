// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/reference_pages.h"
#include "model/answers/lists.h"

#include <ostream>

namespace kneepoint {

namespace {

struct MetricsOptions {
    OutputFormat format = OutputFormat::text;
    bool markdown = false;
};

ExitCode list(const MetricsOptions& options, Streams streams)
{
    if (options.markdown)
        streams.out << resultsMarkdown();
    else
        writeTable(streams.out, options.format, metricsTable);
    return ExitCode::done;
}

void addMetricsOptions(VerbOptions& options, MetricsOptions& read)
{
    addFormatOptions(options, read.format);
    options.push_back({"--markdown", &read.markdown, "Write the reference page docs/results.md", {},
        {.excludes = {"--json", "--csv"}}});
}

} // namespace

Verb metricsVerb()
{
    return makeVerb("metrics", "Every figure the program shows, with unit, formula and source", addMetricsOptions, list,
        {
            {"kneepoint metrics", "Every figure with unit, formula and source"},
        });
}

} // namespace kneepoint
