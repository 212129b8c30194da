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

template <class T> T accepted(const Node& node, const Result<T>& result)
{
    if (!result)
        node.refuse(result.error().message);
    return *result;
}

Scenario variantOrEdits(const Node& node, const Scenario& here, const Variants& variants)
{
    if (!node.isText())
        return readEdits(node, here);
    const std::string name = node.text(100);
    if (name == "start")
        return here;
    const auto found = variants.find(name);
    if (found == variants.end())
        node.refuse(fmt::format(R"(there is no variant named "{}"; define it under "variants")", name));
    return found->second;
}

ComputedNumber::As readAs(const Node& node)
{
    const std::string text = node.text(20);
    if (text == "ratio")
        return ComputedNumber::As::ratio;
    if (text == "change")
        return ComputedNumber::As::change;
    if (text == "drop")
        return ComputedNumber::As::drop;
    if (text == "difference")
        return ComputedNumber::As::difference;
    node.refuse(R"(expected "ratio", "change", "drop" or "difference")");
}

/// {"parameter": id, "at": …}, or whatever can be computed.
double readEngineValue(const Node& node, const Scenario& here, const Variants& variants)
{
    const auto id = node.find("parameter");
    if (!id)
        return accepted(node, valueOf(readComputed(node, here, variants)));
    const Parameter* p = findParameter(id->text(100));
    if (!p)
        id->refuse("there is no such parameter; `kneepoint parameters` lists all");
    if (!p->isNumber())
        id->refuse(fmt::format("{} is a choice, not a number", p->id));
    const auto at = node.find("at");
    return p->get(at ? variantOrEdits(*at, here, variants) : here);
}

double readArgument(const Node& node, Unit unit, const Scenario& here, const Variants& variants)
{
    if (node.isObject())
        return readEngineValue(node, here, variants);
    return node.isText() ? accepted(node, parseQuantity(node.text(200), unit)) : node.number(-1e300, 1e300);
}

ComputedNumber readFormula(const Node& node, const Scenario& here, const Variants& variants)
{
    ComputedNumber q;
    const Node id = node.at("formula");
    q.formula = findFormula(id.text(100));
    if (!q.formula)
        id.refuse("there is no such formula; `kneepoint lesson formulas` lists all");
    const Node arguments = node.at("arguments");
    for (const auto& [key, value] : arguments.members(30)) {
        const auto a = std::ranges::find(q.formula->arguments, key, &FormulaArgument::id);
        if (a == q.formula->arguments.end())
            value.refuse(fmt::format("{} has no such argument", q.formula->id));
        q.arguments[key] = readArgument(value, a->unit, here, variants);
    }
    accepted(arguments, formulaValues(*q.formula, q.arguments));
    return q;
}

} // namespace

double readValue(const Node& node, const Parameter& p)
{
    return accepted(node, readSetting(p, node.json()));
}

Scenario readScenario(const Node& node)
{
    if (node.isText()) {
        const ScenarioFile* preset = findScenarioPreset(node.text(100));
        if (!preset)
            node.refuse("there is no such shipped scenario; `kneepoint presets` lists them");
        return preset->scenario;
    }
    if (!node.isObject())
        node.refuse("expected the id of a shipped scenario or an object of parameters");
    const Json file{{"kneepoint", scenario_format_version}, {"scenario", node.json()}};
    return accepted(node,
        parseScenario(file.dump(-1, ' ', false, Json::error_handler_t::replace), "the scenario", shippedCalibration()))
        .scenario;
}

Scenario readEdits(const Node& node, const Scenario& start)
{
    Scenario from = start;
    Edit edit;
    for (const auto& [key, value] : node.members(100)) {
        if (key == "scenario") {
            from = readScenario(value);
            continue;
        }
        const Parameter* p = findParameter(key);
        if (!p)
            value.refuse("there is no such parameter; `kneepoint parameters` lists all");
        edit.push_back({p, readValue(value, *p)});
    }
    return applied(from, edit, shippedCalibration());
}

ComputedNumber readComputed(const Node& node, const Scenario& here, const Variants& variants)
{
    if (node.has("formula"))
        return readFormula(node, here, variants);
    ComputedNumber q;
    const Node id = node.at("metric");
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
