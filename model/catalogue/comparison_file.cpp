// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/comparison_file.h"

#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

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
    const Result<Json> parsed = parseBoundedJson(text, place, comparison_bounds);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const Json& json = *parsed;
    if (!json.is_object() || !json.contains(version_key))
        return failure(fmt::format("{}: not a comparison; it has no \"{}\"", place, version_key));
    if (json[version_key] != comparison_format_version)
        return failure(
            fmt::format("{}: /{}: this program reads version {}", place, version_key, comparison_format_version));
    const auto list = json.find("scenarios");
    if (list == json.end() || !list->is_array() || list->empty() || list->size() > most_compared)
        return failure(fmt::format("{}: /scenarios: expected a list of 1 … {} scenarios", place, most_compared));
    std::vector<ScenarioFile> scenarios;
    for (const Json& entry : *list) {
        const std::string entry_place = fmt::format("{}: /scenarios/{}", place, scenarios.size());
        Result<ScenarioFile> file =
            parseScenario(entry.dump(-1, ' ', false, Json::error_handler_t::replace), entry_place, calibration);
        if (!file)
            return tl::unexpected(file.error());
        scenarios.push_back(std::move(*file));
    }
    return scenarios;
}

Result<std::vector<ScenarioFile>> loadComparison(const std::filesystem::path& path, const Calibration& calibration)
{
    const Result<std::string> text = readBoundedFile(path, comparison_bounds);
    return text ? parseComparison(*text, excerpt(path.filename().string()), calibration) : tl::unexpected(text.error());
}

} // namespace kneepoint
