// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/micro_batch.h"

#include "model/cost/operations.h"
#include "model/cost/placement.h"
#include "model/cost/transformer_layer.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// One direction of one layer.
struct Direction {
    PartTimes parts;
    double latency_s = 0;
    double edge_s = 0;
    std::array<double, route_count> bytes{};
    [[nodiscard]] double& sent(Route route) { return bytes[static_cast<std::size_t>(route)]; }
};

/// Hides a fraction of a communication, at most behind the compute that does not hide another one.
PartTime hiddenInPart(const Direction& d, double seconds, double share)
{
    const double hidden = std::min(share * seconds, freeCompute(d.parts.parts, 1));
    return {seconds - hidden, hidden};
}

/// Collectives that are the same in every layer: activations in the tensor-parallel group, and keys and values in the
/// context-parallel group. No time in a group of one.
struct GroupCalls {
    CollectiveTime tensor, context;
};

GroupCalls groupCalls(const Scenario& s, const Placement& place, const CollectiveLaw& law)
{
    const Workload& w = s.workload;
    const double activations = activation_bytes * tokensOnGpu(s) * w.hidden;
    const double width = 2 * w.kv_heads * headWidth(w) / s.plan.tensor_parallel;
    const double keys = activation_bytes * tokensOnGpu(s) * s.plan.context_parallel * width;
    return {s.plan.sequence_parallel ? gather(place.tensor, activations, 1, law)
                                     : allReduce(place.tensor, activations, 1, s.plan.collective, law),
        gather(place.context, keys, 1, law)};
}

/// All-reduces of activations, or a reduce-scatter and an all-gather for each.
double collectivesOf(double all_reduces, const Scenario& s)
{
    return all_reduces * (s.plan.sequence_parallel ? split_all_reduce : 1);
}

/// Recomputation repeats a forward pass's all-reduces.
void addTensor(Direction& d, const Scenario& s, const CollectiveTime& one, double all_reduces)
{
    const double calls = collectivesOf(all_reduces, s);
    d.parts[Part::tensor_comm] = hiddenInPart(d, calls * one.seconds, s.stack.tensor_overlap);
    d.latency_s += calls * one.latency_s;
    d.sent(Route::tensor) = calls * one.bytes;
}

/// Keys and values of the other ranks' tokens, hidden behind attention.
void addContext(Direction& d, const CollectiveTime& one, double rounds, double behind_s)
{
    const double hidden = std::min({rounds * one.seconds, behind_attention * behind_s, freeCompute(d.parts.parts, 1)});
    d.parts[Part::context_comm] = {rounds * one.seconds - hidden, hidden};
    d.latency_s += rounds * one.latency_s;
    d.sent(Route::context) = rounds * one.bytes;
}

/// Expected number of nodes with a token's experts: those of its groups, assuming uniform routing.
double nodesOfGroups(const Workload& w, double nodes)
{
    if (w.expert_groups <= 1)
        return nodes;
    const double open = std::max(0.0, 1 - w.top_groups / w.expert_groups);
    return std::max(1.0, nodes * (1 - std::pow(open, std::max(1.0, w.expert_groups / nodes))));
}

/// Dispatch to the experts and back. A token leaves a node once for each other node with one of its experts.
void addExperts(Direction& d, const Scenario& s, const Placement& place, const CollectiveLaw& law)
{
    const GroupLinks& g = place.expert;
    if (g.ranks <= 1)
        return;
    const Workload& w = s.workload;
    const double chosen = std::min(w.top_k, w.experts);
    const double token_bytes =
        activation_bytes * tokensOnGpu(s) * w.hidden / (s.plan.sequence_parallel ? s.plan.tensor_parallel : 1);
    GroupLinks one_node{g.ranks, g.ranks, g.node_Bps, g.node_latency_s, 0, 0, g.base_s};
    one_node.torus_hops = g.torus_hops;
    one_node.torus_exchange = g.torus_exchange;
    const CollectiveTime inside = allToAll(one_node, token_bytes * chosen, law);
    double seconds = inside.seconds;
    d.sent(Route::experts_inside) = expert_exchanges * inside.bytes;
    if (g.ranks > g.per_node) {
        const double nodes = g.nodes();
        const double reached = nodesOfGroups(w, nodes);
        const double away = reached * (1 - std::pow(1 - 1 / reached, chosen)) * (nodes - 1) / nodes;
        const double port = g.port_Bps * g.exchange_share;
        seconds = std::max(seconds, g.base_s + g.port_latency_s + token_bytes * away / port);
        d.sent(Route::experts_between) = expert_exchanges * token_bytes * away;
    }
    d.parts[Part::expert_comm] = hiddenInPart(d, expert_exchanges * seconds, s.stack.expert_overlap);
    d.latency_s += expert_exchanges * inside.latency_s;
}

/// CPU time of a tensor-parallel collective.
double launchOfCollective(const Scenario& s)
{
    const double t = s.plan.tensor_parallel;
    return t > 1 && stagesSpanNodes(s) ? t * s.stack.pipelined_launch_s : 0;
}

/// The GPU waits for the CPU that launches its kernels; collectives run on the GPU, so they count as GPU time.
void addLaunch(Direction& d, const Scenario& s, double passes, double collectives, bool experts)
{
    const double t = s.plan.tensor_parallel;
    const double one = s.stack.layer_launch_s + (experts ? s.workload.experts * s.stack.expert_launch_s : 0);
    const double launches =
        one * passes * (1 + (t > 1 ? split_layer_launches : 0) + (t >= crowded_processes ? crowded_node_launches : 0))
        + collectives * launchOfCollective(s);
    const double gpu = d.parts.exposed();
    d.parts[Part::launch].exposed_s = smoothMax(gpu, launches) - gpu;
}

/// The weight all-gather (and the gradient reduce-scatter) overlaps with the layer's compute and slows it slightly,
/// never by more than it hides: weights are gathered one layer ahead, and gradients are sent one layer later.
void addSharding(Direction& d, const Scenario& s, const Placement& place, const CollectiveLaw& law, double parameters,
    double bytes_per_weight, bool backward)
{
    if (!gathersWeights(s) || gradientRanks(s) <= 1)
        return;
    const double calls = s.stack.shard_calls;
    CollectiveTime sum;
    const auto take = [&](const CollectiveTime& one, Route route) {
        sum.seconds += one.seconds;
        sum.latency_s += one.latency_s;
        d.sent(route) += one.bytes;
        return one.seconds;
    };
    double edge = 0;
    const bool again = backward && s.stack.gathers_again && s.plan.recompute == Recompute::full;
    const double gathers = backward && s.plan.zero_stage < 3 ? 0 : again ? 2 : 1;
    if (gathers > 0)
        edge = take(gather(place.shard, gathers * parameters * bytes_per_weight, gathers * calls, law), Route::shard);
    if (backward) {
        const double gradients = parameters * bytesPerGradient(s.plan.gradient_precision) / s.plan.gradient_compression;
        edge = take(gather(place.shard, gradients, calls, law), Route::shard);
        edge += take(allReduce(place.copies, gradients / place.shard.ranks, 1, s.plan.collective, law), Route::copies);
    }
    const double work = freeCompute(d.parts.parts, 1);
    const double hidden = s.stack.shard_overlap * std::min(work, sum.seconds);
    const double slowed = std::min(hidden, shared_gpu_slowdown * std::min(work, sum.seconds));
    d.parts[Part::data_comm] = {sum.seconds - hidden + slowed, hidden};
    d.latency_s += sum.latency_s;
    d.edge_s = std::min(edge, hidden - slowed);
}

Direction direction(const Scenario& s, const Placement& place, const GroupCalls& calls, const CollectiveLaw& law,
    const PassTime& work, bool backward, bool experts, double parameters)
{
    const bool repeat = backward && s.plan.recompute == Recompute::full;
    const double rounds = repeat ? 2 : 1;
    Direction d;
    d.parts[Part::compute].exposed_s = work.products;
    d.parts[Part::memory].exposed_s = work.traffic;
    const double all_reduces = rounds * tensorCollectives(s.workload);
    addTensor(d, s, calls.tensor, all_reduces);
    addContext(d, calls.context, backward ? rounds + 1 : 1, work.products);
    if (experts)
        addExperts(d, s, place, law);
    addLaunch(d, s, backward ? backward_launches + (repeat ? 1 : 0) : 1, collectivesOf(all_reduces, s), experts);
    addSharding(d, s, place, law, parameters, bytesPerLayerWeight(s), backward);
    return d;
}

LayerPass layerPass(const Direction& forward, const Direction& backward)
{
    LayerPass pass{forward.parts, forward.parts.exposed(), backward.parts.exposed(),
        forward.latency_s + backward.latency_s, forward.edge_s + backward.edge_s, forward.bytes};
    pass.parts.add(backward.parts, 1);
    for (std::size_t i = 0; i < route_count; ++i)
        pass.bytes[i] += backward.bytes[i];
    return pass;
}

LayerPass layer(const Scenario& s, const Placement& place, const GroupCalls& calls, const CollectiveLaw& law,
    const LayerTime& time, bool experts, double parameters)
{
    return layerPass(direction(s, place, calls, law, time.forward, false, experts, parameters),
        direction(s, place, calls, law, time.backward, true, experts, parameters));
}

/// Both directions together, because the loss is computed between them.
LayerPass outputPass(const Scenario& s, const Placement& place, const GroupCalls& calls, const CollectiveLaw& law,
    const KernelRates& rates, double parameters)
{
    const PassTime output = outputLayer(s, rates);
    Direction head;
    head.parts[Part::compute].exposed_s = output.products;
    head.parts[Part::memory].exposed_s = output.traffic;
    addTensor(head, s, calls.tensor, 1);
    addSharding(head, s, place, law, parameters, weight_bytes, true);
    head.edge_s = 0;
    LayerPass pass = layerPass({}, head);
    pass.forward_s = (1 - backward_share) * pass.backward_s;
    pass.backward_s *= backward_share;
    return pass;
}

} // namespace

double PartTimes::exposed() const
{
    double sum = 0;
    for (const PartTime& part : parts)
        sum += part.exposed_s;
    return sum;
}

void PartTimes::add(const PartTimes& other, double times)
{
    for (std::size_t i = 0; i < part_count; ++i) {
        parts[i].exposed_s += times * other.parts[i].exposed_s;
        parts[i].hidden_s += times * other.parts[i].hidden_s;
    }
}

void LayerPass::add(const LayerPass& other, double times)
{
    parts.add(other.parts, times);
    forward_s += times * other.forward_s;
    backward_s += times * other.backward_s;
    latency_s += times * other.latency_s;
    for (std::size_t i = 0; i < route_count; ++i)
        bytes[i] += times * other.bytes[i];
}

bool gathersWeights(const Scenario& s)
{
    if (s.assumptions.overlap_model != OverlapModel::stack || s.plan.synchronization != Synchronization::all_reduce)
        return false;
    return s.plan.zero_stage >= 3 || (s.plan.zero_stage == 2 && s.plan.pipeline_parallel <= 1);
}

double rankDependence(const Scenario& s)
{
    if (gathersWeights(s))
        return gradientRanks(s);
    return s.workload.experts > 1 ? expertRanks(s) : 0;
}

MicroBatch microBatch(const Scenario& s, const Calibration& calibration)
{
    if (isCalibrated(s))
        return microBatch(withOwnRuns(s), calibration);
    const Workload& w = s.workload;
    const Placement place = placeGroups(s);
    const CollectiveLaw& law = collectiveLaw(s.assumptions.collective_model, calibration.law);
    const GroupCalls calls = groupCalls(s, place, law);
    const double embedding = w.vocabulary * w.hidden / s.plan.tensor_parallel;
    const double copies = w.tied_embeddings ? 1 : 2;
    const double layer_parameters =
        std::max(0.0, parametersOfStages(s) / s.plan.tensor_parallel - copies * embedding) / w.layers;
    const KernelRates rates = kernelRates(s, nativePrecision(s.cluster, w.precision));
    const auto layerIf = [&](bool present, bool experts) -> LayerPass {
        if (!present)
            return {};
        return layer(
            s, place, calls, law, experts ? expertLayer(s, rates) : denseLayer(s, rates), experts, layer_parameters);
    };
    return {.rates = rates,
        .dense = layerIf(w.experts <= 1 || w.dense_layers > 0, false),
        .expert = layerIf(w.experts > 1 && w.dense_layers < w.layers, true),
        .head = outputPass(s, place, calls, law, rates, embedding * copies)};
}

} // namespace kneepoint
