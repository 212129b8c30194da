// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/schedule_words.h"

#include "model/units/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

const ScheduleOption* ownOf(const std::vector<ScheduleOption>& gallery)
{
    const auto own = std::ranges::find_if(gallery, &ScheduleOption::own);
    return own == gallery.end() ? nullptr : &*own;
}

/// "3.1 % shorter"; empty for the same.
std::string changeText(double step_s, double own_s)
{
    constexpr double noticed = 5e-4;
    const double change = own_s > 0 ? step_s / own_s - 1 : 0;
    if (std::abs(change) < noticed)
        return {};
    return fmt::format("{:.1f} % {}", 100 * std::abs(change), change < 0 ? "shorter" : "longer");
}

/// "ZB-V" of "Zero bubble, ZB-V".
std::string_view shortLabel(std::string_view label)
{
    const std::size_t comma = label.find(", ");
    return comma == std::string_view::npos ? label : label.substr(comma + 2);
}

} // namespace

std::string scheduleName(const ScheduleOption& option, const std::vector<ScheduleOption>& gallery)
{
    const ScheduleOption* own = ownOf(gallery);
    std::string text(shortLabel(option.label));
    if (option.own)
        return text + ", now";
    if (!option.fits)
        return text + ": does not fit";
    const std::string change = own ? changeText(option.step_s, own->step_s) : std::string();
    return fmt::format("{}{}{}{}", text, change.empty() ? "" : ": ", change, option.offered ? "" : ", not offered");
}

std::string schedulesSentence(const std::vector<ScheduleOption>& gallery)
{
    const ScheduleOption* own = ownOf(gallery);
    if (!own)
        return "There is only one pipeline stage, so every schedule is the same.";
    const ScheduleOption* best = own;
    for (const ScheduleOption& option : gallery)
        if (option.fault.empty() && option.fits && option.offered && option.step_s < best->step_s)
            best = &option;
    std::string text;
    if (const std::string change = changeText(best->step_s, own->step_s); change.empty())
        text = fmt::format("No other schedule that can run here is faster than {}.", own->label);
    else
        text = fmt::format("{} makes the step {}: a bubble of {} instead of {}, and {} of memory instead of {}.",
            best->label, change, formatQuantity(best->bubble_s, Unit::seconds),
            formatQuantity(own->bubble_s, Unit::seconds), formatQuantity(best->memory_bytes, Unit::bytes),
            formatQuantity(own->memory_bytes, Unit::bytes));
    std::string missing;
    for (const ScheduleOption& option : gallery) {
        if (!option.fault.empty())
            text += fmt::format(" Not {}: {}.", shortLabel(option.label), option.fault);
        else if (!option.offered)
            missing += fmt::format("{}{}", missing.empty() ? "" : ", ", shortLabel(option.label));
    }
    if (!missing.empty())
        text += fmt::format(" The software does not offer {}.", missing);
    return text;
}

} // namespace kneepoint
