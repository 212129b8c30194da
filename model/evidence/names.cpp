// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/names.h"

#include "model/presets/preset_library.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace kneepoint {
namespace {

using library::Json;

constexpr std::array<std::string_view, 4> files{"names/gpus", "names/networks", "names/software", "names/series"};

NameRule readRule(const Json& json)
{
    library::onlyKeys(
        json, {"parts", "least_gbps", "mixture", "means", "source", "software", "allocated_memory", "similar"});
    NameRule rule;
    rule.parts = json.at("parts").get<std::vector<std::string>>();
    rule.least_gbps = json.value("least_gbps", 0.0);
    if (json.contains("mixture"))
        rule.mixture = json.at("mixture").get<bool>();
    rule.means = json.at("means");
    rule.source = json.value("source", "");
    rule.software = json.value("software", "");
    rule.allocated_memory = json.value("allocated_memory", false);
    rule.similar = json.value("similar", false);
    return rule;
}

std::vector<NameRule> readTable(std::string_view name)
{
    std::vector<NameRule> rules;
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (file.name != name)
            continue;
        try {
            const Json json = Json::parse(file.text);
            library::onlyKeys(json, {"about", "names"});
            for (const Json& rule : json.at("names"))
                rules.push_back(readRule(rule));
        } catch (const std::exception& problem) {
            library::broken(file.name, problem.what());
        }
    }
    return rules;
}

const std::vector<NameRule>& rulesOf(NameTable table)
{
    static const auto all = [] {
        std::array<std::vector<NameRule>, files.size()> tables;
        for (std::size_t i = 0; i < files.size(); ++i)
            tables[i] = readTable(files[i]);
        return tables;
    }();
    return all[static_cast<std::size_t>(table)];
}

} // namespace

bool mentions(std::string_view text, std::string_view what)
{
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return std::search(text.begin(), text.end(), what.begin(), what.end(), same) != text.end();
}

bool mentionsAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return mentions(text, part); });
}

const NameRule* nameRule(NameTable table, std::string_view printed, double port_gbps, bool mixture)
{
    for (const NameRule& rule : rulesOf(table)) {
        const bool all = std::ranges::all_of(rule.parts, [&](const std::string& p) { return mentions(printed, p); });
        if (all && port_gbps >= rule.least_gbps && rule.mixture.value_or(mixture) == mixture)
            return &rule;
    }
    return nullptr;
}

} // namespace kneepoint
