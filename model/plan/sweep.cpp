// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/sweep.h"

#include "model/catalogue/derive.h"
#include "model/catalogue/setting_json.h"
#include "model/constants/calibration.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

/// An error in a sweep, with its place.
struct SweepError {
    std::string sentence;
};

[[noreturn]] void refuse(std::string sentence)
{
    throw SweepError{std::move(sentence)};
}

void onlyKeys(const Json& object, std::initializer_list<std::string_view> known, std::string_view where)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            refuse(fmt::format("{}: unknown key \"{}\"", where, excerpt(key)));
}

const Parameter& parameterNamed(const std::string& id)
{
    const Parameter* p = findParameter(id);
    if (!p)
        refuse(fmt::format("there is no parameter \"{}\"", excerpt(id)));
    return *p;
}

double valueOf(const Parameter& p, const Json& json)
{
    const Result<double> value = readSetting(p, json);
    if (!value)
        refuse(fmt::format("{}: {}", p.id, value.error().message));
    return *value;
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

constexpr double most_steps = 1e6;

double stepsOf(const std::string& id, const Json& json)
{
    const double steps = json["steps"].is_number() ? std::floor(json["steps"].get<double>()) : 0;
    if (!(steps >= 1 && steps <= most_steps))
        refuse(fmt::format("{}: steps must be a number from 1 to {}", id, most_steps));
    return steps;
}

SweepAxis axisOf(const std::string& id, const Json& json)
{
    SweepAxis axis{&parameterNamed(id), {}, 0, 0};
    const Parameter& p = *axis.parameter;
    if (json.is_array()) {
        for (const Json& value : json)
            axis.values.push_back(valueOf(p, value));
        if (axis.values.empty())
            refuse(fmt::format("{}: an axis needs at least one value", id));
        return axis;
    }
    if (!json.is_object())
        refuse(fmt::format(R"({}: an axis is a list of values or {{"from", "to", "steps"}})", id));
    onlyKeys(json, {"from", "to", "steps"}, id);
    axis.from = valueOf(p, json.at("from"));
    axis.to = valueOf(p, json.at("to"));
    if (!json.contains("steps"))
        return axis;
    const double steps = stepsOf(id, json);
    for (double i = 0; i < steps; ++i)
        axis.values.push_back(between(p, axis.from, axis.to, steps > 1 ? i / (steps - 1) : 0));
    axis.values.erase(std::unique(axis.values.begin(), axis.values.end()), axis.values.end());
    if (const auto distinct = static_cast<double>(axis.values.size()); axis.from != axis.to && distinct < steps)
        refuse(fmt::format(R"({}: there are only {} {} from {} to {}; use "steps": {} or a list of values)", id,
            distinct, p.scale == Scale::power_of_two ? "powers of two" : "values", valueText(p, axis.from),
            valueText(p, axis.to), distinct));
    return axis;
}

/// The values that an axis will have, before any is stored.
double valuesOf(const std::string& id, const Json& json)
{
    if (json.is_array())
        return static_cast<double>(json.size());
    return json.is_object() && json.contains("steps") ? stepsOf(id, json) : 1;
}

/// A few bytes can ask for billions of values, so they are counted first.
void countFirst(const Json& axes)
{
    double values = 0;
    for (const auto& [id, axis] : axes.items())
        values += valuesOf(id, axis);
    if (!(values <= most_steps))
        refuse(fmt::format("the axes have more than {:.0f} values", most_steps));
}

void readMetrics(Sweep& sweep, const Json& json)
{
    if (!json.contains("metrics")) {
        for (const Metric& m : metrics())
            if (m.of_step)
                sweep.metrics.push_back(&m);
        return;
    }
    if (!json.at("metrics").is_array())
        refuse(R"("metrics" must be a list, such as ["mfu", "step_s"])");
    for (const Json& id : json.at("metrics")) {
        const Metric* m = findMetric(id.get<std::string>());
        if (!m)
            refuse(fmt::format("there is no figure \"{}\"", excerpt(id.get<std::string>())));
        sweep.metrics.push_back(m);
    }
}

double wholeNumber(const Json& json, const char* key, double most)
{
    if (!json.contains(key))
        return 0;
    const double value = json[key].is_number() ? json[key].get<double>() : -1;
    if (!(value >= 0 && value <= most && value == std::floor(value)))
        refuse(fmt::format("\"{}\" must be a whole number up to {:.0f}", key, most));
    return value;
}

Sweep readSweep(const Json& json, const ScenarioByName& scenarioNamed, const Calibration& calibration)
{
    if (!json.is_object())
        refuse("expected an object");
    onlyKeys(json, {"scenario", "set", "axes", "sample", "seed", "auto", "metrics"}, "sweep");
    Sweep sweep;
    const Result<Scenario> base = scenarioNamed(json.at("scenario").get<std::string>());
    if (!base)
        refuse(base.error().message);
    sweep.base = *base;
    if (json.contains("set") && !json.at("set").is_object())
        refuse(R"("set" must be an object, such as {"cluster.gpus": 64})");
    if (json.contains("set")) {
        Edit edit;
        for (const auto& [id, value] : json.at("set").items()) {
            const Parameter& p = parameterNamed(id);
            edit.push_back({&p, valueOf(p, value)});
        }
        sweep.base = applied(sweep.base, edit, calibration);
        if (const std::string why = contradictionIn(edit, sweep.base); !why.empty())
            refuse(why);
    }
    if (json.contains("axes") && !json.at("axes").is_object())
        refuse(R"("axes" must be an object, such as {"cluster.gpus": [8, 16]})");
    constexpr double most_seed = 9007199254740992.0; // 2⁵³
    sweep.sample = wholeNumber(json, "sample", most_sweep_points);
    sweep.seed = static_cast<std::uint64_t>(wholeNumber(json, "seed", most_seed));
    sweep.plan_layouts = json.contains("auto") && json.at("auto").get<bool>();
    countFirst(json.at("axes"));
    for (const auto& [id, axis] : json.at("axes").items())
        sweep.axes.push_back(axisOf(id, axis));
    for (std::size_t i = 1; i < sweep.axes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (sweep.axes[i].parameter == sweep.axes[j].parameter)
                refuse(fmt::format("{} is given twice, in two spellings", sweep.axes[i].parameter->id));
    sweep.follows_auto = sweep.base.automatic.on
        || std::ranges::any_of(sweep.axes, [](const SweepAxis& axis) { return axis.parameter->id == "plan.auto"; });
    if (sweep.axes.empty())
        refuse("a sweep needs at least one axis");
    for (const SweepAxis& axis : sweep.axes)
        if (axis.values.empty() && sweep.sample <= 0)
            refuse(fmt::format("{}: a grid needs \"steps\" or a list of values", axis.parameter->id));
    if (!(pointCount(sweep) <= most_sweep_points))
        refuse(fmt::format("the sweep has more than {:.0f} points", most_sweep_points));
    readMetrics(sweep, json);
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
    const Result<Json> read = parseBoundedJson(json, place, bounds);
    if (!read)
        return tl::unexpected(read.error());
    try {
        return readSweep(*read, scenarioNamed, calibration);
    } catch (const SweepError& error) {
        return failure(fmt::format("{}: {}", place, error.sentence));
    } catch (const Json::exception&) {
        return failure(fmt::format(R"({}: this is not a sweep; expected an object with "scenario" and "axes")", place));
    }
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
