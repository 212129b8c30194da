// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/feasibility.h"

#include "model/analysis/words.h"
#include "model/cost/operations.h"
#include "model/search/layout_rules.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kneepoint {

std::vector<std::string> layoutFaults(const Scenario& s)
{
    if (!atKernelDepth(s))
        return {};
    static constexpr std::array<std::string_view, 4> fatal{"heads", "ffn", "layers", "experts"};
    std::vector<std::string> faults;
    for (BrokenRule& rule : LayoutRules(s).broken(layoutOf(s)))
        if (std::ranges::find(fatal, rule.id) != fatal.end())
            faults.push_back(std::move(rule.sentence));
    return faults;
}

std::string whyItCannotRun(const Analysis& a)
{
    const Scenario& s = a.scenario;
    if (s.cluster.gpus < gpusPerReplica(s))
        return fmt::format(
            "needs {} GPUs, {} available", words::number(gpusPerReplica(s)), words::number(s.cluster.gpus));
    if (const std::vector<std::string> faults = layoutFaults(s); !faults.empty())
        return faults.front();
    return a.step.memory.fits() ? "" : "does not fit in memory";
}

} // namespace kneepoint
