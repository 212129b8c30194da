// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/textbook_step.h"

#include "model/cost/collectives.h"
#include "model/cost/operations.h"
#include "model/cost/pipeline_bubble.h"
#include "model/step/hiding.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// t_comp is the longest of FLOP time, HBM time and launch floor; each part is what it adds to the one before. An
/// example measured on a single GPU takes longer if the CPUs of its node prepare the input of other GPUs, too.
void addCompute(StepReport& r, const Job& job)
{
    const auto& [setup, l] = job;
    const Stack& software = setup.software;
    const bool measured = setup.model.measured_example_s > 0;
    const double sustained = software.compute_efficiency * r.roof.peak_flops;
    const double m = l.pipeline.micro_batches;
    const double hbm_bytes = m * hbmBytes(job);
    const double flop_s = measured ? setup.model.measured_example_s * l.layer.examples * m
                                   : r.hardware_flops / l.replica_gpus / sustained;
    const double hbm_s = measured || !setup.assumptions.memory_roof ? 0 : hbm_bytes / setup.memory_Bps;
    const double crowd = setup.assumptions.input_limited ? std::max(1.0, std::min(r.gpus, setup.fabric.node_gpus)) : 1;
    const double floor_s =
        measured ? flop_s * (1 + software.crowding_slope * std::log2(crowd)) : m * software.launch_floor_s;
    r.part(Part::compute).exposed_s = flop_s;
    r.part(Part::memory).exposed_s = std::max(0.0, hbm_s - flop_s);
    r.part(Part::launch).exposed_s = std::max(0.0, floor_s - std::max(flop_s, hbm_s));
    r.compute_s = std::max({flop_s, hbm_s, floor_s});
    r.roof.sustained_flops = measured ? r.step_flops / l.replica_gpus / flop_s : sustained;
    r.roof.arithmetic_intensity = r.step_flops / l.replica_gpus / hbm_bytes;
}

/// The mean over the layers of what takes so many passes, of which frozen layers at the beginning have one.
double trainedPasses(const ModelShape& m, double passes)
{
    return 1 + (passes - 1) * m.trainedLayers();
}

/// Collectives inside a replica: every layer of the stage, every micro-batch.
void addModelParallel(StepReport& r, const Job& job)
{
    const auto& [setup, l] = job;
    const ModelShape& m = setup.model;
    if (!m.transformer)
        return;
    const double layer_passes = m.inLayers(m.layers, m.encoder_layers) / l.pipeline.stages * l.pipeline.micro_batches;
    const double references = m.hasReference() ? 1 : 0; // forward passes
    if (l.layer.tensor > 1) {
        const double passes = l.layer.recompute == Recompute::full ? passes_with_recompute : 2;
        const double collectives = (trainedPasses(m, passes) + references) * tensorCollectives(m);
        const CollectiveTime one = allReduce(groupLinks(setup.fabric, l.groups.tensor),
            activation_bytes * l.layer.tokens * m.hidden, 1, l.groups.algorithm, *setup.law);
        r.part(Part::tensor_comm) =
            hiddenBehind(layer_passes * collectives * one.seconds, r.compute_s, setup.assumptions.tensor_overlap);
        r.latency_s += layer_passes * collectives * one.latency_s;
        r.traffic.add(
            RankGroup::tensor, layer_passes * collectives * one.bytes, ringShares(setup.fabric, l.groups.tensor));
    }
    if (l.layer.experts > 1) {
        const double exchanges = (trainedPasses(m, 2) + references) * expert_exchanges; // forward and backward
        const double payload = activation_bytes * l.layer.tokens * m.chosen * m.expert_hidden / l.layer.tensor;
        const GroupShape group{l.layer.experts, l.exchange.replicas.stride, l.exchange.replicas.torus_gpus};
        const CollectiveTime one = allToAll(groupLinks(setup.fabric, group), payload, *setup.law);
        r.part(Part::expert_comm) =
            hiddenBehind(layer_passes * exchanges * one.seconds, freeCompute(r, 1), setup.assumptions.expert_overlap);
        r.latency_s += layer_passes * exchanges * one.latency_s;
        r.traffic.add(RankGroup::expert, layer_passes * exchanges * one.bytes, pairShares(setup.fabric, group));
    }
}

/// What a stage does for its micro-batches.
double busySeconds(const StepReport& r)
{
    return r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s;
}

/// Of a pass, with the forward pass of a reference model if there is one. Frozen layers at the beginning have none.
double backwardShare(const ModelShape& m)
{
    const double share = m.hasReference() ? reference_backward_share : backward_share;
    const double frozen = 1 - m.trainedLayers();
    return share * (1 - frozen) / (1 - share * frozen);
}

/// Transfers between stages and the bubble, (p−1)/v times a micro-batch (communication wall, 1F1B), less where
/// gradients of weights, a third of the pass, fill it.
void addPipeline(StepReport& r, const Job& job)
{
    const auto& [setup, l] = job;
    const Pipeline& pipe = l.pipeline;
    if (pipe.stages <= 1)
        return;
    const ModelShape& m = setup.model;
    const double bytes = m.transformer ? activation_bytes * l.layer.examples * m.sequence_length * m.boundaryShare()
            * m.hidden / (l.layer.tensor * l.layer.context)
                                       : 0;
    const PairLink link = stageLink(job);
    const double hop = setup.law->hop_latency * link.latency_s;
    const double directions = trainedPasses(m, 2) + (m.hasReference() ? 1 : 0);
    const double transfers = directions * pipe.chunks * pipe.micro_batches;
    r.part(Part::pipeline_comm).exposed_s = transfers * (hop + bytes / link.Bps);
    r.latency_s += transfers * hop;
    const double sent = directions * (pipe.chunks * pipe.stages - 1) / pipe.stages * pipe.micro_batches * bytes;
    r.traffic.add(RankGroup::pipeline, sent, stageShares(setup.fabric, l.stages));
    if (!splitsBackward(pipe.schedule)) {
        r.part(Part::bubble).exposed_s = (pipe.stages - 1) / pipe.chunks * busySeconds(r) / pipe.micro_batches;
        return;
    }
    const double both = busySeconds(r) / pipe.micro_batches;
    const double forward = (1 - backwardShare(m)) * both;
    const double weight = m.adapters.used ? 0
        : m.frozen.used                   ? (both - forward) / 2
                                          : std::min(forward, both - 2 * forward);
    r.part(Part::bubble).exposed_s =
        fillRounds(pipe) * waitPerRound(pipe, {forward, both - forward - weight, weight, 0});
}

/// A pass of the first stage at this depth: its time per micro-batch, and how much of it is backward.
void splitPass(StepReport& r, const ModelShape& m, double micro_batches)
{
    const double pass = busySeconds(r) / micro_batches;
    r.backward_s = backwardShare(m) * pass;
    r.forward_s = pass - r.backward_s;
    r.weight_s = m.frozen.used ? r.backward_s / 2 : std::max(0.0, std::min(r.forward_s, r.backward_s - r.forward_s));
}

} // namespace

void addTextbook(StepReport& r, const Job& job)
{
    addCompute(r, job);
    addModelParallel(r, job);
    addPipeline(r, job);
    splitPass(r, job.setup.model, job.placement.pipeline.micro_batches);
}

} // namespace kneepoint
