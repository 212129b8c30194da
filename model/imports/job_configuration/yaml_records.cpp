// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"
#include "model/imports/job_configuration/yaml_guard.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace kneepoint::job {
namespace {

void collect(const YAML::Node& node, const std::string& key, int depth, std::vector<Record>& records)
{
    if (records.size() >= most_records || depth > deepest_nesting)
        return;
    const std::string place = fmt::format("line {}", node.Mark().line + 1);
    if (node.IsMap()) {
        for (const auto& member : node)
            if (member.first.IsScalar())
                collect(member.second, key.empty() ? member.first.Scalar() : key + "." + member.first.Scalar(),
                    depth + 1, records);
    } else if (node.IsSequence()) {
        std::string all;
        for (std::size_t i = 0; i < node.size(); ++i)
            if (node[i].IsScalar())
                all += (all.empty() ? "" : ",") + node[i].Scalar();
            else
                collect(node[i], fmt::format("{}.{}", key, i), depth + 1, records);
        if (!all.empty())
            records.push_back({key, fmt::format("[{}]", all).substr(0, longest_value), place});
    } else if (node.IsScalar()) {
        records.push_back({key, node.Scalar().substr(0, longest_value), place});
    }
}

/// Aliases that stand for lists of aliases grow without bound when they are followed; a job's file has few.
bool hasManyAliases(std::string_view text)
{
    constexpr int most_aliases = 200;
    int aliases = 0;
    for (std::size_t at = text.find('*'); at != std::string_view::npos && aliases <= most_aliases;
         at = text.find('*', at + 1))
        ++aliases;
    return aliases > most_aliases;
}

/// Brackets that nest deeper than any configuration, which a recursive parser should not follow.
bool nestsDeeply(std::string_view text)
{
    int depth = 0, indicators = 0;
    for (const char c : text) {
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        indicators = c == '-' || c == '?' || c == ':' || c == ' ' ? indicators + (c != ' ') : 0;
        if (depth > deepest_nesting || indicators > deepest_nesting * 8)
            return true;
    }
    return false;
}

} // namespace

bool isUnsafeYaml(std::string_view text)
{
    return hasManyAliases(text) || nestsDeeply(text);
}

Records yamlRecords(std::string_view text)
{
    if (isUnsafeYaml(text))
        return std::nullopt;
    try {
        const YAML::Node root = YAML::Load(std::string(text));
        if (!root.IsMap())
            return std::nullopt;
        std::vector<Record> records;
        collect(root, {}, 0, records);
        return records;
    } catch (const YAML::Exception&) {
        return std::nullopt;
    }
}

} // namespace kneepoint::job
