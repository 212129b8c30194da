// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/micro_batch.h"

#include "model/cost/operations.h"
#include "model/cost/transformer_layer.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double activation_bytes = 2;
constexpr double weight_bytes = 2;

/// One direction of one layer.
struct Direction {
    PartTimes parts;
    double latency_s = 0;
    double shard_bytes = 0;
};

PartTime split(double seconds, double hidden_share)
{
    return {seconds * (1 - hidden_share), seconds * hidden_share};
}

/// Two collectives a direction; recomputation repeats the two of the forward pass.
void addTensor(Direction& d, const Scenario& s, const Placement& place, double rounds)
{
    if (s.plan.tensor_parallel <= 1)
        return;
    const double payload = activation_bytes * tokensOnGpu(s) * s.workload.hidden;
    const CollectiveModel model = s.assumptions.collective_model;
    CollectiveTime one = s.plan.sequence_parallel ? gather(place.tensor, payload, 1, model)
                                                  : allReduce(place.tensor, payload, 1, model, s.plan.collective);
    const double calls = rounds * (s.plan.sequence_parallel ? 4 : 2);
    d.parts[Part::tensor_comm] = split(calls * one.seconds, s.stack.tensor_overlap);
    d.latency_s += calls * one.latency_s;
}

/// Keys and values of the other ranks' tokens, hidden behind attention.
void addContext(Direction& d, const Scenario& s, const Placement& place, double rounds, double behind_s)
{
    const double ranks = s.plan.context_parallel;
    if (ranks <= 1)
        return;
    const Workload& w = s.workload;
    const double width = 2 * w.kv_heads * headWidth(w) / s.plan.tensor_parallel;
    const double payload = activation_bytes * tokensOnGpu(s) * ranks * width;
    const CollectiveTime one = gather(place.context, payload, 1, s.assumptions.collective_model);
    constexpr double behind_share = 0.5;
    const double hidden = std::min(rounds * one.seconds, behind_share * behind_s);
    d.parts[Part::context_comm] = {rounds * one.seconds - hidden, hidden};
    d.latency_s += rounds * one.latency_s;
}

/// To the experts and back. A token leaves a node once for every other node that holds one of its experts.
void addExperts(Direction& d, const Scenario& s, const Placement& place)
{
    const GroupLinks& g = place.expert;
    if (g.ranks <= 1)
        return;
    const Workload& w = s.workload;
    const double chosen = std::min(w.top_k, w.experts);
    const double token_bytes =
        activation_bytes * tokensOnGpu(s) * w.hidden / (s.plan.sequence_parallel ? s.plan.tensor_parallel : 1);
    const CollectiveTime inside = allToAll({g.ranks, g.ranks, g.node_Bps, g.node_latency_s, 0, 0, g.base_s},
        token_bytes * chosen, s.assumptions.collective_model);
    double seconds = inside.seconds;
    if (g.ranks > g.per_node) {
        const double nodes = g.nodes();
        const double away = nodes * (1 - std::pow(1 - 1 / nodes, chosen)) * (nodes - 1) / nodes;
        seconds = std::max(seconds, g.base_s + g.port_latency_s + token_bytes * away / g.port_Bps);
    }
    constexpr double exchanges = 2;
    d.parts[Part::expert_comm] = split(exchanges * seconds, s.stack.expert_overlap);
    d.latency_s += exchanges * inside.latency_s;
}

/// The GPU waits for the processor that launches its kernels; collectives run on the GPU's time, so they count on its
/// side.
void addLaunch(Direction& d, const Scenario& s, double passes)
{
    const double t = s.plan.tensor_parallel;
    constexpr double split_layer = 0.08;  ///< more launches where a layer is split
    constexpr double crowded_node = 0.35; ///< eight processes compete for the node's processors
    const double launches =
        s.stack.layer_launch_s * passes * (1 + (t > 1 ? split_layer : 0) + (t >= 8 ? crowded_node : 0));
    const double gpu = d.parts.exposed();
    d.parts[Part::launch].exposed_s = smoothMax(gpu, launches) - gpu;
}

/// Gathering weights (and scattering gradients) runs behind the layer's work and slows it a little.
void addSharding(Direction& d, const Scenario& s, const Placement& place, double parameters, bool backward)
{
    if (!gathersWeights(s) || place.data.ranks <= 1)
        return;
    const CollectiveModel model = s.assumptions.collective_model;
    const double calls = s.stack.shard_calls;
    CollectiveTime sum;
    const auto take = [&sum](const CollectiveTime& one) {
        sum.seconds += one.seconds;
        sum.latency_s += one.latency_s;
        sum.bytes += one.bytes;
    };
    if (!backward || s.plan.zero_stage >= 3)
        take(gather(place.shard, parameters * weight_bytes, calls, model));
    if (backward) {
        const double gradients = parameters * bytesPerGradient(s.plan.gradient_precision) / s.plan.gradient_compression;
        take(gather(place.shard, gradients, calls, model));
        take(allReduce(place.copies, gradients / place.shard.ranks, 1, model, s.plan.collective));
    }
    constexpr double disturbance = 0.2; ///< slowdown of kernels that share the GPU with a collective
    const double work = d.parts.exposed();
    const double hidden = s.stack.shard_overlap * std::min(work, sum.seconds);
    const double slowed = disturbance * std::min(work, sum.seconds);
    d.parts[Part::data_comm] = {sum.seconds - hidden + slowed, hidden};
    d.latency_s += sum.latency_s;
    d.shard_bytes += sum.bytes;
}

Direction direction(
    const Scenario& s, const Placement& place, const PassTime& work, bool backward, bool experts, double parameters)
{
    const bool repeat = backward && s.plan.recompute == Recompute::full;
    const double rounds = repeat ? 2 : 1;
    constexpr double backward_launches = 1.2;
    Direction d;
    d.parts[Part::compute].exposed_s = work.products;
    d.parts[Part::memory].exposed_s = work.traffic;
    addTensor(d, s, place, rounds);
    addContext(d, s, place, backward ? rounds + 1 : 1, work.products);
    if (experts)
        addExperts(d, s, place);
    addLaunch(d, s, backward ? backward_launches + (repeat ? 1 : 0) : 1);
    addSharding(d, s, place, parameters, backward);
    return d;
}

void addLayers(MicroBatch& m, const Scenario& s, const Placement& place, const LayerTime& time, double layers,
    bool experts, double parameters)
{
    if (layers <= 0)
        return;
    for (const bool backward : {false, true}) {
        const Direction d = direction(s, place, backward ? time.backward : time.forward, backward, experts, parameters);
        m.stage.add(d.parts, layers);
        m.latency_s += layers * d.latency_s;
        m.shard_bytes += layers * d.shard_bytes;
    }
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

bool gathersWeights(const Scenario& s)
{
    if (s.assumptions.overlap_model != OverlapModel::stack)
        return false;
    return s.plan.zero_stage >= 3 || (s.plan.zero_stage == 2 && s.plan.pipeline_parallel <= 1);
}

MicroBatch microBatch(const Scenario& s, const KernelRates& rates, const Placement& place)
{
    const Workload& w = s.workload;
    const double stages = s.plan.pipeline_parallel;
    const double embedding = w.vocabulary * w.hidden / s.plan.tensor_parallel;
    const double copies = w.tied_embeddings ? 1 : 2;
    const double layer_parameters = std::max(0.0, parametersPerGpu(s) * stages - copies * embedding) / w.layers;
    const double dense = w.experts > 1 ? std::min(w.dense_layers, w.layers) : w.layers;
    MicroBatch m;
    if (dense > 0)
        addLayers(m, s, place, denseLayer(s, rates), dense / stages, false, layer_parameters);
    if (dense < w.layers)
        addLayers(m, s, place, expertLayer(s, rates), (w.layers - dense) / stages, true, layer_parameters);

    const PassTime output = outputLayer(s, rates);
    Direction head;
    head.parts[Part::compute].exposed_s = output.products;
    head.parts[Part::memory].exposed_s = output.traffic;
    addTensor(head, s, place, 0.5);
    addSharding(head, s, place, embedding * copies, true);
    m.head = head.parts;
    m.latency_s += head.latency_s;
    m.shard_bytes += head.shard_bytes;
    return m;
}

} // namespace kneepoint
