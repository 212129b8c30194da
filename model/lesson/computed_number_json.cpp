// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/computed_number_json.h"

#include "model/catalogue/edit.h"
#include "model/catalogue/setting_json.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kneepoint::lesson_json {
namespace {

using Json = nlohmann::ordered_json;

Scenario variantOrEdits(const JsonNode& node, const Scenario& here, const Variants& variants)
{
    if (!node.isText())
        return readEdits(node, here);
    const std::string name = node.text(100);
    if (name == "start")
        return here;
    const auto found = variants.find(name);
    if (found != variants.end())
        return found->second;
    node.refuse(fmt::format(R"(there is no variant named "{}"; define it under "variants")", name));
    return here;
}

ComputedNumber::As readAs(const JsonNode& node)
{
    using As = ComputedNumber::As;
    return node.choice<As>(
        {{"ratio", As::ratio}, {"change", As::change}, {"drop", As::drop}, {"difference", As::difference}});
}

/// {"parameter": id, "at": …}, or whatever can be computed.
double readEngineValue(const JsonNode& node, const Scenario& here, const Variants& variants)
{
    const auto id = node.find("parameter");
    if (!id) {
        const ComputedNumber number = readComputed(node, here, variants);
        return node.sound() ? node.accepted(valueOf(number)) : 0;
    }
    const Parameter* p = readParameter(*id, id->text(100));
    if (p && !p->isNumber())
        id->refuse(fmt::format("{} is a choice, not a number", p->id));
    const auto at = node.find("at");
    const Scenario s = at ? variantOrEdits(*at, here, variants) : here;
    return p ? p->get(s) : 0;
}

double readArgument(const JsonNode& node, Unit unit, const Scenario& here, const Variants& variants)
{
    if (node.isObject())
        return readEngineValue(node, here, variants);
    return node.isText() ? node.accepted(parseQuantity(node.text(200), unit)) : node.number(-1e300, 1e300);
}

ComputedNumber readFormula(const JsonNode& node, const Scenario& here, const Variants& variants)
{
    ComputedNumber q;
    const JsonNode id = node.at("formula");
    q.formula = findFormula(id.text(100));
    if (!q.formula) {
        id.refuse("there is no such formula; `kneepoint lesson formulas` lists all");
        return q;
    }
    const JsonNode arguments = node.at("arguments");
    for (const auto& [key, value] : arguments.members(30)) {
        const auto a = std::ranges::find(q.formula->arguments, key, &FormulaArgument::id);
        if (a == q.formula->arguments.end())
            value.refuse(fmt::format("{} has no such argument", q.formula->id));
        else
            q.arguments[key] = readArgument(value, a->unit, here, variants);
    }
    (void)arguments.accepted(formulaValues(*q.formula, q.arguments));
    return q;
}

} // namespace

const Parameter* readParameter(const JsonNode& node, std::string_view id)
{
    const Parameter* p = findParameter(id);
    if (!p)
        node.refuse("there is no such parameter; `kneepoint parameters` lists all");
    return p;
}

double readValue(const JsonNode& node, const Parameter& p)
{
    return node.accepted(readSetting(p, node.json()));
}

Scenario readScenario(const JsonNode& node)
{
    if (node.isText()) {
        const ScenarioFile* preset = findScenarioPreset(node.text(100));
        if (preset)
            return preset->scenario;
        node.refuse("there is no such shipped scenario; `kneepoint presets` lists them");
        return {};
    }
    if (!node.isObject())
        node.refuse("expected the id of a shipped scenario or an object of parameters");
    const Json file{{"kneepoint", scenario_format_version}, {"scenario", node.json()}};
    const std::string text = file.dump(-1, ' ', false, Json::error_handler_t::replace);
    return node.accepted(parseScenario(text, "the scenario", shippedCalibration())).scenario;
}

Scenario readEdits(const JsonNode& node, const Scenario& start)
{
    Scenario from = start;
    Edit edit;
    for (const auto& [key, value] : node.members(100)) {
        if (key == "scenario") {
            from = readScenario(value);
            continue;
        }
        if (const Parameter* p = readParameter(value, key))
            edit.push_back({p, readValue(value, *p)});
    }
    return node.sound() ? applied(from, edit, shippedCalibration()) : from;
}

ComputedNumber readComputed(const JsonNode& node, const Scenario& here, const Variants& variants)
{
    if (node.has("formula"))
        return readFormula(node, here, variants);
    ComputedNumber q;
    const JsonNode id = node.at("metric");
    q.metric = findMetric(id.text(100));
    if (!q.metric)
        id.refuse("there is no such figure; `kneepoint metrics` lists all");
    const auto at = node.find("at");
    q.scenario = at ? variantOrEdits(*at, here, variants) : here;
    if (const auto against = node.find("against")) {
        q.against = variantOrEdits(*against, here, variants);
        q.as = readAs(node.at("as"));
    }
    return q;
}

} // namespace kneepoint::lesson_json
