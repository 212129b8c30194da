// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/layout_rules.h"

#include "model/catalogue/architecture.h"
#include "model/catalogue/divide_batch.h"
#include "model/cost/operations.h"
#include "model/job/pipeline.h"
#include "model/job/placement.h"
#include "model/presets/presets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace kneepoint {
namespace {

bool divides(double part, double whole)
{
    return part >= 1 && std::fmod(whole, part) == 0;
}

/// Ranks share out the key-value heads; the only one of multi-query attention is copied to every rank (Chowdhery et al.
/// 2022, PaLM). Most frameworks refuse grouped queries with fewer key-value heads than ranks.
bool sharesKeys(double t, double kv_heads)
{
    return kv_heads == 1 || divides(t, kv_heads);
}

/// Linear attention is divided by heads too, and a state space by its groups of heads (Megatron-LM,
/// megatron/core/ssm/mamba_mixer.py).
bool sharesState(double t, const Workload& w)
{
    switch (otherMixer(w)) {
    case Mixer::delta_rule:
        return divides(t, w.linear_key_heads) && divides(t, w.linear_heads);
    case Mixer::state_space:
        return divides(t, w.state_groups) && divides(t, w.state_heads);
    default:
        return true;
    }
}

std::string stateSplit(double t, const Workload& w)
{
    const auto n = countText;
    return otherMixer(w) == Mixer::state_space
        ? fmt::format("TP {} does not divide the {} groups and {} heads of the state space", n(t), n(w.state_groups),
            n(w.state_heads))
        : fmt::format("TP {} does not divide the {} key and {} value heads of linear attention", n(t),
            n(w.linear_key_heads), n(w.linear_heads));
}

/// The batch that every layout of the job has.
double batchOf(const Scenario& s)
{
    const double batch = s.workload.scaling == Scaling::strong
        ? s.workload.global_batch
        : s.workload.batch_per_gpu * s.plan.accumulation * workers(s);
    return std::max(1.0, std::round(batch));
}

std::string_view scheduleId(std::size_t schedule)
{
    return parameter("plan.pipeline_schedule").choices()[schedule].id;
}

/// "it has 1F1B, Interleaved 1F1B (…/schedules.py)".
std::string offered(const SoftwareLimits& software)
{
    std::string names;
    for (std::size_t i = 0; i < schedule_count; ++i)
        if (software.schedules[i])
            names += fmt::format(
                "{}{}", names.empty() ? "" : ", ", valueText(parameterOf(Dimension::schedule), static_cast<double>(i)));
    return fmt::format("it has {} ({})", names, software.schedules_source);
}

/// Micro-batches that fill a pipeline of p stages.
double fillingBatches(PipelineSchedule schedule, double p)
{
    switch (schedule) {
    case PipelineSchedule::breadth_first:
    case PipelineSchedule::zb_h1:
        return p;
    case PipelineSchedule::zb_v:
        return 2 * p - 1;
    case PipelineSchedule::dualpipe:
    case PipelineSchedule::dualpipe_v:
        return 2 * p;
    default:
        return 1;
    }
}

/// Whether DualPipe's two directions get equal parts.
bool pairsUp(PipelineSchedule schedule, double p, double micro_batches)
{
    return schedule != PipelineSchedule::dualpipe || (divides(2, p) && divides(2, micro_batches));
}

/// Stages of v chunks get equal numbers of layers, or would if the tables were layers.
bool sharesLayers(double layers, double p, double v)
{
    if (divides(p * v, layers) || tablesCount(layers, p, v))
        return true;
    return v <= 1 && p <= layers && std::fmod(layers, 2) == 1;
}

} // namespace

bool tablesCount(double layers, double p, double v)
{
    return !divides(p * v, layers) && divides(p * v, layers + table_layers);
}

SoftwareLimits softwareLimits(const Scenario& job)
{
    SoftwareLimits limits;
    const auto presets = stackPresets();
    const auto index = static_cast<std::size_t>(job.stack.software);
    if (index < 1 || index > presets.size())
        return limits;
    const StackPreset& stack = presets[index - 1];
    for (std::size_t i = 0; i < schedule_count; ++i)
        limits.schedules[i] = std::ranges::find(stack.schedules, scheduleId(i)) != stack.schedules.end();
    limits.schedules_source = stack.schedules_source;
    if (stack.splits) {
        const auto can = [&](std::string_view what) {
            return std::ranges::find(*stack.splits, what) != stack.splits->end();
        };
        limits.tensor = can("tensor");
        limits.pipeline = can("pipeline");
        limits.context = can("context");
        limits.expert = can("expert");
    }
    if (stack.zero_stages)
        for (std::size_t stage = 0; stage < limits.zero.size(); ++stage)
            limits.zero[stage] =
                std::ranges::find(*stack.zero_stages, static_cast<int>(stage)) != stack.zero_stages->end();
    return limits;
}

LayoutRules::LayoutRules(const Scenario& job)
    : m_job(job)
    , m_software(softwareLimits(job))
    , m_gpus(job.cluster.gpus)
    , m_batch(batchOf(job))
    , m_transformer(job.workload.kind == ModelKind::transformer)
    , m_kernels(atKernelDepth(job))
    , m_whole_experts(m_kernels && job.stack.whole_experts)
    , m_ends(m_kernels ? StageEnds{job.plan.first_stage_layers, job.plan.last_stage_layers} : StageEnds{})
    , m_shards(m_kernels && job.assumptions.overlap_model == OverlapModel::stack)
{
}

bool LayoutRules::shares(double p, double v) const
{
    const double layers = m_job.workload.layers, others = p - m_ends.stages();
    if (!m_ends.stated())
        return sharesLayers(layers, p, v);
    const double left = layers - m_ends.first - m_ends.last;
    const bool chunks = divides(v, m_ends.first) && divides(v, m_ends.last);
    return chunks && (others > 0 ? left >= others && divides(others * v, left) : left == 0);
}

std::string LayoutRules::endsFault(double p) const
{
    const double layers = m_job.workload.layers, others = p - m_ends.stages(), given = m_ends.first + m_ends.last;
    const auto n = countText;
    const std::string_view where = m_ends.last <= 0 ? "the first stage"
        : m_ends.first <= 0                         ? "the last stage"
                                                    : "the first and the last stage";
    const std::string stated = fmt::format("{} of {} layers on {}", n(given), n(layers), where);
    if (others <= 0)
        return fmt::format("{}, but there are no other stages: it must be all {}", stated, n(layers));
    double fewest = std::fmod(layers, others);
    while (fewest < m_ends.stages())
        fewest += others;
    const double most = layers - others; // one layer for each other stage
    if (fewest > most)
        return fmt::format("{}: {} stages have too few layers to state any", stated, n(p));
    const double above = std::clamp(fewest + others * std::ceil((given - fewest) / others), fewest, most);
    const double below = std::clamp(above - others, fewest, most);
    return fmt::format("{} leave {} for the {} other stages, which must have equal numbers: {} would do", stated,
        n(std::max(0.0, layers - given)), n(others),
        below < above ? fmt::format("{} or {}", n(below), n(above)) : n(above));
}

bool LayoutRules::tensor(double t) const
{
    const Workload& w = m_job.workload;
    if (t == 1)
        return true;
    const double node = m_job.cluster.gpus_per_node;
    return m_transformer && m_software.tensor && divides(t, w.heads) && sharesKeys(t, w.kv_heads) && divides(t, w.ffn)
        && sharesState(t, w) && (divides(t, node) || divides(node, t));
}

bool LayoutRules::context(double c) const
{
    if (c == 1)
        return true;
    const double pieces = m_job.workload.causal ? 2 * c : c;
    return m_transformer && m_software.context && divides(c, m_gpus) && divides(pieces, m_job.workload.sequence_length);
}

bool LayoutRules::pipeline(double p) const
{
    return p == 1 || (m_transformer && m_software.pipeline && isWholeNumber(p) && shares(p, 1));
}

bool LayoutRules::fills(double replica_gpus) const
{
    return isWholeNumber(m_gpus) && divides(replica_gpus * m_job.cluster.sites, m_gpus);
}

bool LayoutRules::sequence(double on, double t, double c) const
{
    if (on == 0)
        return true;
    return t > 1 && m_kernels && divides(t * c, m_job.workload.sequence_length);
}

bool LayoutRules::expert(double e, double t, double ranks) const
{
    if (e == 1)
        return true;
    const Workload& w = m_job.workload;
    return m_transformer && w.experts > 1 && m_software.expert && divides(e, w.experts)
        && divides(e, expertPlaces(m_whole_experts, t, ranks / m_job.cluster.sites));
}

bool LayoutRules::recompute(double r) const
{
    return r == 0 || m_transformer;
}

bool LayoutRules::batch(double b, double replicas) const
{
    return isWholeNumber(b) && divides(b * replicas, m_batch);
}

bool LayoutRules::schedule(double schedule, double v, double p, double micro_batches) const
{
    const auto kind = static_cast<PipelineSchedule>(static_cast<int>(schedule));
    if (p <= 1)
        return v == 1 && kind == PipelineSchedule::one_f_one_b;
    if (!m_software.offers(kind) || loops(kind) != (v > 1) || micro_batches < fillingBatches(kind, p))
        return false;
    if (kind == PipelineSchedule::interleaved && !divides(p, micro_batches))
        return false;
    return pairsUp(kind, p, micro_batches) && (v <= 1 || shares(p, v))
        && (!turnsBack(kind) || sharesLayers(m_job.workload.layers, p, 2));
}

PipelineSchedule LayoutRules::usualSchedule(double v) const
{
    const auto either = [&](PipelineSchedule first, PipelineSchedule second) {
        return !m_software.offers(first) && m_software.offers(second) ? second : first;
    };
    return v > 1 ? either(PipelineSchedule::interleaved, PipelineSchedule::breadth_first)
                 : either(PipelineSchedule::one_f_one_b, PipelineSchedule::gpipe);
}

std::vector<double> LayoutRules::chunkCounts() const
{
    if (!m_transformer)
        return {1};
    std::vector<double> counts;
    std::ranges::set_union(
        divisors(m_job.workload.layers), divisors(m_job.workload.layers + table_layers), std::back_inserter(counts));
    return counts;
}

bool LayoutRules::zero(double stage, double group, double of_job) const
{
    const double ranks = of_job / m_job.cluster.sites;
    const bool known = stage >= 0 && stage < static_cast<double>(m_software.zero.size())
        && m_software.zero[static_cast<std::size_t>(stage)];
    if (ranks <= 1)
        return stage == 0 && group == 0;
    if (!known)
        return false;
    return group == 0 || (stage >= 3 && m_shards && group > 1 && group < ranks && divides(group, ranks));
}

Layout LayoutRules::neutral(Layout l) const
{
    if (l[Dimension::tensor] <= 1)
        l[Dimension::sequence] = 0;
    const double ranks = m_gpus / m_job.cluster.sites / l.replicaGpus() * l[Dimension::context];
    if (l[Dimension::shard_group] >= ranks)
        l[Dimension::shard_group] = 0;
    return l;
}

bool LayoutRules::allows(const Layout& l) const
{
    const double t = l[Dimension::tensor];
    const double p = l[Dimension::pipeline];
    const double c = l[Dimension::context];
    if (!tensor(t) || !context(c) || !pipeline(p) || !fills(t * p * c))
        return false;
    const double replicas = m_gpus / (t * p * c);
    const double b = l[Dimension::micro_batch];
    const double m = l[Dimension::accumulation];
    return batch(b, replicas) && m == accumulation(b, replicas) && sequence(l[Dimension::sequence], t, c)
        && expert(l[Dimension::expert], t, replicas * c) && recompute(l[Dimension::recompute])
        && schedule(l[Dimension::schedule], l[Dimension::virtual_stages], p, m)
        && zero(l[Dimension::zero], l[Dimension::shard_group], replicas * c);
}

std::string LayoutRules::expertFault(double e, double t, double ranks) const
{
    const double experts = m_job.workload.experts;
    if (!m_transformer || experts <= 1)
        return fmt::format("EP {} needs experts, and the model has none", countText(e));
    if (!m_software.expert)
        return "the software does not support expert parallelism";
    return fmt::format("EP {} does not divide {} experts and {} {} ranks", countText(e), countText(experts),
        countText(expertPlaces(m_whole_experts, t, ranks)),
        m_whole_experts && t > 1 ? "data- and tensor-parallel" : "data-parallel");
}

void LayoutRules::addScheduleFaults(std::vector<BrokenRule>& all, const Layout& l, double p, double m) const
{
    const auto kind = static_cast<PipelineSchedule>(static_cast<int>(l[Dimension::schedule]));
    if (p <= 1)
        return;
    const std::string name = valueText(parameterOf(Dimension::schedule), l[Dimension::schedule]);
    if (m_software.pipeline && !m_software.offers(kind))
        all.push_back({"software", fmt::format("the software does not offer {}; {}", name, offered(m_software))});
    const double least = fillingBatches(kind, p);
    if (m < least)
        all.push_back({"micro_batches",
            fmt::format("{} needs at least {} micro-batches, not {}", name, countText(least), countText(m))});
    if (!pairsUp(kind, p, m))
        all.push_back({"micro_batches", fmt::format("{} needs an even number of stages and of micro-batches", name)});
    if (turnsBack(kind) && !sharesLayers(m_job.workload.layers, p, 2))
        all.push_back({"layers",
            fmt::format("{} layers cannot be shared evenly by {} stages of 2 chunks", countText(m_job.workload.layers),
                countText(p))});
}

std::vector<BrokenRule> LayoutRules::broken(const Layout& l) const
{
    const Workload& w = m_job.workload;
    const double t = l[Dimension::tensor];
    const double p = l[Dimension::pipeline];
    const double c = l[Dimension::context];
    const double v = l[Dimension::virtual_stages];
    const double replica = t * p * c;
    const double replicas = m_gpus / replica;
    const double b = l[Dimension::micro_batch];
    const double m = l[Dimension::accumulation];
    std::vector<BrokenRule> all;
    const auto n = countText;
    const auto check = [&](bool kept, std::string_view id, std::string sentence) {
        if (!kept)
            all.push_back({id, std::move(sentence)});
    };
    const double sites = m_job.cluster.sites;
    check(fills(replica), "gpus",
        fmt::format("{} GPUs cannot be divided into replicas of {}{}", n(m_gpus), n(replica),
            sites > 1 ? fmt::format(", as many at each of {} sites", n(sites)) : ""));
    if (!m_transformer)
        check(replica == 1, "layers", "a generic model has no layers to split");
    check(t == 1 || m_software.tensor, "software", "the software does not support tensor parallelism");
    check(p == 1 || m_software.pipeline, "software", "the software does not support pipeline parallelism");
    check(c == 1 || m_software.context, "software", "the software does not support context parallelism");
    if (m_transformer) {
        check(divides(t, w.heads), "heads", fmt::format("TP {} does not divide {} attention heads", n(t), n(w.heads)));
        check(sharesKeys(t, w.kv_heads), "kv_heads",
            fmt::format("TP {} does not divide {} key/value heads", n(t), n(w.kv_heads)));
        check(sharesState(t, w), "heads", stateSplit(t, w));
        check(divides(t, w.ffn), "ffn", fmt::format("TP {} does not divide the feed-forward width {}", n(t), n(w.ffn)));
        const double node = m_job.cluster.gpus_per_node;
        check(divides(t, node) || divides(node, t), "node",
            fmt::format("TP {} neither divides the {} GPUs of a node nor fills whole nodes", n(t), n(node)));
        check(p == 1 || !m_ends.stated() || shares(p, 1), "stage_layers", endsFault(p));
        check(p == 1 || m_ends.stated() || shares(p, 1), "layers",
            fmt::format("{} layers cannot be shared evenly by {} pipeline stages", n(w.layers), n(p)));
        check(v <= 1 || p <= 1 || shares(p, v), "layers",
            fmt::format("{} layers cannot be shared evenly by {} stages of {} chunks", n(w.layers), n(p), n(v)));
        check(c == 1 || divides(w.causal ? 2 * c : c, w.sequence_length), "sequence",
            fmt::format("CP {} does not divide a sequence of {} tokens", n(c), n(w.sequence_length)));
    }
    check(sequence(l[Dimension::sequence], t, c), "sequence_parallel",
        "sequence parallelism needs tensor parallelism and a sequence that the ranks can divide");
    check(expert(l[Dimension::expert], t, replicas * c), "experts", expertFault(l[Dimension::expert], t, replicas * c));
    check(recompute(l[Dimension::recompute]), "recompute", "a generic model has no layers to recompute");
    check(batch(b, replicas) && m == accumulation(b, replicas), "batch",
        fmt::format("{} replicas × {} micro-batches of {} do not make up the global batch of {}", n(replicas), n(m),
            n(b), n(m_batch)));
    if (p > 1 && v > 1 && l[Dimension::schedule] != static_cast<double>(PipelineSchedule::breadth_first))
        check(divides(p, m), "micro_batches",
            fmt::format("interleaving needs micro-batches in groups of {}, not {}", n(p), n(m)));
    check(p > 1 || v == 1, "virtual_stages", "virtual stages need a pipeline");
    check((v > 1) == loops(static_cast<PipelineSchedule>(static_cast<int>(l[Dimension::schedule]))), "schedule",
        "virtual stages require the interleaved or the breadth-first schedule, and these require them");
    check(p > 1 || l[Dimension::schedule] == static_cast<double>(PipelineSchedule::one_f_one_b), "schedule",
        "a pipeline schedule needs a pipeline");
    addScheduleFaults(all, l, p, m);
    check(zero(l[Dimension::zero], l[Dimension::shard_group], replicas * c), "zero",
        fmt::format("the software does not support ZeRO stage {} with a sharding group of {} on {} ranks",
            n(l[Dimension::zero]), n(l[Dimension::shard_group]), n(replicas * c)));
    return all;
}

std::vector<double> divisibleBatches(const Scenario& job)
{
    const double batch = batchOf(job);
    std::vector<double> all;
    for (double replicas = job.cluster.gpus; isWholeNumber(replicas); replicas /= 2) {
        const double near = replicas * std::max(1.0, std::round(batch / replicas));
        if (near == batch)
            break;
        if (std::abs(near - batch) <= job.plan.batch_tolerance * batch && std::ranges::find(all, near) == all.end())
            all.push_back(near);
    }
    return all;
}

double divisibleBatch(const Scenario& job)
{
    const std::vector<double> all = divisibleBatches(job);
    return all.empty() ? batchOf(job) : all.front();
}

std::vector<double> divisors(double n)
{
    std::vector<double> all{1};
    if (!isWholeNumber(n))
        return all;
    double rest = n;
    for (double prime = 2; rest > 1; prime = prime * prime > rest ? rest : prime + 1) {
        const std::size_t before = all.size();
        for (double power = prime; std::fmod(rest, prime) == 0; power *= prime) {
            rest /= prime;
            for (std::size_t i = 0; i < before; ++i)
                all.push_back(all[i] * power);
        }
    }
    std::ranges::sort(all);
    return all;
}

} // namespace kneepoint
