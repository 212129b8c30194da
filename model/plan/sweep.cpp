// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/sweep.h"

#include "model/catalogue/derive.h"
#include "model/catalogue/setting_json.h"
#include "model/constants/calibration.h"
#include "model/units/excerpt.h"
#include "model/units/json_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kneepoint {
namespace {

const Parameter* readParameter(const JsonNode& node, std::string_view id)
{
    const Parameter* p = findParameter(id);
    if (!p)
        node.refuse(fmt::format("there is no parameter \"{}\"", excerpt(id)));
    return p;
}

double readValue(const JsonNode& node, const Parameter& p)
{
    return node.accepted(readSetting(p, node.json()));
}

/// Without the noise of the last digits: 4e11, not 399999999999.99994.
double withoutNoise(double value)
{
    const std::string digits = fmt::format("{:.12g}", value);
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

/// A value interpolated between two, on the parameter's own scale.
double between(const Parameter& p, double from, double to, double share)
{
    const auto [low, high] = std::minmax(from, to);
    const bool logarithmic = p.scale == Scale::logarithmic || p.scale == Scale::power_of_two;
    const double value = logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
    if (p.scale == Scale::power_of_two)
        return std::clamp(std::exp2(std::round(std::log2(value))), low, high);
    if (p.scale != Scale::linear && p.scale != Scale::logarithmic)
        return std::round(value);
    if (share == 0 || share == 1) // the ends are as they were given
        return share == 0 ? from : to;
    return std::clamp(withoutNoise(value), low, high);
}

constexpr double most_values = 1e6; ///< of all axes
constexpr std::size_t most_axes = 500;
constexpr std::size_t longest_name = 4096;

SweepAxis readAxis(const JsonNode& node, const Parameter& p)
{
    SweepAxis axis{&p, {}, 0, 0};
    if (!node.isObject()) {
        for (const JsonNode& value : node.list(static_cast<std::size_t>(most_values)))
            axis.values.push_back(readValue(value, p));
        if (axis.values.empty())
            node.refuse("an axis needs at least one value");
        return axis;
    }
    node.only({"from", "to", "steps"});
    axis.from = readValue(node.at("from"), p);
    axis.to = readValue(node.at("to"), p);
    const auto stated = node.find("steps");
    if (!stated || !node.sound())
        return axis;
    const double steps = std::floor(stated->number(1, most_values));
    for (double i = 0; i < steps; ++i)
        axis.values.push_back(between(p, axis.from, axis.to, steps > 1 ? i / (steps - 1) : 0));
    axis.values.erase(std::unique(axis.values.begin(), axis.values.end()), axis.values.end());
    if (const auto distinct = static_cast<double>(axis.values.size()); axis.from != axis.to && distinct < steps)
        stated->refuse(fmt::format("there are only {} {} from {} to {}; use {} steps or a list of values", distinct,
            p.scale == Scale::power_of_two ? "powers of two" : "values", valueText(p, axis.from), valueText(p, axis.to),
            distinct));
    return axis;
}

/// The values that an axis will have, before any is stored.
double countOf(const JsonNode& axis)
{
    if (!axis.isObject())
        return static_cast<double>(axis.json().size());
    const auto steps = axis.find("steps");
    return steps ? std::floor(steps->number(1, most_values)) : 1;
}

void readAxes(Sweep& sweep, const JsonNode& axes)
{
    const auto members = axes.members(most_axes);
    double values = 0; // counted first: a few bytes can ask for billions
    for (const auto& [id, axis] : members)
        values += countOf(axis);
    if (!(values <= most_values))
        return axes.refuse(fmt::format("the axes have more than {:.0f} values", most_values));
    for (const auto& [id, node] : members)
        if (const Parameter* p = readParameter(node, id); p && axes.sound()) {
            if (std::ranges::find(sweep.axes, p, &SweepAxis::parameter) != sweep.axes.end())
                node.refuse(fmt::format("{} is given twice, in two spellings", p->id));
            sweep.axes.push_back(readAxis(node, *p));
            if (sweep.axes.back().values.empty() && sweep.sample <= 0)
                node.refuse("a grid needs \"steps\" or a list of values");
        }
    if (sweep.axes.empty())
        axes.refuse("a sweep needs at least one axis");
}

void readMetrics(Sweep& sweep, const JsonNode& file)
{
    const auto listed = file.find("metrics");
    if (!listed) {
        for (const Metric& m : metrics())
            if (m.of_step)
                sweep.metrics.push_back(&m);
        return;
    }
    for (const JsonNode& node : listed->list(most_axes)) {
        const std::string id = node.anyText(longest_name);
        if (const Metric* m = findMetric(id))
            sweep.metrics.push_back(m);
        else
            node.refuse(fmt::format("there is no figure \"{}\"", excerpt(id)));
    }
}

void readBase(Sweep& sweep, const JsonNode& file, const ScenarioByName& scenarioNamed, const Calibration& calibration)
{
    const JsonNode name = file.at("scenario");
    const std::string id = name.anyText(longest_name);
    if (!file.sound())
        return;
    sweep.base = name.accepted(scenarioNamed(id));
    const auto set = file.find("set");
    if (!set)
        return;
    Edit edit;
    for (const auto& [set_id, node] : set->members(most_axes))
        if (const Parameter* p = readParameter(node, set_id))
            edit.push_back({p, readValue(node, *p)});
    if (!set->sound())
        return;
    sweep.base = applied(sweep.base, edit, calibration);
    if (const std::string why = contradictionIn(edit, sweep.base); !why.empty())
        set->refuseMember(why);
}

Sweep readSweep(const JsonNode& file, const ScenarioByName& scenarioNamed, const Calibration& calibration)
{
    file.only({"scenario", "set", "axes", "sample", "seed", "auto", "metrics"});
    Sweep sweep;
    readBase(sweep, file, scenarioNamed, calibration);
    constexpr double most_seed = 9007199254740992.0; // 2⁵³
    if (const auto sample = file.find("sample"))
        sweep.sample = sample->wholeNumber(0, most_sweep_points);
    if (const auto seed = file.find("seed"))
        sweep.seed = static_cast<std::uint64_t>(seed->wholeNumber(0, most_seed));
    if (const auto automatic = file.find("auto"))
        sweep.plan_layouts = automatic->flag();
    const JsonNode axes = file.at("axes");
    readAxes(sweep, axes);
    sweep.follows_auto = sweep.base.automatic.on
        || std::ranges::any_of(sweep.axes, [](const SweepAxis& axis) { return axis.parameter->id == "plan.auto"; });
    if (!(pointCount(sweep) <= most_sweep_points))
        axes.refuse(fmt::format("the sweep has more than {:.0f} points", most_sweep_points));
    readMetrics(sweep, file);
    return sweep;
}

/// Uniform in [0, 1), from the seed, the point and the axis alone (splitmix64, Steele et al. 2014).
double drawn(std::uint64_t seed, std::uint64_t point, std::uint64_t axis)
{
    std::uint64_t bits = seed + 0x9e3779b97f4a7c15U * (point * 0x100000001b3U + axis + 1);
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    bits ^= bits >> 31;
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

} // namespace

Result<Sweep> parseSweep(
    std::string_view json, std::string_view place, const ScenarioByName& scenarioNamed, const Calibration& calibration)
{
    constexpr JsonBounds bounds{.document = "a sweep", .bytes = sweep_file_limit_bytes, .depth = 4, .values = 100000};
    return parsedJson(
        json, place, bounds, [&](const JsonNode& file) { return readSweep(file, scenarioNamed, calibration); });
}

double pointCount(const Sweep& sweep)
{
    if (sweep.sample > 0)
        return sweep.sample;
    double count = 1;
    for (const SweepAxis& axis : sweep.axes)
        count *= static_cast<double>(axis.values.size());
    return count;
}

Edit pointOf(const Sweep& sweep, double index)
{
    Edit edit(sweep.axes.size());
    double rest = index;
    for (std::size_t i = sweep.axes.size(); i-- > 0;) {
        const SweepAxis& axis = sweep.axes[i];
        const auto choices = static_cast<double>(axis.values.size());
        double value = 0;
        if (sweep.sample > 0) {
            const double share = drawn(sweep.seed, static_cast<std::uint64_t>(index), i);
            value = axis.values.empty() ? between(*axis.parameter, axis.from, axis.to, share)
                                        : axis.values[static_cast<std::size_t>(share * choices)];
        } else {
            value = axis.values[static_cast<std::size_t>(std::fmod(rest, choices))];
            rest = std::floor(rest / choices);
        }
        edit[i] = {axis.parameter, value};
    }
    return edit;
}

} // namespace kneepoint
