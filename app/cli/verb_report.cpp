// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/offscreen_application.h"
#include "app/cli/scenario_request.h"
#include "app/report.h"
#include "widgets/theme/theme.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace kneepoint {

namespace {

struct ReportOptions {
    ScenarioRequest request;
    std::string output;
};

ExitCode report(const ReportOptions& options, Streams streams)
{
    const Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const OffscreenApplication application;
    applyTheme(*qApp, ThemeMode::light);
    if (const Result<void> saved = saveReport(*file, QString::fromStdString(options.output)); !saved)
        return complain(streams, ExitCode::bad_input, saved.error().message);
    return ExitCode::done;
}

} // namespace

void addReport(CLI::App& app, VerbAction& chosen)
{
    CLI::App* verb = app.add_subcommand("report", "One page with charts, diagnosis, remedies and assumptions");
    auto options = std::make_shared<ReportOptions>();
    addScenarioOptions(*verb, options->request);
    verb->add_option("-o,--output", options->output, "The file: .html or .pdf")->required()->type_name("FILE");
    verb->callback([&chosen, options] { chosen = [options](Streams streams) { return report(*options, streams); }; });
}

} // namespace kneepoint
