// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/scenario_request.h"

#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

namespace kneepoint {

void addScenarioOptions(VerbOptions& options, ScenarioRequest& request)
{
    options.push_back({"SCENARIO", &request.scenario, "Id of a shipped scenario (see `kneepoint presets`) or a file",
        {}, {.required = true}});
    options.push_back({"--set", &request.settings,
        "Set a parameter, as id=value with or without a unit: --set cluster.link_rate=\"400 Gbit/s\"; "
        "may be repeated, in any order (see `kneepoint parameters`)",
        "ID=VALUE"});
}

void addFormatOptions(VerbOptions& options, OutputFormat& format)
{
    options.push_back({"--json", [&format] { format = OutputFormat::json; }, "Write JSON, in full precision"});
    options.push_back({"--csv", [&format] { format = OutputFormat::csv; },
        "Write CSV with a header row, in full precision", {}, {.excludes = {"--json"}}});
}

void addShardOption(VerbOptions& options, std::string& shard, std::string_view thing)
{
    options.push_back({"--shard", &shard,
        fmt::format("Only every n-th {0}, starting at the i-th; together the n shards have every {0} once", thing),
        "i/n", {.show_default = true}});
}

Result<ScenarioFile> readScenario(const ScenarioRequest& request)
{
    Result<ScenarioFile> file = namedScenario(request.scenario, shippedCalibration());
    if (!file)
        return file;
    std::vector<GivenSetting> settings;
    for (const std::string& text : request.settings) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            return failure(
                fmt::format("--set needs id=value, such as --set cluster.gpus=64, not \"{}\"", excerpt(text)));
        settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return changed(*file, settings, shippedCalibration(), !request.plans_layout);
}

std::string PlannedScenario::changes() const
{
    std::string text = file.adjusted.empty() ? "" : file.adjusted + '\n';
    if (layout)
        text += "Layout: " + layout->sentence + '\n';
    return text;
}

Result<PlannedScenario> readPlanned(const ScenarioRequest& request)
{
    Result<ScenarioFile> file = readScenario(request);
    if (!file)
        return tl::unexpected(file.error());
    PlannedScenario read{std::move(*file), std::nullopt};
    read.layout = planLayout(read.file.scenario, shippedCalibration());
    return read;
}

} // namespace kneepoint
