// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/own_runs_json.h"

#include "model/scenario/own_runs.h"
#include "model/units/json_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

void readName(const JsonNode& node, OwnRuns& own)
{
    constexpr std::size_t longest = 1000;
    own.name = ShortName(node.anyText(longest));
}

JsonNode::Reader numbers(std::span<float> to, double least, double most)
{
    return [=](const JsonNode& node) {
        const std::vector<JsonNode> items = node.list(to.size());
        if (items.size() != to.size())
            node.refuse(fmt::format("expected a list of {} numbers", to.size()));
        std::ranges::transform(
            items, to.begin(), [=](const JsonNode& item) { return static_cast<float>(item.number(least, most)); });
    };
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

void readOwnRuns(const JsonNode& node, OwnRuns& own)
{
    if (!node.isObject())
        return readName(node, own);
    std::vector<JsonNode::Member> known{{"name", [&](const JsonNode& name) { readName(name, own); }},
        {"open", numbers(own.open.root, -most_open, most_open)}, {"open_up", numbers(own.open.up, 0, 1)},
        {"open_down", numbers(own.open.down, 0, 1)}};
    for (const Size& size : sizes)
        known.emplace_back(size.key, [&](const JsonNode& value) { own.job.*size.value = value.number(0, most_size); });
    node.each(known);
}

} // namespace kneepoint
