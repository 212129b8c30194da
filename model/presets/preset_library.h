// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/presets/embedded.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Reads the built-in libraries. A fault in them is a build defect, so it aborts with a message instead of returning an
/// error.
namespace kneepoint::library {

using Json = nlohmann::json;

[[noreturn]] inline void broken(std::string_view place, std::string_view why)
{
    fmt::print(stderr, "kneepoint: the built-in file presets/{}.json is broken: {}\n", place, why);
    std::abort();
}

/// Rejects unknown keys, so that a misspelled key is not taken for a missing one.
inline void onlyKeys(const Json& object, std::initializer_list<std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            throw std::invalid_argument(fmt::format("unknown key \"{}\"", key));
}

/// All entries under `folder`, files in the order they state, entries in the order of the file.
template <class Entry> std::vector<Entry> read(std::string_view folder, Entry (*entry)(const Json&))
{
    std::vector<std::pair<int, std::vector<Entry>>> files;
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (!file.name.starts_with(std::string(folder) + "/"))
            continue;
        std::string place = "its head";
        try {
            const Json json = Json::parse(file.text);
            onlyKeys(json, {"about", "order", folder});
            auto& [order, entries] = files.emplace_back(json.at("order").get<int>(), std::vector<Entry>());
            for (const Json& object : json.at(std::string(folder))) {
                place = object.at("id").get<std::string>();
                entries.push_back(entry(object));
            }
        } catch (const std::exception& problem) {
            broken(file.name, fmt::format("{}: {}", place, problem.what()));
        }
    }
    std::stable_sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Entry> all;
    for (auto& file : files)
        std::move(file.second.begin(), file.second.end(), std::back_inserter(all));
    return all;
}

/// Hands what `parse` makes of the text and the name of each file under `folder` to `take`, with the name.
template <class Parse, class Take> void eachFile(std::string_view folder, Parse parse, Take take)
{
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (!file.name.starts_with(std::string(folder) + "/"))
            continue;
        auto parsed = parse(file.text, file.name);
        if (!parsed)
            broken(file.name, parsed.error().message);
        take(std::move(*parsed), file.name.substr(folder.size() + 1));
    }
}

/// Hands the content of one built-in file to `read`: "constants/fitted".
template <class Read> void readFile(std::string_view name, Read read)
{
    const auto files = embeddedFiles();
    const auto file = std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& f) { return f.name == name; });
    if (file == files.end())
        broken(name, "it is not there");
    try {
        read(nlohmann::ordered_json::parse(file->text));
    } catch (const std::exception& problem) {
        broken(name, problem.what());
    }
}

} // namespace kneepoint::library
