// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/textbook_step.h"

#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/cost/placement.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

bool isMeasured(const Scenario& s)
{
    return s.workload.measured_example_s > 0;
}

/// t_comp is the longest of FLOP time, HBM time and launch floor; each part is what it adds to the one before. An
/// example measured on a single GPU takes longer if other GPUs share the CPUs that launch kernels.
void addCompute(StepReport& r, const Scenario& s)
{
    const double replica_gpus = gpusPerReplica(s);
    const double sustained = s.stack.compute_efficiency * r.roof.peak_flops;
    const double m = s.plan.accumulation;
    const double hbm_bytes = m * hbmBytes(s, s.workload.batch_per_gpu);
    const bool measured = isMeasured(s);
    const double flop_s = measured ? s.workload.measured_example_s * s.workload.batch_per_gpu * m
                                   : r.hardware_flops / replica_gpus / sustained;
    const double hbm_s = measured || !s.assumptions.memory_roof ? 0 : hbm_bytes / s.cluster.memory_bandwidth;
    const double crowd = std::max(1.0, std::min(r.gpus, s.cluster.gpus_per_node));
    const double floor_s =
        measured ? flop_s * (1 + s.stack.crowding_slope * std::log2(crowd)) : m * s.stack.launch_floor_s;
    r.part(Part::compute).exposed_s = flop_s;
    r.part(Part::memory).exposed_s = std::max(0.0, hbm_s - flop_s);
    r.part(Part::launch).exposed_s = std::max(0.0, floor_s - std::max(flop_s, hbm_s));
    r.compute_s = std::max({flop_s, hbm_s, floor_s});
    r.roof.sustained_flops = measured ? r.step_flops / replica_gpus / flop_s : sustained;
    r.roof.arithmetic_intensity = r.step_flops / replica_gpus / hbm_bytes;
}

/// Collectives inside a replica: every layer of the stage, every micro-batch.
void addModelParallel(StepReport& r, const Scenario& s, const CollectiveLaw& law)
{
    const Workload& w = s.workload;
    if (w.kind == ModelKind::generic)
        return;
    const Plan& plan = s.plan;
    const Assumptions& assume = s.assumptions;
    const double tokens = w.batch_per_gpu * w.sequence_length / plan.context_parallel;
    const double layer_passes = w.layers / plan.pipeline_parallel * plan.accumulation;

    if (plan.tensor_parallel > 1) {
        const double collectives =
            (plan.recompute == Recompute::full ? passes_with_recompute : 2) * tensorCollectives(w);
        const CollectiveTime one = allReduce(groupLinks(s.cluster, plan.tensor_parallel, 1),
            activation_bytes * tokens * w.hidden, 1, plan.collective, law);
        r.part(Part::tensor_comm) =
            hiddenBehind(layer_passes * collectives * one.seconds, r.compute_s, assume.tensor_overlap);
        r.latency_s += layer_passes * collectives * one.latency_s;
        r.traffic.add(
            RankGroup::tensor, layer_passes * collectives * one.bytes, ringShares(s.cluster, plan.tensor_parallel, 1));
    }
    const double experts_apart = expertRanks(s);
    const double stride = plan.tensor_parallel * plan.pipeline_parallel;
    if (w.experts > 1 && experts_apart > 1) {
        constexpr double exchanges = 2 * expert_exchanges; // forward and backward
        const double payload =
            activation_bytes * tokens * std::min(w.top_k, w.experts) * w.hidden / plan.tensor_parallel;
        const CollectiveTime one = allToAll(groupLinks(s.cluster, experts_apart, stride), payload, law);
        r.part(Part::expert_comm) =
            hiddenBehind(layer_passes * exchanges * one.seconds, freeCompute(r.parts, 1), assume.expert_overlap);
        r.latency_s += layer_passes * exchanges * one.latency_s;
        r.traffic.add(
            RankGroup::expert, layer_passes * exchanges * one.bytes, pairShares(s.cluster, experts_apart, stride));
    }
}

/// Transfers between stages and the bubble, (p−1)/v times a micro-batch (communication wall, 1F1B).
void addPipeline(StepReport& r, const Scenario& s, const CollectiveLaw& law)
{
    const double stages = s.plan.pipeline_parallel;
    if (stages <= 1)
        return;
    const GroupLinks links = groupLinks(s.cluster, r.gpus, 1);
    const double bytes = s.workload.kind == ModelKind::generic ? 0
                                                               : activation_bytes * s.workload.batch_per_gpu
            * s.workload.sequence_length * s.workload.hidden / (s.plan.tensor_parallel * s.plan.context_parallel);
    const StageLink link = stageLink(links, links.ranks <= links.per_node);
    const double hop = law.hop_latency * link.latency_s;
    const double transfers = 2 * chunksPerStage(s) * s.plan.accumulation;
    r.part(Part::pipeline_comm).exposed_s = transfers * (hop + bytes / link.Bps);
    r.latency_s += transfers * hop;
    r.traffic.add(RankGroup::pipeline, transfers * bytes, stageShares(s.cluster, stages, r.gpus / stages));
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s;
    r.part(Part::bubble).exposed_s = (stages - 1) / chunksPerStage(s) * busy / s.plan.accumulation;
}

/// A pass of the first stage at this depth: its time per micro-batch, and how much of it is backward.
void splitPass(StepReport& r, const Scenario& s)
{
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s;
    const double pass = busy / s.plan.accumulation;
    r.backward_s = backward_share * pass;
    r.forward_s = pass - r.backward_s;
}

} // namespace

void addTextbook(StepReport& r, const Scenario& s, const CollectiveLaw& fitted)
{
    const CollectiveLaw& law = collectiveLaw(s.assumptions.collective_model, fitted);
    addCompute(r, s);
    addModelParallel(r, s, law);
    addPipeline(r, s, law);
    splitPass(r, s);
}

} // namespace kneepoint
