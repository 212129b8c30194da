// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/comparison_file.h"

#include "model/units/excerpt.h"
#include "model/units/json_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto version_key = "kneepoint_comparison";
constexpr JsonBounds comparison_bounds{.document = "a comparison",
    .bytes = 4 * scenario_file_limit_bytes,
    .depth = 12,
    .values = 4 * scenario_file_values};

} // namespace

std::string writeComparison(const std::vector<ScenarioFile>& scenarios, const Calibration& calibration)
{
    Json list = Json::array();
    for (const ScenarioFile& file : scenarios)
        list.push_back(Json::parse(writeScenario(file, calibration)));
    return Json{{version_key, comparison_format_version}, {"scenarios", list}}.dump(2) + '\n';
}

Result<std::vector<ScenarioFile>> parseComparison(
    std::string_view text, std::string_view place, const Calibration& calibration)
{
    return parsedJson(text, place, comparison_bounds, [&](const JsonNode& file) {
        const JsonNode version = file.at(version_key, "missing; this is not a comparison");
        if (version.json() != comparison_format_version)
            version.refuse(fmt::format("this program reads version {}", comparison_format_version));
        const JsonNode list = file.at("scenarios");
        std::vector<ScenarioFile> scenarios;
        for (const JsonNode& scenario : list.list(most_compared))
            scenarios.push_back(readScenarioFile(scenario, calibration));
        if (scenarios.empty())
            list.refuse("expected at least one scenario");
        return scenarios;
    });
}

Result<std::vector<ScenarioFile>> loadComparison(const std::filesystem::path& path, const Calibration& calibration)
{
    const Result<std::string> text = readBoundedFile(path, comparison_bounds);
    return text ? parseComparison(*text, excerpt(path.filename().string()), calibration) : tl::unexpected(text.error());
}

} // namespace kneepoint
