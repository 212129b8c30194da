// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/search_request.h"

#include "model/units/bounded_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
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
        return failure(fmt::format("--fix needs id=value, such as --fix plan.tensor_parallel=8, not \"{}\"", text));
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

using FileJson = nlohmann::ordered_json;

constexpr double most_top = 10000;

std::string valueText(const FileJson& value)
{
    return value.is_string() ? value.get<std::string>()
        : value.is_boolean() ? (value.get<bool>() ? "on" : "off")
                             : value.dump();
}

/// "ID=VALUE,VALUE" as on the command line.
std::string fixText(const std::string& id, const FileJson& values)
{
    std::string text = id + "=";
    if (!values.is_array())
        return text + valueText(values);
    for (const FileJson& value : values)
        text += (text.back() == '=' ? "" : ",") + valueText(value);
    return text;
}

void take(SearchOptions& options, const std::string& key, const FileJson& value)
{
    const auto join = [&](std::vector<std::string>& list) {
        for (const FileJson& entry : value)
            list.push_back(entry.get<std::string>());
    };
    if (key == "objective")
        options.objective = value.get<std::string>();
    else if (key == "top")
        options.top = static_cast<int>(std::clamp(value.get<double>(), 1.0, most_top));
    else if (key == "headroom")
        options.headroom = std::clamp(value.get<double>(), 0.0, 0.9);
    else if (key == "pareto")
        join(options.pareto);
    else if (key == "free")
        join(options.free);
    else if (key == "limits")
        join(options.limits);
    else
        for (const auto& [id, values] : value.items())
            options.fix.push_back(fixText(id, values));
}

} // namespace

Result<SearchOptions> withFile(SearchOptions options)
{
    if (options.file.empty())
        return options;
    const std::string place = std::filesystem::path(options.file).filename().string();
    const Result<std::string> text = readBoundedFile(options.file, file_bounds);
    const auto json = text ? parseBoundedJson(*text, place, file_bounds) : tl::unexpected(text.error());
    if (!json)
        return tl::unexpected(json.error());
    constexpr std::array<std::string_view, 7> keys{"objective", "top", "pareto", "free", "fix", "limits", "headroom"};
    for (const auto& [key, value] : json->items()) {
        if (!json->is_object() || std::ranges::find(keys, key) == keys.end())
            return failure(
                fmt::format("{}: /{}: not a key of a search file (objective, top, pareto, free, fix, limits, "
                            "headroom)",
                    place, key));
        try {
            take(options, key, value);
        } catch (const FileJson::exception&) {
            return failure(fmt::format("{}: /{}: the value has the wrong type for this key", place, key));
        }
    }
    return options;
}

void addSearchOptions(VerbOptions& options, SearchOptions& read)
{
    constexpr double most_threads = 1024;
    options.push_back({.name = "--objective",
        .target = &read.objective,
        .help = "Figure to optimize: a key of `eval --json` that depends on a single step, such as step_s, "
                "tokens_per_s, mfu, cost, training_time_s or memory_bytes",
        .type_name = "METRIC",
        .show_default = true});
    options.push_back({.name = "--top",
        .target = &read.top,
        .help = "How many layouts to list",
        .type_name = "N",
        .show_default = true,
        .range = std::pair{1.0, most_top}});
    options.push_back({.name = "--alike",
        .target = &read.alike,
        .help = "List layouts that differ only in details too: virtual stages, sharding, recomputation, or context "
                "parallelism that splits a larger micro-batch"});
    options.push_back({.name = "--pareto",
        .target = &read.pareto,
        .help = "Also list the Pareto-optimal layouts in these two or three figures",
        .type_name = "METRIC,METRIC",
        .delimiter = ','});
    options.push_back({.name = "--free",
        .target = &read.free,
        .help = "Search only these dimensions; the others keep the scenario's values",
        .type_name = "ID,...",
        .delimiter = ','});
    options.push_back({.name = "--fix",
        .target = &read.fix,
        .help = "Fix a dimension at a value, or restrict it to some values; all others are free; may be repeated",
        .type_name = "ID=VALUE"});
    options.push_back({.name = "--limit",
        .target = &read.limits,
        .help = R"(Exclude layouts beyond a limit, such as "cost<=2e6" or "mfu>=0.4", in base units; may be repeated)",
        .type_name = "METRIC<=VALUE"});
    options.push_back({.name = "--headroom",
        .target = &read.headroom,
        .help = "Fraction of GPU memory that must stay free",
        .type_name = "SHARE",
        .show_default = true,
        .range = std::pair{0.0, 0.9}});
    options.push_back({.name = "--threads",
        .target = &read.threads,
        .help = "Threads; 0 means one per CPU",
        .type_name = "N",
        .show_default = true,
        .range = std::pair{0.0, most_threads}});
    options.push_back({.name = "--request",
        .target = &read.file,
        .help = "Space and objective in a file: a JSON object with objective, top, pareto, free, fix, limits, headroom",
        .type_name = "FILE"});
    options.push_back({.name = "--exhaustive",
        .target = &read.exhaustive,
        .help = "Evaluate every layout that fits, without excluding any by a bound"});
}

Result<SearchRequest> searchRequest(const Scenario& job, const SearchOptions& options)
{
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
        return failure("--pareto needs two or three figures, such as --pareto step_s,memory_bytes");
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
    request.top = static_cast<std::size_t>(options.top);
    request.distinct = !options.alike;
    request.memory_share = 1 - options.headroom;
    request.threads = static_cast<unsigned>(options.threads);
    request.exhaustive = options.exhaustive;
    return request;
}

Result<Setting> settingOf(std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return failure(fmt::format("a setting is id=value, such as plan.tensor_parallel=8, not \"{}\"", text));
    const Parameter* p = findParameter(text.substr(0, equals));
    if (!p)
        return failure(
            fmt::format("there is no parameter \"{}\"; `kneepoint parameters` lists them", text.substr(0, equals)));
    const Result<double> value = parseValue(*p, text.substr(equals + 1));
    if (!value)
        return tl::unexpected(value.error());
    return Setting{p, *value};
}

} // namespace kneepoint
