// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"

#include "model/catalogue/counted.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <unordered_map>
#include <vector>

namespace kneepoint {
namespace {

/// Parameters whose value may be another one than was stated: what automatic planning sets, experts' parallelism of a
/// model without experts, a batch that the replicas do not divide, a size beside a chosen model, a vocabulary beside a
/// small size, GPU and network beside a machine.
constexpr std::string_view held_ids[] = {"workload.parameters", "workload.vocabulary", "workload.batch_per_gpu",
    "workload.global_batch", "plan.accumulation", "plan.tensor_parallel", "plan.pipeline_parallel",
    "plan.context_parallel", "plan.sequence_parallel", "plan.pipeline_schedule", "plan.virtual_stages",
    "plan.expert_parallel", "plan.zero_stage", "plan.shard_group", "plan.recompute", "cluster.gpu",
    "cluster.interconnect"};
static_assert(std::size(held_ids) <= Stated::most_held);

int heldPlace(std::string_view id)
{
    const auto* const found = std::ranges::find(held_ids, id);
    return found == std::end(held_ids) ? -1 : static_cast<int>(found - held_ids);
}

std::vector<Parameter> gather()
{
    std::vector<Parameter> all;
    const auto take = [&](Group group, std::span<const Parameter> records) {
        std::string_view last;
        for (Parameter p : records) {
            p.group = group;
            if (p.topic.empty() && !p.headline)
                p.topic = last;
            else if (!p.topic.empty())
                last = p.topic;
            if (p.isOfModel())
                p.follows = p.follows | Follows::model;
            p.held = heldPlace(p.id);
            p.place = all.size();
            all.push_back(p);
        }
    };
    take(Group::workload, fields::model());
    take(Group::workload, fields::workload());
    take(Group::cluster, fields::cluster());
    take(Group::plan, fields::plan());
    take(Group::plan, fields::automatic());
    take(Group::stack, fields::stack());
    take(Group::stack, fields::ownRuns());
    take(Group::assumptions, fields::assumptions());
    if (all.size() > Stated::most_parameters) {
        std::fprintf(stderr, "more than %zu parameters: raise Stated::most_parameters\n", Stated::most_parameters);
        std::abort();
    }
    return all;
}

Result<double> parseFlag(std::string_view text)
{
    for (const std::string_view on : {"on", "true", "yes", "1"})
        if (text == on)
            return 1;
    for (const std::string_view off : {"off", "false", "no", "0"})
        if (text == off)
            return 0;
    return failure(fmt::format("'{}' is not on or off", excerpt(text)));
}

Result<double> parseChoice(const Parameter& p, std::string_view text)
{
    const auto options = p.choices();
    const auto found = std::ranges::find(options, text, &Choice::id);
    if (found == options.end())
        return failure(fmt::format("'{}' is not one of {}", excerpt(text), rangeText(p)));
    return static_cast<double>(found - options.begin());
}

/// American spellings of ids that are British; files and listings contain the id.
struct Alias {
    std::string_view spelling, id;
};
constexpr Alias aliases[] = {{"plan.synchronization", "plan.synchronisation"}};

using ParametersById = std::unordered_map<std::string_view, const Parameter*>;

ParametersById parametersById()
{
    ParametersById by_id;
    for (const Parameter& p : catalogue())
        by_id.emplace(p.id, &p);
    for (const auto& [spelling, id] : aliases)
        by_id.emplace(spelling, by_id.at(id));
    return by_id;
}

/// "5.781086286405983 years"
bool isLong(std::string_view exact)
{
    constexpr std::ptrdiff_t most_digits = 4;
    const std::string_view number = exact.substr(0, exact.find(' '));
    return number.find('.') != std::string_view::npos
        && std::ranges::count_if(number, [](char c) { return c >= '0' && c <= '9'; }) > most_digits;
}

} // namespace

std::string_view groupLabel(Group group)
{
    static constexpr std::array<std::string_view, group_count> labels{
        "Workload", "Cluster", "Plan", "Stack", "Assumptions"};
    return labels[static_cast<std::size_t>(group)];
}

std::span<const Parameter> catalogue()
{
    static const std::vector<Parameter> all = gather();
    return all;
}

bool Parameter::isOfModel() const
{
    if (id == "workload.family")
        return false;
    return id == "workload.parameters" || topic == "Model" || topic == "Architecture" || topic == "Generic model";
}

double Parameter::defaultValue() const
{
    return get(Scenario{});
}

void Parameter::edit(Scenario& s, double value, const Calibration& calibration) const
{
    s = applied(s, {{this, value}}, calibration);
}

const Parameter* findParameter(std::string_view id)
{
    static const ParametersById by_id = parametersById();
    const auto found = by_id.find(id);
    return found == by_id.end() ? nullptr : found->second;
}

const Parameter& parameter(std::string_view id)
{
    const Parameter* found = findParameter(id);
    if (!found) {
        std::fprintf(stderr, "no parameter '%.*s'\n", static_cast<int>(id.size()), id.data());
        std::abort();
    }
    return *found;
}

const Parameter* pinOf(const Parameter& p)
{
    const auto all = catalogue();
    const auto found = std::ranges::find(all, p.id, &Parameter::pins);
    return found == all.end() ? nullptr : &*found;
}

std::string rangeText(const Parameter& p)
{
    if (p.scale == Scale::flag)
        return "on, off";
    if (p.scale != Scale::choice)
        return fmt::format("{} … {}", formatExact(p.range.min, p.unit), formatExact(p.range.max, p.unit));
    const auto options = p.choices();
    constexpr std::size_t shown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(options.size(), shown); ++i)
        text += fmt::format("{}{}", i ? ", " : "", options[i].id);
    if (options.size() > shown)
        text += fmt::format(" … ({} in all)", options.size());
    return text;
}

Result<void> checkValue(const Parameter& p, double value)
{
    const bool whole = p.isWhole();
    if (std::isfinite(value) && value >= p.range.min && value <= p.range.max && (!whole || value == std::round(value)))
        return {};
    if (whole && std::isfinite(value) && value != std::round(value))
        return failure(fmt::format("{}: {} is not a whole number ({})", p.label, value, rangeText(p)));
    return failure(fmt::format("{}: {} is out of range ({})", p.label,
        std::isfinite(value) ? formatExact(value, p.unit) : "this", rangeText(p)));
}

std::string valueText(const Parameter& p, double value)
{
    if (p.scale == Scale::flag)
        return value != 0 ? "on" : "off";
    if (p.scale == Scale::choice) {
        const auto options = p.choices();
        const auto index = static_cast<std::size_t>(std::clamp(value, p.range.min, p.range.max));
        return std::string(options[index].label);
    }
    return formatExact(value, p.unit);
}

std::string briefText(const Parameter& p, double value)
{
    constexpr double most_counted = 1e6; // a vocabulary has 128256 tokens, but a model 6.74 B parameters
    const bool counts = p.unit == Unit::none || p.unit == Unit::count || p.unit == Unit::tokens;
    const bool counted = p.isWhole() || (counts && value == std::floor(value) && value < most_counted);
    std::string exact = valueText(p, value);
    return !counted && isLong(exact) ? formatQuantity(value, p.unit) : exact;
}

Result<double> parseValue(const Parameter& p, std::string_view text)
{
    Result<double> value = p.scale == Scale::flag ? parseFlag(text)
        : p.scale == Scale::choice                ? parseChoice(p, text)
                                                  : parseQuantity(text, p.unit);
    if (!value)
        return failure(fmt::format("{}: {}", p.label, value.error().message));
    if (const auto checked = checkValue(p, *value); !checked)
        return tl::unexpected(checked.error());
    return value;
}

Result<void> editByText(Scenario& s, std::string_view id, std::string_view text, const Calibration& calibration)
{
    const Parameter* p = findParameter(id);
    if (!p)
        return failure(fmt::format("there is no parameter '{}'; 'kneepoint parameters' lists all", excerpt(id)));
    const Result<double> value = parseValue(*p, text, countedIn(*p, s));
    if (!value)
        return failure(fmt::format("{}: {}", p->id, value.error().message));
    p->edit(s, *value, calibration);
    return {};
}

} // namespace kneepoint
