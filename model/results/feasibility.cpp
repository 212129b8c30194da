// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/feasibility.h"

#include "model/cost/operations.h"
#include "model/job/pipeline.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"
#include "model/units/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

std::vector<std::string> brokenRules(const Scenario& s, std::initializer_list<std::string_view> ids)
{
    std::vector<std::string> sentences;
    if (!atKernelDepth(s))
        return sentences;
    for (BrokenRule& rule : LayoutRules(s).broken(layoutOf(s)))
        if (std::ranges::find(ids, rule.id) != ids.end())
            sentences.push_back(std::move(rule.sentence));
    return sentences;
}

} // namespace

std::vector<std::string> layoutFaults(const Scenario& s)
{
    std::vector<std::string> faults = brokenRules(s, {"heads", "ffn", "experts"});
    const double chunks = s.plan.pipeline_parallel * chunksPerStage(s.plan);
    if (atKernelDepth(s) && chunks > s.workload.layers + table_layers)
        faults.push_back(fmt::format(
            "{} layers are too few for {} pipeline chunks", words::number(s.workload.layers), words::number(chunks)));
    return faults;
}

std::vector<std::string> unevenShares(const Scenario& s)
{
    return brokenRules(s, {"layers"});
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
