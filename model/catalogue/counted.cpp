// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/counted.h"

#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

struct CountedRecord {
    std::string_view parameter, one, many;
    std::optional<double> (*size)(const Scenario&);
};

std::optional<double> token(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return {};
    return 1 / s.workload.sequence_length;
}

/// Of what already is a number of tokens.
std::optional<double> itself(const Scenario& s)
{
    return s.workload.kind == ModelKind::generic ? std::nullopt : std::optional(1.0);
}

constexpr std::array counted{
    CountedRecord{"workload.global_batch", "token", "tokens", token},
    CountedRecord{"workload.critical_batch", "token", "tokens", token},
    CountedRecord{"workload.sequence_length", "token", "tokens", itself},
    CountedRecord{"workload.training_tokens", "token", "tokens", itself},
    CountedRecord{"workload.batch_per_gpu", "token", "tokens", token},
    CountedRecord{
        "cluster.gpus", "node", "nodes", [](const Scenario& s) { return std::optional(s.cluster.gpus_per_node); }},
};

std::string_view withoutSpaces(std::string_view text)
{
    const auto last = text.find_last_not_of(' ');
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

/// The text before the unit, or nothing where it does not end in it.
std::optional<std::string_view> before(std::string_view text, const CountedIn& unit)
{
    text = withoutSpaces(text);
    for (const std::string_view name : {unit.many, unit.one})
        if (text.ends_with(name) && text.size() > name.size())
            return withoutSpaces(text.substr(0, text.size() - name.size()));
    return {};
}

} // namespace

std::optional<CountedIn> countedIn(const Parameter& p, const Scenario& s)
{
    const auto record = std::ranges::find(counted, p.id, &CountedRecord::parameter);
    const auto size = record == counted.end() ? std::nullopt : record->size(s);
    return size ? std::optional(CountedIn{record->one, record->many, *size}) : std::nullopt;
}

Result<double> parseValue(const Parameter& p, std::string_view text, const std::optional<CountedIn>& unit)
{
    const auto number = unit ? before(text, *unit) : std::nullopt;
    if (!number)
        return parseValue(p, text);
    const Result<double> count = parseQuantity(*number, Unit::count);
    if (!count)
        return failure(fmt::format("{}: {}", p.label, count.error().message));
    const double value = std::round(*count * unit->size);
    if (const auto checked = checkValue(p, value); !checked)
        return tl::unexpected(checked.error());
    return value;
}

} // namespace kneepoint
