// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparison_file.h"

#include "app/save_file.h"

#include <QFile>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto version_key = "kneepoint_comparison";
constexpr int depth_limit = 6;
constexpr std::size_t limit_bytes = most_compared * scenario_file_limit_bytes;

/// Refuses nesting that no comparison has, before anything recurses into it.
Result<Json> parseShallow(std::string_view text, std::string_view place)
{
    try {
        return Json::parse(text, [](int depth, Json::parse_event_t, Json&) {
            if (depth > depth_limit)
                throw std::invalid_argument("nested deeper than a comparison is");
            return true;
        });
    } catch (const Json::parse_error&) {
        return failure(fmt::format("{}: this is not JSON", place));
    } catch (const std::exception& e) {
        return failure(fmt::format("{}: {}", place, e.what()));
    }
}

} // namespace

std::string writeComparison(const std::vector<ScenarioFile>& scenarios)
{
    Json list = Json::array();
    for (const ScenarioFile& file : scenarios)
        list.push_back(Json::parse(writeScenario(file)));
    return Json{{version_key, comparison_format_version}, {"scenarios", list}}.dump(2) + '\n';
}

Result<std::vector<ScenarioFile>> parseComparison(std::string_view text, std::string_view place)
{
    if (text.size() > limit_bytes)
        return failure(fmt::format("{}: larger than the {} bytes that a comparison may have", place, limit_bytes));
    const Result<Json> parsed = parseShallow(text, place);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const Json& json = *parsed;
    if (!json.is_object() || !json.contains(version_key))
        return failure(fmt::format("{}: this is not a comparison; it has no \"{}\"", place, version_key));
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
            parseScenario(entry.dump(-1, ' ', false, Json::error_handler_t::replace), entry_place);
        if (!file)
            return tl::unexpected(file.error());
        scenarios.push_back(std::move(*file));
    }
    return scenarios;
}

Result<void> saveComparison(const std::vector<ScenarioFile>& scenarios, const QString& path)
{
    return saveFile(path, QByteArray::fromStdString(writeComparison(scenarios)));
}

Result<std::vector<ScenarioFile>> loadComparison(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(fmt::format("{}: {}", path.toStdString(), file.errorString().toStdString()));
    return parseComparison(file.read(static_cast<qint64>(limit_bytes) + 1).toStdString(), path.toStdString());
}

} // namespace kneepoint
