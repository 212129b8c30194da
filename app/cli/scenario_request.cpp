// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scenario_request.h"

#include "model/scenario/catalogue.h"
#include "model/scenario/presets.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

namespace kneepoint {

namespace {

Result<ScenarioFile> findScenario(const std::string& name)
{
    if (const ScenarioFile* preset = findScenarioPreset(name))
        return *preset;
    std::error_code error;
    if (!std::filesystem::exists(name, error))
        return failure(fmt::format("\"{}\" is neither a shipped scenario nor a file; "
                                   "`kneepoint presets` lists the shipped ones",
            name));
    return loadScenario(name);
}

Result<void> applySetting(Scenario& scenario, const std::string& setting)
{
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        return failure(fmt::format("--set takes id=value, such as --set cluster.gpus=64, not \"{}\"", setting));
    return editByText(scenario, setting.substr(0, equals), setting.substr(equals + 1));
}

} // namespace

ExitCode complain(Streams streams, ExitCode code, std::string_view sentence)
{
    while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.'))
        sentence.remove_suffix(1);
    streams.err << "kneepoint: " << sentence << ".\n";
    return code;
}

void addScenarioOptions(CLI::App& verb, ScenarioRequest& request)
{
    verb.add_option("SCENARIO", request.scenario, "Id of a shipped scenario (see `kneepoint presets`) or a file")
        ->required();
    verb.add_option("--set", request.settings,
            "Change a parameter, as id=value with or without a unit: --set cluster.link_rate=\"400 Gbit/s\"; "
            "may be repeated, applied in order (see `kneepoint parameters`)")
        ->type_name("ID=VALUE")
        ->allow_extra_args(false);
}

void addFormatOptions(CLI::App& verb, OutputFormat& format)
{
    CLI::Option* json = verb.add_flag_callback(
        "--json", [&format] { format = OutputFormat::json; }, "Write JSON, in full precision");
    CLI::Option* csv = verb.add_flag_callback(
        "--csv", [&format] { format = OutputFormat::csv; }, "Write CSV with a header row, in full precision");
    json->excludes(csv);
}

Result<ScenarioFile> readScenario(const ScenarioRequest& request)
{
    Result<ScenarioFile> file = findScenario(request.scenario);
    for (const std::string& setting : request.settings) {
        if (!file)
            break;
        if (Result<void> applied = applySetting(file->scenario, setting); !applied)
            return tl::unexpected(applied.error());
    }
    return file;
}

} // namespace kneepoint
