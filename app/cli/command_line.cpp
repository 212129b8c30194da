// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/verbs.h"
#include "model/scenario/presets.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>

namespace kneepoint {

namespace {

constexpr const char* description =
    "Kneepoint, an explorer for the scaling of distributed training.\n"
    "Without a verb it opens its window, on the file or shipped scenario that is named.";

void finish(CLI::App& app)
{
    const std::string footer = "\n" + std::string(exit_code_help);
    app.footer(footer);
    app.require_subcommand(1);
    for (CLI::App* verb : app.get_subcommands({}))
        verb->footer(footer);
}

std::string sentence(const CLI::Error& error)
{
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    text.erase(text.find_last_not_of(" .") + 1);
    return text + "; see `kneepoint --help`";
}

/// A first word that is no verb, which CLI11 would only report as a verb that is missing.
bool namesNoVerb(CLI::App& app, std::span<const std::string> args)
{
    if (args.empty() || args[0].starts_with('-'))
        return false;
    const auto verbs = app.get_subcommands({});
    return std::none_of(verbs.begin(), verbs.end(), [&](CLI::App* verb) { return verb->get_name() == args[0]; });
}

bool isSet(const char* variable)
{
    const char* value = std::getenv(variable);
    return value && *value;
}

} // namespace

bool asksForWindow(std::span<const std::string> args)
{
    if (args.empty())
        return true;
    std::error_code error;
    return args.size() == 1 && (findScenarioPreset(args[0]) || std::filesystem::is_regular_file(args[0], error));
}

bool hasDisplay()
{
    return isSet("QT_QPA_PLATFORM") || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

int explainMissingDisplay(std::ostream& err)
{
    err << "kneepoint: there is no display for a window; "
           "`kneepoint render knee-simulator --chart window -o window.png` writes a picture of it.\n";
    return static_cast<int>(ExitCode::usage);
}

int runCommandLine(std::span<const std::string> args, std::ostream& out, std::ostream& err)
{
    CLI::App app(description, "kneepoint");
    VerbAction chosen;
    app.set_version_flag("--version", "kneepoint " KNEEPOINT_VERSION);
    addEval(app, chosen);
    addScale(app, chosen);
    addDiagnose(app, chosen);
    addValidate(app, chosen);
    addRoofline(app, chosen);
    addRender(app, chosen);
    addReport(app, chosen);
    addPresets(app, chosen);
    addParameters(app, chosen);
    finish(app);
    const Streams streams{out, err};
    if (namesNoVerb(app, args))
        return static_cast<int>(complain(streams, ExitCode::usage,
            fmt::format("\"{}\" is neither a verb, a shipped scenario nor a file; see `kneepoint --help`", args[0])));
    try {
        app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    } catch (const CLI::Success& help) {
        return app.exit(help, out, err);
    } catch (const CLI::Error& error) {
        return static_cast<int>(complain(streams, ExitCode::usage, sentence(error)));
    }
    return static_cast<int>(chosen(streams));
}

} // namespace kneepoint
