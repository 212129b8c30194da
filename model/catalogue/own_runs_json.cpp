// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/own_runs_json.h"

#include "model/scenario/own_runs.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr double most_open = 20;   ///< of an entry of the triangle; a logarithm of 7 is a factor of a thousand
constexpr double most_size = 1e18; ///< of a job

struct Size {
    std::string_view key;
    double CalibratedJob::*value;
};
constexpr std::array sizes{Size{"gpus", &CalibratedJob::gpus}, Size{"global_batch", &CalibratedJob::global_batch},
    Size{"sequence_length", &CalibratedJob::sequence_length}, Size{"parameters", &CalibratedJob::parameters}};

/// The shortest decimal number that reads back as the same float.
Json shortest(float value)
{
    return Json::parse(fmt::format("{}", value));
}

Result<void> readNumber(const Json& json, const std::string& pointer, double least, double most, double& number)
{
    if (!json.is_number() || !(json.get<double>() >= least && json.get<double>() <= most))
        return failure(fmt::format("{}: expected a number between {} and {}, found {}", pointer, least, most,
            json.is_number() ? json.dump() : json.type_name()));
    number = json.get<double>();
    return {};
}

Result<void> readName(const Json& json, std::string_view pointer, OwnRuns& own)
{
    if (!json.is_string())
        return failure(fmt::format("{}: expected a string, found {}", pointer, json.type_name()));
    own.name = ShortName(json.get<std::string>());
    return {};
}

Result<void> readNumbers(
    const Json& json, const std::string& pointer, double least, double most, std::span<float> numbers)
{
    if (!json.is_array() || json.size() != numbers.size())
        return failure(fmt::format("{}: expected a list of {} numbers, found {}", pointer, numbers.size(),
            json.is_array() ? fmt::format("{}", json.size()) : json.type_name()));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        double number = 0;
        if (Result<void> read = readNumber(json[i], fmt::format("{}/{}", pointer, i), least, most, number); !read)
            return read;
        numbers[i] = static_cast<float>(number);
    }
    return {};
}

Result<void> readMember(const std::string& key, const Json& value, OwnRuns& own)
{
    if (key == "name")
        return readName(value, "/calibration/name", own);
    const std::string pointer = "/calibration/" + key;
    if (key == "open")
        return readNumbers(value, pointer, -most_open, most_open, own.open.root);
    if (key == "open_up")
        return readNumbers(value, pointer, 0, 1, own.open.up);
    if (key == "open_down")
        return readNumbers(value, pointer, 0, 1, own.open.down);
    for (const Size& size : sizes)
        if (key == size.key)
            return readNumber(value, pointer, 0, most_size, own.job.*size.value);
    return failure(fmt::format("/calibration/{}: not a key of a calibration (name, open, open_up, open_down, gpus, "
                               "global_batch, sequence_length, parameters)",
        excerpt(key)));
}

} // namespace

Json ownRunsJson(const OwnRuns& own)
{
    Json name = own.name.empty() ? Json() : Json(own.name.text());
    if (own.open == OpenFactors{} && own.job == CalibratedJob{})
        return name;
    Json json = Json::object();
    if (!own.name.empty())
        json["name"] = name;
    const auto add = [&](std::string_view key, std::span<const float> numbers) {
        Json& list = json[std::string(key)];
        for (const float number : numbers)
            list.push_back(shortest(number));
    };
    add("open", own.open.root);
    add("open_up", own.open.up);
    add("open_down", own.open.down);
    for (const Size& size : sizes)
        json[std::string(size.key)] = own.job.*size.value;
    return json;
}

Result<void> readOwnRuns(const Json& json, OwnRuns& own)
{
    if (!json.is_object())
        return readName(json, "/calibration", own);
    for (const auto& [key, value] : json.items())
        if (Result<void> read = readMember(key, value, own); !read)
            return read;
    return {};
}

} // namespace kneepoint
