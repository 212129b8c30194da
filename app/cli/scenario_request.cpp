// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scenario_request.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

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
            excerpt(name)));
    return loadScenario(name, shippedCalibration());
}

Result<void> applySetting(Scenario& scenario, const std::string& setting)
{
    const auto equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
        return failure(
            fmt::format("--set needs id=value, such as --set cluster.gpus=64, not \"{}\"", excerpt(setting)));
    return editByText(scenario, setting.substr(0, equals), setting.substr(equals + 1), shippedCalibration());
}

} // namespace

ExitCode complain(Streams streams, ExitCode code, std::string_view sentence)
{
    constexpr std::size_t longest_sentence = 600; // whatever was typed and is repeated in it
    while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.'))
        sentence.remove_suffix(1);
    streams.err << "kneepoint: " << excerpt(sentence, longest_sentence) << ".\n";
    return code;
}

void addScenarioOptions(VerbOptions& options, ScenarioRequest& request)
{
    options.push_back({
        .name = "SCENARIO",
        .target = &request.scenario,
        .help = "Id of a shipped scenario (see `kneepoint presets`) or a file",
        .required = true,
    });
    options.push_back({
        .name = "--set",
        .target = &request.settings,
        .help = "Set a parameter, as id=value with or without a unit: --set cluster.link_rate=\"400 Gbit/s\"; "
                "may be repeated, applied in order (see `kneepoint parameters`)",
        .type_name = "ID=VALUE",
    });
}

void addFormatOptions(VerbOptions& options, OutputFormat& format)
{
    options.push_back({"--json", [&format] { format = OutputFormat::json; }, "Write JSON, in full precision"});
    options.push_back({
        .name = "--csv",
        .target = [&format] { format = OutputFormat::csv; },
        .help = "Write CSV with a header row, in full precision",
        .excludes = {"--json"},
    });
}

void addShardOption(VerbOptions& options, std::string& shard, std::string_view thing)
{
    options.push_back({.name = "--shard",
        .target = &shard,
        .help =
            fmt::format("Only every n-th {0}, starting at the i-th; together the n shards have every {0} once", thing),
        .type_name = "i/n",
        .show_default = true});
}

Result<ScenarioFile> readScenario(const ScenarioRequest& request)
{
    Result<ScenarioFile> file = findScenario(request.scenario);
    const Scenario as_found = file ? file->scenario : Scenario{};
    for (const std::string& setting : request.settings) {
        if (!file)
            break;
        if (Result<void> applied = applySetting(file->scenario, setting); !applied)
            return tl::unexpected(applied.error());
    }
    if (file && file->scenario != as_found && !file->title.empty())
        file->title += " (changed)";
    return file;
}

} // namespace kneepoint
