// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/placement.h"

#include "model/job/formats.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

LayerSplit splitOf(const ModelShape& model, const Plan& plan, double ranks, double batch_per_gpu)
{
    return {
        .examples = batch_per_gpu,
        .tokens = batch_per_gpu * model.sequence_length / plan.context_parallel,
        .tensor = plan.tensor_parallel,
        .sequence = plan.sequence_parallel ? plan.tensor_parallel : 1,
        .context = plan.context_parallel,
        .experts = model.hasExperts() ? std::min(plan.expert_parallel, ranks) : 1,
        .recompute = plan.recompute,
    };
}

Pipeline pipelineOf(const Setup& setup, const Plan& plan)
{
    return {
        .stages = plan.pipeline_parallel,
        .chunks = chunksPerStage(plan),
        .micro_batches = plan.accumulation,
        .schedule = plan.pipeline_schedule,
        .layers = {setup.model, plan.pipeline_parallel, setup.software.stages_by_cost},
    };
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
        .zero_stage = plan.zero_stage, .moment_bytes = plan.moment_bytes, .gradients = plan.gradient_precision};
    if (plan.zero_stage < 1)
        return state;
    state.ranks = setup.kernels ? sharing(plan, ranks) : ranks;
    state.expert_ranks = setup.kernels ? sharing(plan, ranks / expert_ranks) : ranks;
    return state;
}

/// Bytes of the weights on a GPU as they are gathered.
double gatheredBytes(const Setup& setup, const Placement& placement)
{
    const ModelShape& m = setup.model;
    const double tables = m.embedding_copies * m.vocabulary * m.hidden;
    const double of_tables = std::min(1.0, tables / parametersOfStages(m, placement.layer.experts));
    return placement.parameters * std::lerp(setup.gathered_bytes, weight_bytes, of_tables);
}

GradientExchange exchangeOf(const Setup& setup, const Plan& plan, const Placement& placement, double torus_gpus)
{
    const double t = plan.tensor_parallel;
    const double sharing_ranks = sharing(plan, placement.ranks);
    return {
        .kind = plan.synchronization,
        .algorithm = plan.collective,
        .by_layer = gathersByLayer(setup.assumptions.overlap_model, plan),
        .zero_stage = plan.zero_stage,
        .every = plan.sync_every,
        .servers = plan.parameter_servers,
        .gradient_bytes = placement.parameters * bytesPerGradient(plan.gradient_precision) / plan.gradient_compression,
        .weight_bytes = plan.zero_stage >= 1 ? gatheredBytes(setup, placement) : 0,
        .bucket_bytes = bucketBytes(plan, setup.software, placement.ranks),
        .compression = plan.gradient_compression,
        .data = {placement.ranks, t, torus_gpus},
        .shard = {sharing_ranks, t, torus_gpus},
        .copies = {placement.ranks / sharing_ranks, t * sharing_ranks, torus_gpus},
        .replicas = {placement.ranks, t * plan.pipeline_parallel, torus_gpus},
    };
}

LayerGroups groupsOf(const Setup& setup, const Plan& plan, const Placement& placement, double torus_gpus)
{
    const double t = plan.tensor_parallel;
    return {
        .tensor = {t, 1, torus_gpus},
        .context = {plan.context_parallel, t, torus_gpus},
        .expert = {placement.layer.experts, t, torus_gpus},
        .algorithm = plan.collective,
        .stages_span_nodes =
            plan.pipeline_parallel > 1 && t * placement.ranks * plan.pipeline_parallel > setup.fabric.node_gpus,
    };
}

} // namespace

Placement placementOf(const Setup& setup, const Plan& plan, double gpus, double batch_per_gpu)
{
    Placement l;
    l.replica_gpus = plan.tensor_parallel * plan.pipeline_parallel * plan.context_parallel;
    l.gpus = std::max(gpus, l.replica_gpus);
    l.workers = std::max(1.0, gpus / l.replica_gpus);
    l.ranks = l.workers * plan.context_parallel;
    l.layer = splitOf(setup.model, plan, l.ranks, batch_per_gpu);
    l.parameters = parametersOfStages(setup.model, l.layer.experts) / (plan.tensor_parallel * plan.pipeline_parallel);
    l.pipeline = pipelineOf(setup, plan);
    l.state = shardingOf(setup, plan, l.ranks, l.layer.experts);
    const double torus_gpus = setup.fabric.isTorus() ? gpus : 0;
    l.groups = groupsOf(setup, plan, l, torus_gpus);
    l.exchange = exchangeOf(setup, plan, l, torus_gpus);
    if (setup.kernels && l.exchange.by_layer && l.ranks > 1)
        l.sharding = {true, plan.zero_stage >= 3, bytesPerGradient(plan.gradient_precision), plan.gradient_compression,
            l.exchange.shard, l.exchange.copies};
    return l;
}

bool gathersByLayer(OverlapModel overlap, const Plan& plan)
{
    if (overlap != OverlapModel::stack || plan.synchronization != Synchronization::all_reduce)
        return false;
    return plan.zero_stage >= 3 || (plan.zero_stage == 2 && plan.pipeline_parallel <= 1);
}

double bucketBytes(const Plan& plan, const Stack& software, double ranks)
{
    const double elements = std::max(software.bucket_elements, software.replica_elements * ranks);
    return std::max(plan.bucket_bytes, elements * bytesPerGradient(plan.gradient_precision));
}

} // namespace kneepoint
