// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"
#include "model/imports/json_text.h"
#include "model/units/bounded_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kneepoint::job {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonBounds bounds{.document = "a job's configuration",
    .bytes = most_bytes,
    .depth = deepest_nesting,
    .values = 20000,
    .members = most_records};

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void collect(const Json& value, const std::string& key, const std::string& pointer, std::vector<Record>& records)
{
    if (records.size() >= most_records)
        return;
    if (value.is_object()) {
        for (const auto& [name, member] : value.items())
            collect(member, key.empty() ? name : fmt::format("{}.{}", key, name), fmt::format("{}/{}", pointer, name),
                records);
    } else if (value.is_array() && !value.empty() && value.front().is_structured()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            collect(value[i], fmt::format("{}.{}", key, i), fmt::format("{}/{}", pointer, i), records);
    } else if (!value.is_null()) {
        records.push_back({key, textOf(value).substr(0, longest_value), pointer});
    }
}

} // namespace

Records jsonRecords(std::string_view text)
{
    if (!beginsJson(text) || text.front() != '{')
        return std::nullopt;
    const Result<Json> json = parseBoundedJson(withoutPythonNumbers(text), "it", bounds);
    if (!json)
        return std::nullopt;
    std::vector<Record> records;
    collect(*json, {}, {}, records);
    return records;
}

} // namespace kneepoint::job
