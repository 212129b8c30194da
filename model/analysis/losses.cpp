// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/losses.h"

#include "model/units/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>

namespace kneepoint {
namespace {

std::optional<PartLoss> largestBeyond(const StepReport& step, std::initializer_list<Part> useful)
{
    constexpr double visible = 0.0005;
    PartLoss worst;
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        const double share = step.parts[i].exposed_s / step.step_s;
        if (std::ranges::find(useful, part) == useful.end() && share > worst.share)
            worst = {part, share};
    }
    return worst.share < visible ? std::nullopt : std::optional(worst);
}

} // namespace

std::optional<PartLoss> largestLoss(const StepReport& step)
{
    return largestBeyond(step, {Part::compute});
}

std::optional<PartLoss> largestWait(const StepReport& step)
{
    return largestBeyond(step, {Part::compute, Part::memory, Part::launch, Part::optimizer});
}

std::string lossText(const PartLoss& loss)
{
    return fmt::format("{}, {} of the step", partLabel(loss.part), words::percent(loss.share));
}

} // namespace kneepoint
