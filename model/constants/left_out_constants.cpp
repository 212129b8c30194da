// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/left_out_constants.h"

#include "model/constants/constants_json.h"
#include "model/presets/data_file.h"
#include "model/presets/preset_library.h"
#include "model/units/bounded_json.h"

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

template <class Value> using ByName = std::vector<std::pair<std::string, Value>>;

struct LeftOut {
    ByName<ConstantSet> constants;
    ByName<LinkSet> links;
    ByName<std::vector<ErrorKind>> errors;
    ByName<std::vector<FactorSpreads>> spreads;
};

constexpr JsonBounds bounds{
    .document = "a file of constants", .bytes = 16 << 20, .depth = 8, .values = 1000000, .members = 500};

/// Hands the content of one file to `read`.
template <class Read> Result<void> readFile(const char* name, Read read)
{
    const Result<std::filesystem::path> path = dataFile(name);
    const Result<std::string> text = path ? readBoundedFile(*path, bounds) : tl::unexpected(path.error());
    const Result<Json> json = text ? parseBoundedJson(*text, name, bounds) : tl::unexpected(text.error());
    if (!json)
        return tl::unexpected(json.error());
    try {
        read(*json);
    } catch (const std::exception& problem) {
        return failure(fmt::format("{} is broken: {}", path->string(), problem.what()));
    }
    return {};
}

/// These files do not repeat which presets share a constant.
ConstantSet readConstantsOf(const Json& json)
{
    return withShippedMembers(library::readConstants(json));
}

void readFitted(LeftOut& all, const Json& json)
{
    for (const auto& [name, set] : json.at("without").items()) {
        all.constants.emplace_back(name, readConstantsOf(set));
        if (const auto errors = set.find("errors"); errors != set.end())
            all.errors.emplace_back(name, library::readErrors(*errors));
        if (const auto spreads = set.find("spreads"); spreads != set.end())
            all.spreads.emplace_back(name, library::readSpreads(*spreads));
    }
}

Result<LeftOut> readLeftOut()
{
    LeftOut all;
    const Result<void> files[] = {
        readFile("constants/fitted_left_out.json", [&](const Json& json) { readFitted(all, json); }),
        readFile("constants/memory_left_out.json",
            [&](const Json& json) {
                for (const auto& [series, set] : json.at("without").items())
                    all.constants.emplace_back(series, readConstantsOf(set));
            }),
        readFile("constants/links_left_out.json", [&](const Json& json) {
            for (const auto& [campaign, set] : json.at("without").items())
                all.links.emplace_back(campaign, library::readLinks(set));
        })};
    for (const Result<void>& read : files)
        if (!read)
            return tl::unexpected(read.error());
    return all;
}

const Result<LeftOut>& loaded()
{
    static const Result<LeftOut> all = readLeftOut();
    return all;
}

const LeftOut& leftOut()
{
    if (!loaded())
        library::broken("constants", loaded().error().message);
    return *loaded();
}

template <class Value> const Value* find(const ByName<Value>& all, std::string_view name)
{
    const auto found = std::ranges::find(all, name, &std::pair<std::string, Value>::first);
    return found == all.end() ? nullptr : &found->second;
}

} // namespace

Result<void> loadLeftOutConstants()
{
    return loaded() ? Result<void>() : tl::unexpected(loaded().error());
}

const ConstantSet* constantsWithout(std::string_view series_or_source)
{
    return find(leftOut().constants, series_or_source);
}

const LinkSet* linksWithout(std::string_view campaign)
{
    return find(leftOut().links, campaign);
}

std::span<const ErrorKind> errorKindsWithout(std::string_view source)
{
    const auto* errors = find(leftOut().errors, source);
    return errors ? *errors : errorKinds();
}

std::span<const FactorSpreads> factorSpreadsWithout(std::string_view source)
{
    const auto* spreads = find(leftOut().spreads, source);
    return spreads ? *spreads : factorSpreads();
}

} // namespace kneepoint
