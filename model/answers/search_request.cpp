// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/search_request.h"

#include "model/answers/option_range.h"
#include "model/units/json_reader.h"

#include <fmt/format.h>

#include <filesystem>

namespace kneepoint {

namespace {

Result<Dimension> dimensionNamed(std::string_view id)
{
    if (const Dimension* d = findDimension(id))
        return *d;
    std::string ids;
    for (std::size_t i = 0; i < dimension_count; ++i)
        ids += fmt::format("{}{}", i > 0 ? ", " : "", parameterOf(static_cast<Dimension>(i)).id);
    return failure(fmt::format("\"{}\" is not a dimension of a layout; choose one of: {}", id, ids));
}

/// "ID=VALUE" or "ID=VALUE,VALUE,..." limits a dimension to these values.
Result<void> limitByText(LayoutSpace& space, std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return failure(fmt::format("fix needs id=value, such as plan.tensor_parallel=8, not \"{}\"", text));
    const Result<Dimension> d = dimensionNamed(text.substr(0, equals));
    if (!d)
        return tl::unexpected(d.error());
    std::vector<double> values;
    for (std::string_view rest = text.substr(equals + 1);;) {
        const auto comma = rest.find(',');
        const Result<double> value = parseValue(parameterOf(*d), rest.substr(0, comma));
        if (!value)
            return tl::unexpected(value.error());
        values.push_back(*value);
        if (comma == std::string_view::npos)
            break;
        rest.remove_prefix(comma + 1);
    }
    space.limit(*d, std::move(values));
    return {};
}

Result<LayoutSpace> spaceOf(const Scenario& job, const SearchOptions& options)
{
    LayoutSpace space = options.free.empty() ? defaultSpace(job) : fixedSpace(job);
    for (const std::string& id : options.free) {
        const Result<Dimension> d = dimensionNamed(id);
        if (!d)
            return tl::unexpected(d.error());
        space.free(*d);
    }
    for (const std::string& fixed : options.fix)
        if (const Result<void> done = limitByText(space, fixed); !done)
            return tl::unexpected(done.error());
    return space;
}

constexpr JsonBounds file_bounds{.document = "a search", .bytes = 1 << 20, .depth = 4, .values = 10000};

std::string valueText(const Json& value)
{
    return value.is_string() ? value.get<std::string>()
        : value.is_boolean() ? (value.get<bool>() ? "on" : "off")
                             : value.dump();
}

} // namespace

std::string fixText(const std::string& id, const Json& values)
{
    std::string text = id + "=";
    if (!values.is_array())
        return text + valueText(values);
    for (const Json& value : values)
        text += (text.back() == '=' ? "" : ",") + valueText(value);
    return text;
}

Result<SearchOptions> withFile(SearchOptions options)
{
    if (options.file.empty())
        return options;
    const std::string place = std::filesystem::path(options.file).filename().string();
    const Result<std::string> text = readBoundedFile(options.file, file_bounds);
    if (!text)
        return tl::unexpected(text.error());
    const auto list = [](std::vector<std::string>& to) {
        return [&to](const JsonNode& node) {
            for (const JsonNode& entry : node.list(file_bounds.values))
                to.push_back(entry.text());
        };
    };
    const auto read = readJson(*text, place, file_bounds, [&](const JsonNode& file) {
        file.each({{"objective", [&](const JsonNode& node) { options.objective = node.text(); }},
            {"top", [&](const JsonNode& node) { options.top = static_cast<int>(node.number(1, most_top)); }},
            {"pareto", list(options.pareto)}, {"free", list(options.free)},
            {"fix",
                [&](const JsonNode& node) {
                    for (const auto& [id, values] : node.members(file_bounds.members))
                        options.fix.push_back(fixText(id, values.json()));
                }},
            {"limits", list(options.limits)},
            {"headroom", [&](const JsonNode& node) { options.headroom = node.number(0, most_headroom); }}});
    });
    if (!read)
        return tl::unexpected(read.error());
    return options;
}

Result<SearchRequest> searchRequest(const Scenario& job, const SearchOptions& options)
{
    for (const Result<void>& checked :
        {checkOption("top", options.top, 1, most_top), checkOption("headroom", options.headroom, 0, most_headroom),
            checkOption("noise", options.noise, 0, 1), checkOption("threads", options.threads, 0, most_threads)})
        if (!checked)
            return tl::unexpected(checked.error());
    SearchRequest request;
    const Result<LayoutSpace> space = spaceOf(job, options);
    if (!space)
        return tl::unexpected(space.error());
    request.space = *space;
    const Result<Objective> objective = objectiveNamed(options.objective);
    if (!objective)
        return tl::unexpected(objective.error());
    request.objective = *objective;
    constexpr std::size_t most_objectives = 3;
    if (options.pareto.size() == 1 || options.pareto.size() > most_objectives)
        return failure("pareto needs two or three figures, such as step_s,memory_bytes");
    for (const std::string& id : options.pareto) {
        const Result<Objective> one = objectiveNamed(id);
        if (!one)
            return tl::unexpected(one.error());
        request.pareto.push_back(*one);
    }
    for (const std::string& limit : options.limits) {
        const Result<LayoutConstraint> one = constraintNamed(limit);
        if (!one)
            return tl::unexpected(one.error());
        request.constraints.push_back(*one);
    }
    const Result<Shard> shard = parseShard(options.shard);
    if (!shard)
        return tl::unexpected(shard.error());
    request.shard = *shard;
    request.top = static_cast<std::size_t>(options.top);
    request.distinct = !options.alike;
    request.memory_share = 1 - options.headroom;
    request.threads = static_cast<unsigned>(options.threads);
    request.exhaustive = options.exhaustive;
    return request;
}

} // namespace kneepoint
