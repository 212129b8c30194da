// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/offscreen_application.h"
#include "app/cli/scenario_request.h"
#include "app/export/report.h"
#include "widgets/save_file.h"
#include "widgets/style/style.h"

namespace kneepoint {

namespace {

struct ReportOptions {
    ScenarioRequest request;
    std::string output;
};

ExitCode report(const ReportOptions& options, Streams streams)
{
    const Result<PlannedScenario> read = readPlanned(options.request);
    if (!read)
        return complain(streams, ExitCode::bad_input, read.error().message);
    const OffscreenApplication application;
    applyTheme(*qApp, ThemeMode::light);
    const QString path = QString::fromStdString(options.output);
    const Result<void> saved =
        reportBytes(read->file, path).and_then([&](const QByteArray& report) { return saveOutput(path, report); });
    if (!saved)
        return complain(streams, ExitCode::bad_input, saved.error().message);
    return ExitCode::done;
}

void addReportOptions(VerbOptions& options, ReportOptions& read)
{
    addScenarioOptions(options, read.request);
    options.push_back({"-o,--output", &read.output, "The file: .pdf", "FILE", {.required = true}});
}

} // namespace

Verb reportVerb()
{
    return makeVerb("report", "A page to print, with charts, diagnosis, remedies and assumptions", addReportOptions,
        report,
        {
            {"kneepoint report gap-64-gpus -o gap.pdf", "A page with charts, diagnosis and assumptions"},
        });
}

} // namespace kneepoint
