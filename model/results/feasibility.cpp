// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/feasibility.h"

#include "model/catalogue/catalogue.h"
#include "model/cost/operations.h"
#include "model/job/pipeline.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"
#include "model/units/words.h"

#include <algorithm>
#include <cmath>
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

std::vector<std::string> modelFaults(const Scenario& s)
{
    const Workload& w = s.workload;
    std::vector<std::string> faults;
    if (!atKernelDepth(s))
        return faults;
    if (w.head_width <= 0 && std::fmod(w.hidden, w.heads) != 0)
        faults.push_back(fmt::format(
            "{} attention heads do not divide a hidden size of {}", words::number(w.heads), words::number(w.hidden)));
    if (std::fmod(w.heads, w.kv_heads) != 0)
        faults.push_back(fmt::format(
            "{} key/value heads do not divide {} attention heads", words::number(w.kv_heads), words::number(w.heads)));
    if (w.experts > 1 && w.top_k > w.experts)
        faults.push_back(
            fmt::format("a token cannot go to {} of {} experts", words::number(w.top_k), words::number(w.experts)));
    return faults;
}

std::vector<std::string> layoutFaults(const Scenario& s)
{
    std::vector<std::string> faults = brokenRules(s, {"heads", "ffn", "experts", "stage_layers"});
    if (s.workload.kind == ModelKind::generic && gpusPerReplica(s) > 1)
        faults.emplace_back("a generic model has no layers to split");
    const double ranks = workers(s) * s.plan.context_parallel;
    const double group = s.plan.shard_group;
    if (group > 0 && group < ranks && std::fmod(ranks, group) != 0 && parameter("plan.shard_group").idle(s).empty())
        faults.push_back(fmt::format("sharding groups of {} cannot be formed from {} data-parallel ranks",
            words::number(group), words::number(ranks)));
    if (const double sites = s.cluster.sites; sites > 1 && std::fmod(workers(s), sites) != 0)
        faults.push_back(fmt::format(
            "{} replicas cannot be shared evenly by {} sites", words::number(workers(s)), words::number(sites)));
    const double chunks = s.plan.pipeline_parallel * chunksPerStage(s.plan);
    if (atKernelDepth(s) && chunks > s.workload.layers + table_layers)
        faults.push_back(fmt::format(
            "{} layers are too few for {} pipeline chunks", words::number(s.workload.layers), words::number(chunks)));
    return faults;
}

std::vector<std::string> missingSchedule(const Scenario& s)
{
    std::vector<std::string> faults;
    if (splitsBackward(s.plan.pipeline_schedule))
        faults = brokenRules(s, {"software"});
    std::erase_if(faults, [](const std::string& fault) { return !fault.starts_with("the software does not offer"); });
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
    for (const auto& faults : {modelFaults(s), layoutFaults(s)})
        if (!faults.empty())
            return faults.front();
    return a.step.memory.fits() ? "" : "does not fit in memory";
}

} // namespace kneepoint
