// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/placement.h"

#include "model/constants/formats.h"
#include "model/job/adapters.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

LayerSplit splitOf(const ModelShape& model, const Plan& plan, double expert_ranks, double batch_per_gpu)
{
    return {
        .examples = batch_per_gpu,
        .tokens = batch_per_gpu * model.sequence_length / plan.context_parallel,
        .tensor = plan.tensor_parallel,
        .sequence = plan.sequence_parallel ? plan.tensor_parallel : 1,
        .context = plan.context_parallel,
        .experts = expert_ranks,
        .recompute = plan.recompute,
    };
}

/// Stages by hand, where layers do not turn back.
StageEnds endsOf(const Setup& setup, const Plan& plan)
{
    return setup.kernels && !turnsBack(plan.pipeline_schedule)
        ? StageEnds{plan.first_stage_layers, plan.last_stage_layers}
        : StageEnds{};
}

Pipeline pipelineOf(const Setup& setup, const Plan& plan)
{
    return {
        .stages = plan.pipeline_parallel,
        .chunks = chunksPerStage(plan),
        .micro_batches = plan.accumulation,
        .schedule = plan.pipeline_schedule,
        .layers = {setup.model, plan.pipeline_parallel, setup.software.stages_by_cost, endsOf(setup, plan)},
    };
}

/// Layers, and trained layers, of the stage with most of them, relative to the mean one.
struct FullestStage {
    double layers = 1, trained = 1;
};

/// Frozen layers are on the first stages, and stages by hand or with an encoder may differ; all others are taken as
/// equal.
FullestStage fullestOf(const Setup& setup, const Plan& plan)
{
    if (!setup.kernels || plan.pipeline_parallel <= 1)
        return {};
    const bool own = endsOf(setup, plan).stated() || setup.model.encoder_layers > 0;
    if (!own && !setup.model.frozen.used)
        return {};
    const Pipeline pipe = pipelineOf(setup, plan);
    const double mean = setup.model.layers / pipe.stages, trained = mean * setup.model.trainedLayers();
    FullestStage most;
    for (double stage = 0; stage < pipe.stages; ++stage) {
        const StageLoad load = loadOf(pipe, stage);
        if (own)
            most.layers = std::max(most.layers, load.layers / mean);
        if (trained > 0)
            most.trained = std::max(most.trained, load.trained() / trained);
    }
    return most;
}

/// Ranks among which state that `ranks` of them hold is sharded.
double sharing(const Plan& plan, double ranks)
{
    return plan.shard_group > 0 ? std::min(plan.shard_group, ranks) : ranks;
}

/// Textbook memory is sharded over all ranks, with or without groups.
StateSharding shardingOf(const Setup& setup, const Plan& plan, double ranks, double expert_ranks)
{
    StateSharding state{
        .zero_stage = plan.zero_stage,
        .moment_bytes = plan.moment_bytes,
        .optimizer = plan.optimizer,
        .offload = plan.offload,
        .gradients = plan.gradient_precision,
    };
    if (plan.zero_stage < 1)
        return state;
    state.ranks = setup.kernels ? sharing(plan, ranks) : ranks;
    state.expert_ranks = setup.kernels ? sharing(plan, ranks / expert_ranks) : ranks;
    return state;
}

/// Whether weights of layers are gathered in 8 bits whatever they are computed in.
bool gathersQuantized(const Setup& setup, const Plan& plan)
{
    return plan.quantized_gather && plan.zero_stage >= 3 && setup.gathered_bytes > quantized_gather_bytes
        && !setup.model.adapters.quantized;
}

/// Bytes of the weights on a GPU as they are gathered.
double gatheredBytes(const Setup& setup, const Plan& plan, double parameters, double of_stages)
{
    const ModelShape& m = setup.model;
    const double tables = m.embedding_copies * m.vocabulary * m.hidden;
    const double of_layers = gathersQuantized(setup, plan) ? quantized_gather_bytes : setup.gathered_bytes;
    return parameters * std::lerp(of_layers, weight_bytes, std::min(1.0, tables / of_stages));
}

/// Bytes of the weights on a GPU as they are kept to compute with: frozen ones, of which the matrices of layers may
/// have 4 bits, and adapters.
double weightBytes(const Setup& setup, double parameters, double trained, double of_stages)
{
    const ModelShape& m = setup.model;
    if (!m.adapters.used)
        return parameters * setup.element_bytes;
    const double tables = std::min(1.0, m.embedding_copies * m.vocabulary * m.hidden / of_stages);
    const double frozen =
        m.adapters.quantized ? std::lerp(quantized_weight_bytes, setup.element_bytes, tables) : setup.element_bytes;
    return parameters * frozen + trained * setup.element_bytes;
}

/// Bytes of the weights on a GPU that ZeRO gathers: updated ones, and frozen ones at stage 3.
double gatheredBytes(const Setup& setup, const Plan& plan, double parameters, double trained, double of_stages)
{
    if (plan.zero_stage < 1)
        return 0;
    if (!setup.model.adapters.used)
        return gatheredBytes(setup, plan, parameters, of_stages);
    return plan.zero_stage >= 3 ? weightBytes(setup, parameters, trained, of_stages) : trained * weight_bytes;
}

/// How the ranks of a stage are numbered that hold the same parameters: the context-parallel ones of a replica are next
/// to each other, and the stages of a pipeline come between replicas or not.
class DataOrder {
public:
    DataOrder(const Plan& plan, double torus_gpus)
        : m_tensor(plan.tensor_parallel)
        , m_near(plan.context_parallel)
        , m_gap(plan.rank_order == RankOrder::pp_inside ? plan.pipeline_parallel : 1)
        , m_torus_gpus(torus_gpus)
    {
    }
    /// `ranks` of them, each `step` further on.
    [[nodiscard]] GroupShape group(double ranks, double step) const
    {
        if (m_gap <= 1)
            return {ranks, m_tensor * step, m_torus_gpus};
        return {ranks, m_tensor * step * (step < m_near ? 1 : m_gap), m_torus_gpus, std::max(1.0, m_near / step),
            step < m_near ? m_gap : 1};
    }
    /// The tensor-parallel groups of so many of them.
    [[nodiscard]] GroupShape whole(double ranks) const
    {
        return {ranks * m_tensor, 1, m_torus_gpus, m_near * m_tensor, m_gap};
    }

private:
    double m_tensor, m_near, m_gap, m_torus_gpus;
};

StagePlaces stagePlaces(const Plan& plan, double workers, double torus_gpus)
{
    const double inside = plan.tensor_parallel * plan.context_parallel;
    if (plan.rank_order == RankOrder::pp_inside)
        return {plan.pipeline_parallel, inside, workers, torus_gpus};
    return {plan.pipeline_parallel, inside * workers, 1, torus_gpus};
}

/// ZeRO-2 keeps a shard of the gradients, so that each micro-batch has to be reduced. In a pipeline whole gradients are
/// kept until the end of the step, and textbooks count one exchange.
double reductionsPerStep(const Setup& setup, const Plan& plan)
{
    const bool each = setup.kernels && plan.zero_stage == 2 && plan.pipeline_parallel <= 1
        && plan.synchronization == Synchronization::all_reduce
        && !gathersByLayer(setup.assumptions.overlap_model, plan, setup.software);
    return each ? std::max(1.0, plan.accumulation) : 1;
}

/// Among the `ranks` that hold the same parameters; with DualPipe half of them on the mirrored stage, p/2 stages away
/// on average, which is all there are with one replica.
GradientExchange exchangeOf(
    const Setup& setup, const Plan& plan, double ranks, double torus_gpus, double trained, double gathered_bytes)
{
    const DataOrder order(plan, torus_gpus);
    const double sharers = sharing(plan, ranks);
    GradientExchange e{
        .kind = plan.synchronization,
        .algorithm = plan.collective,
        .by_layer = gathersByLayer(setup.assumptions.overlap_model, plan, setup.software),
        .zero_stage = plan.zero_stage,
        .every = plan.sync_every,
        .reductions = reductionsPerStep(setup, plan),
        .servers = plan.parameter_servers,
        .gradient_bytes = trained * bytesPerGradient(plan.gradient_precision) / plan.gradient_compression,
        .weight_bytes = gathered_bytes,
        .bucket_bytes = bucketBytes(plan, setup.software, ranks),
        .compression = plan.gradient_compression,
        .data = order.group(ranks, 1),
        .shard = order.group(sharers, 1),
        .copies = order.group(ranks / sharers, sharers),
        .replicas = {ranks, plan.tensor_parallel * plan.pipeline_parallel, torus_gpus},
    };
    if (const double copies = layerCopies(plan.pipeline_schedule); copies > 1 && ranks <= copies) {
        e.data = e.shard = e.replicas = {
            ranks, plan.tensor_parallel * plan.context_parallel * plan.pipeline_parallel / copies, torus_gpus};
        e.copies = {1, 1, torus_gpus};
    }
    return e;
}

/// Whether the ranks of a tensor-parallel group share out experts instead of splitting each.
bool sharesOutExperts(const Setup& setup)
{
    return setup.kernels && setup.software.whole_experts && setup.model.hasExperts();
}

/// Data-parallel ranks that experts are distributed over. A tensor-parallel group counts as one rank: if it holds whole
/// experts, it holds as many bytes as if it split those of one rank.
double expertRanks(const Setup& setup, const Plan& plan, double ranks)
{
    if (!setup.model.hasExperts())
        return 1;
    const bool whole = sharesOutExperts(setup);
    const double t = plan.tensor_parallel;
    return std::min(plan.expert_parallel, expertPlaces(whole, t, ranks)) / expertPlaces(whole, t, 1);
}

/// GPUs that exchange tokens: one of each tensor-parallel group, or adjacent ones if they hold whole experts.
GroupShape expertGroup(const Setup& setup, const Plan& plan, double expert_ranks, double torus_gpus)
{
    const DataOrder order(plan, torus_gpus);
    return sharesOutExperts(setup) ? order.whole(expert_ranks) : order.group(expert_ranks, 1);
}

LayerGroups groupsOf(const Setup& setup, const Plan& plan, double expert_ranks, double torus_gpus)
{
    const double t = plan.tensor_parallel;
    return {
        .tensor = {t, 1, torus_gpus},
        .context = {plan.context_parallel, t, torus_gpus},
        .expert = expertGroup(setup, plan, expert_ranks, torus_gpus),
        .algorithm = plan.collective,
        .context_exchange = plan.context_exchange,
        .context_inner = plan.context_inner,
        .dispatch = plan.expert_dispatch,
    };
}

LayerSharding layerSharding(const Setup& setup, const Plan& plan, const GradientExchange& e)
{
    if (!setup.kernels || e.data.ranks <= 1 || !e.by_layer)
        return {};
    const bool once = e.copies.ranks > 1 && !setup.software.syncs_each_pass;
    const double all = std::max(1.0, plan.accumulation);
    const bool together = plan.pipeline_schedule == PipelineSchedule::breadth_first;
    return {true, gathersQuantized(setup, plan), plan.zero_stage >= 3, bytesPerGradient(plan.gradient_precision),
        plan.gradient_compression, once && !together ? all : 1, together ? all : 1, e.shard, e.copies};
}

} // namespace

Placement placementOf(const Setup& setup, const Plan& stated, double gpus, double batch_per_gpu)
{
    Plan plan = stated;
    if (plan.pipeline_parallel <= 1) // a single stage has no schedule
        plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
    const double replica_gpus = plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel;
    const double workers = std::max(1.0, gpus / replica_gpus);
    const double sites = std::clamp(setup.fabric.sites, 1.0, workers); // each has one replica at least
    const double at_site = workers / sites;
    const double ranks = at_site * plan.context_parallel;
    const double expert_ranks = expertRanks(setup, plan, ranks);
    const double of_stages = parametersOfStages(setup.model, expert_ranks);
    const double copies = layerCopies(plan.pipeline_schedule);
    const double holders = copies * ranks;
    const double parameters = copies * of_stages / (plan.tensor_parallel * plan.pipeline_parallel);
    const double mean_trained = copies * trainedOfStages(setup.model, expert_ranks, of_stages)
        / (plan.tensor_parallel * plan.pipeline_parallel);
    const FullestStage fullest = fullestOf(setup, plan);
    const double held = parameters * fullest.layers;
    const double trained =
        fullest.trained > 1 ? std::min(std::max(held, mean_trained), mean_trained * fullest.trained) : mean_trained;
    const double torus_gpus = setup.fabric.isTorus() ? gpus / sites : 0;
    Placement l{
        .gpus = std::max(gpus, replica_gpus),
        .replica_gpus = replica_gpus,
        .workers = workers,
        .ranks = holders,
        .parameters = parameters,
        .trained = trained,
        .frozen = setup.model.frozen.used ? std::max(0.0, parameters - mean_trained) : 0,
        .weight_bytes = weightBytes(setup, parameters, trained, of_stages),
        .layer = splitOf(setup.model, plan, expert_ranks, batch_per_gpu),
        .groups = groupsOf(setup, plan, expert_ranks, torus_gpus),
        .sharding = {},
        .stages = stagePlaces(plan, at_site, torus_gpus),
        .pipeline = pipelineOf(setup, plan),
        .state = shardingOf(setup, plan, holders, expert_ranks),
        .exchange =
            exchangeOf(setup, plan, holders, torus_gpus, trained, gatheredBytes(setup, plan, held, trained, of_stages)),
        .sites = {sites, plan.outer_every, plan.outer_fragments, plan.outer_overlap, plan.outer_bytes},
    };
    l.groups.stages_span_nodes = l.stages.crossing(setup.fabric.node_gpus) > 0;
    l.sharding = layerSharding(setup, plan, l.exchange);
    return l;
}

bool gathersByLayer(OverlapModel overlap, const Plan& plan, const Stack& software)
{
    if (overlap != OverlapModel::stack || plan.synchronization != Synchronization::all_reduce)
        return false;
    return plan.zero_stage >= 3 || (software.syncs_each_pass && plan.zero_stage == 2 && plan.pipeline_parallel <= 1);
}

double bucketBytes(const Plan& plan, const Stack& software, double ranks)
{
    const double elements = std::max(software.bucket_elements, software.replica_elements * ranks);
    return std::max(plan.bucket_bytes, elements * bytesPerGradient(plan.gradient_precision));
}

} // namespace kneepoint
