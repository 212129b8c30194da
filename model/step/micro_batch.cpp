// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/micro_batch.h"

#include "model/cost/collectives.h"
#include "model/cost/operations.h"
#include "model/cost/transformer_layer.h"
#include "model/job/adapters.h"
#include "model/job/context_levels.h"
#include "model/job/encoder.h"

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
    const double hidden = std::min(share * seconds, freeCompute(d.parts, 1));
    return {seconds - hidden, hidden};
}

/// Elements per token and tensor-parallel rank that pieces of the sequence are exchanged for heads with, among so many
/// ranks: queries, keys, values and the output, (2a + 2kv)·d/t (Ulysses, arXiv:2309.14509). Of fewer key-value heads
/// than ranks, each rank gets a copy.
double headElements(const ModelShape& m, const LayerSplit& split, double ranks)
{
    const double keys = std::max(m.kv_heads / split.tensor, ranks);
    return 2 * (m.heads / split.tensor + keys) * m.head_width;
}

/// The same for attention to the output of an encoder, whose tokens are divided too. A source that is given is on every
/// rank, so its keys and values are not exchanged, nor queries.
double crossElements(const ModelShape& m, const LayerSplit& split, double ranks)
{
    if (m.encoder_layers <= 0)
        return 0;
    const double keys = std::max(m.kv_heads / split.tensor, ranks);
    return 2 * (m.heads / split.tensor + keys * m.sourceShare()) * m.head_width;
}

/// Key-value heads of a rank after an exchange among so many ranks, over those before it: 1/ranks, or more of fewer
/// heads than ranks, which are copied.
double keysPerRank(double heads, double ranks)
{
    return ranks > 1 ? std::max(heads, ranks) / heads / ranks : 1;
}

/// What all layers of a micro-batch have in common.
struct Passes {
    Passes(const Setup& s, const LayerSplit& layer, const LayerGroups& in, const LayerSharding& by_layer)
        : setup(s)
        , split(layer)
        , sharding(by_layer)
        , expert(in.expert.ranks > 1 ? linksInStep(s.fabric, in.expert) : GroupLinks{})
        , shard(by_layer.used ? linksInStep(s.fabric, by_layer.shard) : GroupLinks{})
        , copies(by_layer.used && by_layer.copies.ranks > 1 ? linksInStep(s.fabric, by_layer.copies) : GroupLinks{})
        , algorithm(in.algorithm)
        , all_reduces(tensorCollectives(s.model))
        , calls_per_reduce(layer.sequence > 1 ? split_all_reduce : 1)
        , dispatch(in.dispatch)
    {
        if (layer.tensor > 1 && in.stages_span_nodes)
            launch_of_collective_s = layer.tensor * s.software.pipelined_launch_s;
        const double activations = activation_bytes * layer.tokens * s.model.hidden;
        if (layer.tensor > 1) {
            const GroupLinks links = linksInStep(s.fabric, in.tensor);
            tensor = layer.sequence > 1 ? gather(links, activations, 1, *s.law)
                                        : allReduce(links, activations, 1, in.algorithm, *s.law);
        }
        if (layer.tensor > 1 && s.model.encoder_layers > 0) {
            const double source = activation_bytes * sourceTokens(s.model, layer) * s.model.hidden;
            const GroupLinks links = linksInStep(s.fabric, in.tensor);
            of_source = layer.sequence > 1 ? gather(links, source, 1, *s.law)
                                           : allReduce(links, source, 1, in.algorithm, *s.law);
        }
        if (layer.context > 1)
            exchangeContext(in);
    }
    /// Layers with a state exchange their inputs and outputs for those of other heads in any case (all-to-all).
    void exchangeContext(const LayerGroups& in)
    {
        const ModelShape& m = setup.model;
        const double exchanged = (m.state.inputs + m.state.outputs) / split.tensor;
        const ContextLevels levels = contextLevels(in, setup.fabric.node_gpus);
        hides_context = in.context_exchange != ContextExchange::all_gather;
        const double inner = levels.heads.ranks, outer = levels.keys.ranks;
        if (inner > 1) {
            const double elements =
                m.meanLayer(headElements(m, split, inner), exchanged) + crossElements(m, split, inner);
            heads = allToAll(
                linksInStep(setup.fabric, levels.heads), activation_bytes * split.tokens * elements, *setup.law);
        }
        if (outer > 1) {
            const double of_heads = m.kv_heads * keysPerRank(m.kv_heads / split.tensor, inner);
            const double width = 2 * of_heads * m.head_width / split.tensor + m.sparse_share * m.index_head_width;
            const double crossing = m.encoder_layers > 0 ? m.sourceShare() * split.context * width : 0;
            const double bytes =
                activation_bytes * split.tokens * (m.meanLayer(split.context * width, exchanged) + crossing);
            keys = gather(linksInStep(setup.fabric, levels.keys), bytes, 1, *setup.law);
        }
    }
    /// Whether frozen weights are sharded and so gathered: at stage 3 of ZeRO only.
    [[nodiscard]] bool gathersFrozen() const { return sharding.gathers_backward; }
    const Setup& setup;
    const LayerSplit& split;
    const LayerSharding& sharding;
    GroupLinks expert, shard, copies;
    CollectiveAlgorithm algorithm;
    double all_reduces = 0;            ///< of activations in the tensor-parallel group, per layer and direction
    double calls_per_reduce = 1;       ///< a reduce-scatter and an all-gather replace each with sequence parallelism
    double launch_of_collective_s = 0; ///< CPU time of a tensor-parallel collective
    CollectiveTime tensor;             ///< one collective over activations; no time in a group of one
    CollectiveTime of_source;          ///< one over the source, for the gradients of the encoder's output
    CollectiveTime heads;              ///< exchanged for pieces of the sequence among context-parallel ranks
    CollectiveTime keys;               ///< keys and values of context-parallel ranks
    bool hides_context = true;         ///< keys and values, behind attention
    ExpertDispatch dispatch = ExpertDispatch::by_stack;
};

/// Recomputation repeats a forward pass's all-reduces. With sequence parallelism, a rank keeps its share of the input
/// of a layer's first products only, so in the backward pass the input is gathered once more for the gradients of their
/// weights, behind the products that compute the gradients of the input (Korthikanti et al., section 4.2.2). Gradients
/// of an encoder's output are added up like those of a layer's input.
void addTensor(Direction& d, const Passes& p, double calls, double inputs)
{
    if (p.split.tensor <= 1)
        return;
    const double of_source = inputs > 0 ? p.calls_per_reduce : 0;
    d.parts.part(Part::tensor_comm) =
        hiddenInPart(d, calls * p.tensor.seconds + of_source * p.of_source.seconds, p.setup.software.tensor_overlap);
    d.latency_s += calls * p.tensor.latency_s + of_source * p.of_source.latency_s;
    d.sent(Route::tensor) = calls * p.tensor.bytes + of_source * p.of_source.bytes;
    if (p.split.sequence > 1 && inputs > 0) {
        const PartTime again = hiddenInPart(d, inputs * p.tensor.seconds, 1);
        d.parts.part(Part::tensor_comm).exposed_s += again.exposed_s;
        d.parts.part(Part::tensor_comm).hidden_s += again.hidden_s;
        d.sent(Route::tensor) += inputs * p.tensor.bytes;
    }
}

/// Keys and values of the other ranks' tokens, sent while attention processes those that have arrived (Liu et al. 2023,
/// Ring Attention): hidden behind attention alone. What is gathered at once, and heads, are waited for (Megatron-Core,
/// cp_comm_type); heads need as much in the backward pass as in the forward pass (arXiv:2309.14509).
void addContext(Direction& d, const Passes& p, bool backward, bool repeat, double attention_s)
{
    if (p.split.context <= 1)
        return;
    const double again = repeat ? 1 : 0;
    const double of_keys = (backward ? 2 : 1) + again, of_heads = 1 + again;
    const double keys_s = of_keys * p.keys.seconds;
    const double window_s = p.hides_context ? attention_s : 0;
    const double hidden = std::min({keys_s, window_s, freeCompute(d.parts, 1)});
    d.parts.part(Part::context_comm) = {keys_s - hidden + of_heads * p.heads.seconds, hidden};
    d.latency_s += of_keys * p.keys.latency_s + of_heads * p.heads.latency_s;
    d.sent(Route::context) = of_keys * p.keys.bytes + of_heads * p.heads.bytes;
}

/// Expected number of nodes with a token's groups of experts, assuming uniform routing.
double nodesOfGroups(const ModelShape& m, double nodes)
{
    if (m.expert_groups <= 1)
        return nodes;
    const double open = std::max(0.0, 1 - m.top_groups / m.expert_groups);
    return std::max(1.0, nodes * (1 - std::pow(open, std::max(1.0, m.expert_groups / nodes))));
}

/// Expected number of nodes with a token's experts.
double nodesOfToken(const ModelShape& m, double nodes)
{
    const double reached = nodesOfGroups(m, nodes);
    return reached * (1 - std::pow(1 - 1 / reached, m.chosen));
}

/// Every token to every rank, and the sums of what experts make of it back: an all-gather and a reduce-scatter
/// (Megatron-Core, --moe-token-dispatcher-type allgather).
void addGatheredTokens(Direction& d, const Passes& p, double token_bytes)
{
    const CollectiveTime one = gather(p.expert, token_bytes * p.expert.ranks, 1, *p.setup.law);
    const double away = p.expert.ranks > p.expert.per_node ? 1 - p.expert.per_node / p.expert.ranks : 0;
    d.parts.part(Part::expert_comm) = hiddenInPart(d, expert_exchanges * one.seconds, p.setup.software.expert_overlap);
    d.latency_s += expert_exchanges * one.latency_s;
    d.sent(Route::experts_inside) = expert_exchanges * one.bytes * (1 - away);
    d.sent(Route::experts_between) = expert_exchanges * one.bytes * away;
}

/// Dispatch to the experts and back. A token leaves a node once for each of its experts elsewhere, or, if the software
/// sends it on within nodes, once for each other node with one of its experts. Either way, what comes from other nodes
/// crosses the links of the node too, in NCCL on the way to the NIC (PXN). HybridEP sends it once to each rank: 7.2
/// instead of 8 copies of DeepSeek-V3 on 64 ranks of an NVLink domain, where its dispatch and combine take 0.81 of
/// NCCL's time; among nodes 0.50 (arXiv:2603.07685, table 7). Inside a node the fullest rank counts.
void addExperts(Direction& d, const Passes& p)
{
    const GroupLinks& g = p.expert;
    if (g.ranks <= 1)
        return;
    const ModelShape& m = p.setup.model;
    const double token_bytes = activation_bytes * p.split.tokens * m.expert_hidden / p.split.sequence;
    if (p.dispatch == ExpertDispatch::all_gather)
        return addGatheredTokens(d, p, token_bytes);
    GroupLinks one_node{g.ranks, g.ranks, g.node_Bps, g.node_latency_s, 0, 0, g.base_s};
    one_node.torus_hops = g.torus_hops;
    one_node.torus_exchange = g.torus_exchange;
    const bool once_to_ranks = p.dispatch == ExpertDispatch::hybrid_ep;
    const bool forwards = p.dispatch == ExpertDispatch::by_stack
        ? p.setup.software.once_per_node
        : p.dispatch == ExpertDispatch::once_per_node || once_to_ranks;
    const double to_ranks = once_to_ranks ? nodesOfToken(m, g.ranks) : m.chosen;
    const CollectiveTime inside = allToAll(one_node, token_bytes * to_ranks * m.expert_imbalance, *p.setup.law);
    double seconds = inside.seconds;
    d.sent(Route::experts_inside) = expert_exchanges * inside.bytes;
    if (g.ranks > g.per_node) {
        if (!forwards)
            d.sent(Route::experts_inside) *= (g.per_node - 1) / (g.ranks - 1);
        const double nodes = g.nodes();
        const double copies = forwards ? nodesOfToken(m, nodes) : m.chosen;
        const double away = copies * (nodes - 1) / nodes;
        const double port = g.portExchangeBps();
        seconds = std::max(seconds, g.base_s + g.port_latency_s + token_bytes * away / port);
        d.sent(Route::experts_between) = expert_exchanges * token_bytes * away;
    }
    d.parts.part(Part::expert_comm) = hiddenInPart(d, expert_exchanges * seconds, p.setup.software.expert_overlap);
    d.latency_s += expert_exchanges * inside.latency_s;
}

/// The GPU waits for the CPU that launches its kernels; collectives run on the GPU, so they count as GPU time.
void addLaunch(Direction& d, const Passes& p, double passes, double collectives, bool experts, bool adapted)
{
    const double t = p.split.tensor;
    const Stack& software = p.setup.software;
    const double adapters = adapted ? adaptersOfLayer(p.setup.model, experts).modules : 0;
    const double one = software.layer_launch_s * (p.setup.model.parts + adapter_launches * adapters)
        + (experts ? p.setup.model.experts * software.expert_launch_s : 0);
    const double launches =
        one * passes * (1 + (t > 1 ? split_layer_launches : 0) + (t >= crowded_processes ? crowded_node_launches : 0))
        + collectives * p.launch_of_collective_s;
    const double gpu = d.parts.exposed();
    d.parts.part(Part::launch).exposed_s = smoothMax(gpu, launches) - gpu;
}

/// The weight all-gather (and the gradient reduce-scatter) overlaps with the layer's compute and slows it slightly,
/// never by more than it hides: weights are gathered one layer ahead, and gradients are sent one layer later. A
/// breadth-first pipeline does both once for all micro-batches (Lamy-Poirier 2022, arXiv:2211.05953, section 4.2).
struct Sharded {
    double parameters = 0;
    double trained = 0; ///< of them, or of the adapters beside them
    double bytes_per_weight = 0;
    CollectiveTime gathered; ///< of the weights, once
    double gathers = 0;
    bool gradients = false; ///< are scattered
    bool copies = false;    ///< and then reduced across the copies
};

void addSharding(Direction& d, const Passes& p, const Sharded& of)
{
    const LayerSharding& by_layer = p.sharding;
    const CollectiveLaw& law = *p.setup.law;
    const double calls = p.setup.software.shard_calls;
    CollectiveTime sum;
    const double each = 1 / by_layer.together;
    const auto take = [&](const CollectiveTime& one, Route route) {
        sum.seconds += each * one.seconds;
        sum.latency_s += each * one.latency_s;
        d.sent(route) += each * one.bytes;
        return each * one.seconds;
    };
    double edge = 0;
    if (of.gathers > 0)
        edge = take(of.gathers == 1
                ? of.gathered
                : gather(p.shard, of.gathers * of.parameters * of.bytes_per_weight, of.gathers * calls, law),
            Route::shard);
    if (of.gradients) {
        const double gradients = of.trained * by_layer.gradient_bytes / by_layer.compression;
        edge = take(gather(p.shard, gradients, calls, law), Route::shard);
        if (of.copies)
            edge += take(allReduce(p.copies, gradients / p.shard.ranks, 1, p.algorithm, law), Route::copies);
    }
    const double work = freeCompute(d.parts, 1);
    const double hidden = p.setup.software.shard_overlap * std::min(work, sum.seconds);
    const double slowed = std::min(hidden, shared_gpu_slowdown * std::min(work, sum.seconds));
    d.parts.part(Part::data_comm) = {sum.seconds - hidden + slowed, hidden};
    d.latency_s += sum.latency_s;
    d.edge_s = std::min(edge, hidden - slowed);
}

/// What a layer computes at a time: of the trained model, or the forward pass of a reference model.
enum class PassKind { forward, backward, reference };

/// All-gathers of a layer's weights in one direction. Of weights that are gathered only once they are updated, those of
/// a reference model never are.
double weightGathers(const Passes& p, PassKind kind)
{
    if (kind != PassKind::forward && !p.sharding.gathers_backward)
        return 0;
    return kind == PassKind::backward && p.setup.software.gathers_again && p.split.recompute == Recompute::full ? 2 : 1;
}

/// Weights of a layer on a GPU.
struct LayerWeights {
    double parameters = 0;
    double trained = 0;
    double bytes = 0;        ///< per parameter, as they are gathered
    CollectiveTime gathered; ///< once
};

Direction direction(const Passes& p, const PassTime& work, PassKind kind, bool experts, const LayerWeights& weights,
    bool copies = false)
{
    const bool backward = kind == PassKind::backward;
    const bool repeat = backward && p.split.recompute == Recompute::full;
    const double rounds = repeat ? 2 : 1;
    const double calls = rounds * p.all_reduces * p.calls_per_reduce;
    Direction d;
    d.parts.part(Part::compute).exposed_s = work.matrix_s;
    d.parts.part(Part::memory).exposed_s = work.traffic_s;
    addTensor(d, p, calls, backward ? p.all_reduces : 0);
    addContext(d, p, backward, repeat, work.attention_s);
    if (experts)
        addExperts(d, p);
    if (p.sharding.quantized)
        d.parts.part(Part::memory).exposed_s +=
            weightGathers(p, kind) * weights.parameters * dequantize_gathered_bytes / p.setup.rates.memory_Bps;
    addLaunch(d, p, backward ? backward_launches + (repeat ? 1 : 0) : 1, calls, experts,
        p.setup.model.adapters.used && kind != PassKind::reference);
    if (p.sharding.used)
        addSharding(d, p,
            {weights.parameters, weights.trained, weights.bytes, weights.gathered, weightGathers(p, kind),
                backward && weights.trained > 0, copies});
    return d;
}

CollectiveTime gatheredOnce(const Passes& p, double parameters, double bytes_per_weight)
{
    return p.sharding.used ? gather(p.shard, parameters * bytes_per_weight, p.setup.software.shard_calls, *p.setup.law)
                           : CollectiveTime{};
}

LayerWeights weightsOf(const Passes& p, double of_layer, double trained)
{
    const Setup& setup = p.setup;
    const Adapters& adapters = setup.model.adapters;
    const double plain = p.sharding.quantized ? quantized_gather_bytes : setup.gathered_bytes;
    LayerWeights weights{of_layer, of_layer, plain, {}};
    if (adapters.used) {
        const double kept = p.gathersFrozen() ? of_layer : 0;
        if (kept + trained <= 0)
            return {};
        const double frozen = adapters.quantized ? quantized_weight_bytes : plain;
        weights = {kept + trained, trained, (kept * frozen + trained * weight_bytes) / (kept + trained), {}};
    }
    weights.gathered = gatheredOnce(p, weights.parameters, weights.bytes);
    return weights;
}

/// Of a frozen layer at the beginning.
LayerWeights frozenWeights(const Passes& p, const LayerWeights& weights)
{
    return p.gathersFrozen() ? LayerWeights{weights.parameters, 0, weights.bytes, weights.gathered} : LayerWeights{};
}

/// A reference model's pass counts as forward: no activation of it is kept.
void addReference(LayerPass& pass, const Direction& reference)
{
    pass.parts.add(reference.parts, 1);
    pass.forward_s += reference.parts.exposed();
    pass.latency_s += reference.latency_s;
    pass.edge_s += reference.edge_s;
    for (std::size_t i = 0; i < route_count; ++i)
        pass.bytes[i] += reference.bytes[i];
    pass.window = computeWindow(pass.parts);
}

/// Weights of a layer that a reference model reads: its own in the format of the others, or the frozen ones.
LayerWeights referenceWeights(const Passes& p, const LayerWeights& weights)
{
    const ModelShape& m = p.setup.model;
    const double frozen = weights.parameters - (m.adapters.used ? weights.trained : 0);
    const double bytes = m.adapters.quantized && !m.copiesReference() ? quantized_weight_bytes
        : p.sharding.quantized                                        ? quantized_gather_bytes
                                                                      : p.setup.gathered_bytes;
    return {frozen, 0, bytes, gatheredOnce(p, frozen, bytes)};
}

LayerPass layerPass(const Direction& forward, const Direction& backward)
{
    LayerPass pass{.parts = forward.parts,
        .forward_s = forward.parts.exposed(),
        .backward_s = backward.parts.exposed(),
        .latency_s = forward.latency_s + backward.latency_s,
        .edge_s = forward.edge_s + backward.edge_s,
        .bytes = forward.bytes};
    pass.parts.add(backward.parts, 1);
    pass.window = computeWindow(pass.parts);
    for (std::size_t i = 0; i < route_count; ++i)
        pass.bytes[i] += backward.bytes[i];
    return pass;
}

/// A pass of the mean micro-batch, of which the last one before a reduction across copies contains that.
template <class Pass> LayerPass meanPass(const LayerSharding& sharding, const Pass& pass)
{
    const double every = sharding.copies_every;
    if (every <= 1)
        return pass(true);
    const LayerPass last = pass(true), other = pass(false);
    LayerPass mean;
    mean.add(last, 1 / every);
    mean.add(other, 1 - 1 / every);
    mean.edge_s = std::lerp(other.edge_s, last.edge_s, 1 / every);
    mean.weight_s = last.weight_s;
    return mean;
}

LayerPass layer(const Passes& p, bool experts, const LayerWeights& weights, const SelectiveShares& selective)
{
    const LayerTime time =
        experts ? expertLayer(p.setup, p.split, selective.expert) : denseLayer(p.setup, p.split, selective.dense);
    const Direction forward = direction(p, time.forward, PassKind::forward, experts, weights);
    LayerPass mean = meanPass(p.sharding, [&](bool copies) {
        return layerPass(forward, direction(p, time.backward, PassKind::backward, experts, weights, copies));
    });
    mean.weight_s = time.backward.weight_s;
    mean.attention_s = time.forward.attention_s + time.backward.attention_s + time.reference.attention_s;
    if (p.setup.model.hasReference())
        addReference(mean, direction(p, time.reference, PassKind::reference, experts, referenceWeights(p, weights)));
    return mean;
}

/// A layer with nothing trained in it or below.
LayerPass frozenLayer(const Passes& p, bool experts, const LayerWeights& weights)
{
    const LayerTime time = experts ? expertLayer(p.setup, p.split, {}) : denseLayer(p.setup, p.split, {});
    const LayerWeights frozen = frozenWeights(p, weights);
    LayerPass pass = layerPass(direction(p, time.forward, PassKind::forward, experts, frozen), {});
    pass.attention_s = time.forward.attention_s + time.reference.attention_s;
    if (p.setup.model.hasReference())
        addReference(pass, direction(p, time.reference, PassKind::reference, experts, referenceWeights(p, frozen)));
    return pass;
}

/// Both directions together, because the loss is computed between them. The embedding and the output layer are gathered
/// once for both (FSDP does not free the weights of its root module in between).
LayerPass outputPass(const Passes& p, double parameters, bool copies)
{
    const PassTime output = outputLayer(p.setup, p.split);
    Direction head;
    head.parts.part(Part::compute).exposed_s = output.matrix_s;
    head.parts.part(Part::memory).exposed_s = output.traffic_s;
    const double references = p.setup.model.hasReference() ? 1 : 0;
    addTensor(head, p, p.calls_per_reduce * (1 + references), 0);
    const bool frozen = p.setup.model.hasFrozenOutput();
    const double trained = frozen   ? 0
        : p.setup.model.frozen.used ? parameters / 2
                                    : parameters; // without the embedding
    if (p.sharding.used) {
        const double gathered = p.gathersFrozen() ? parameters : trained;
        const double gathers = gathered <= 0 ? 0 : p.sharding.gathers_backward ? 1 + references : 1;
        addSharding(head, p,
            {gathered, trained, weight_bytes, gatheredOnce(p, gathered, weight_bytes), gathers, !frozen, copies});
    }
    const double exposed = head.parts.exposed();
    const double backward = references > 0 ? reference_backward_share : backward_share;
    return {.parts = head.parts,
        .forward_s = (1 - backward) * exposed,
        .backward_s = exposed * backward,
        .weight_s = frozen ? 0 : output.weight_s,
        .latency_s = head.latency_s,
        .window = computeWindow(head.parts),
        .bytes = head.bytes};
}

/// Layers of an encoder, each with so many parameters, of which so many, or so many of adapters, are trained.
struct LayerSize {
    double parameters = 0, trained = 0;
};
void addEncoder(MicroBatch& all, const Passes& p, const LayerGroups& groups, const LayerSize& size)
{
    const FrozenLayers& frozen = p.setup.model.frozen;
    const Setup setup = encoderOf(p.setup);
    const LayerSplit split = encoderOf(p.split, p.setup.model);
    const Passes passes(setup, split, groups, p.sharding);
    const LayerWeights weights = weightsOf(passes, size.parameters, size.trained);
    if (p.setup.model.encoder_layers > frozen.encoder)
        all.encoder = layer(passes, false, weights,
            split.recompute == Recompute::selective ? selectiveShares(setup) : SelectiveShares{});
    if (frozen.encoder > 0)
        all.frozen_encoder = frozenLayer(passes, false, weights);
}

/// The layers that predict further tokens, on the stage of the output layer, which each of them uses again. Their own
/// projection is left out: 2·h² of a layer's 12·h² or more.
void addPrediction(MicroBatch& all, const ModelShape& m)
{
    if (m.prediction_depths <= 0)
        return;
    const LayerPass once = all.head;
    all.head.add(once, m.prediction_depths);
    all.head.add(m.dense_layers < m.layers ? all.expert : all.dense, m.prediction_depths);
}

} // namespace

double PartTimes::exposed() const
{
    double sum = 0;
    for (const PartTime& part : parts)
        sum += part.exposed_s;
    return sum;
}

void LayerPass::add(const LayerPass& other, double times)
{
    parts.add(other.parts, times);
    forward_s += times * other.forward_s;
    backward_s += times * other.backward_s;
    weight_s += times * other.weight_s;
    attention_s += times * other.attention_s;
    latency_s += times * other.latency_s;
    window.compute_s += times * other.window.compute_s;
    window.used_s += times * other.window.used_s;
    for (std::size_t i = 0; i < route_count; ++i)
        bytes[i] += times * other.bytes[i];
}

MicroBatch microBatch(
    const Setup& setup, const LayerSplit& split, const LayerGroups& groups, const LayerSharding& sharding)
{
    const ModelShape& m = setup.model;
    const Passes passes(setup, split, groups, sharding);
    const double tables = m.embedding_copies * (m.vocabulary * m.hidden / split.tensor);
    const double of_stages = parametersOfStages(m, split.experts);
    const double crossing = m.cross_parameters / split.tensor;
    const double of_layer =
        std::max(0.0, of_stages / split.tensor - tables - (m.layers - m.encoder_layers) * crossing) / m.layers;
    const double trained = trainedOfStages(m, split.experts, of_stages) / split.tensor / m.layers;
    const LayerWeights weights = weightsOf(passes, of_layer + crossing, trained);
    const SelectiveShares selective =
        split.recompute == Recompute::selective ? selectiveShares(setup) : SelectiveShares{};
    const double flops = flopsPerExample(setup);
    MicroBatch all{.dense = m.dense_layers > m.encoder_layers ? layer(passes, false, weights, selective) : LayerPass{},
        .expert = m.dense_layers < m.layers ? layer(passes, true, weights, selective) : LayerPass{},
        .head = meanPass(sharding, [&](bool copies) { return outputPass(passes, tables, copies); }),
        .plain = m.encoder_layers <= 0 && !m.frozen.used,
        .flops_per_example = flops,
        .recompute_factor = recomputeFactor(setup, split.recompute, flops, selective.mean)};
    if (m.encoder_layers > 0)
        addEncoder(all, passes, groups, {of_layer, trained});
    if (m.frozen.dense > m.frozen.encoder)
        all.frozen_dense = frozenLayer(passes, false, weights);
    if (m.frozen.expert() > 0)
        all.frozen_expert = frozenLayer(passes, true, weights);
    addPrediction(all, m);
    return all;
}

double hiddenByPairing(const LayerPass& pass)
{
    const PartTime& exchange = pass.parts.part(Part::expert_comm);
    const double wanted = paired_hiding * exchange.total_s() - exchange.hidden_s;
    const double room = std::max(0.0, freeCompute(pass.parts, 1) - pass.weight_s);
    return std::clamp(wanted, 0.0, std::min(exchange.exposed_s, room));
}

MicroBatch paired(const MicroBatch& one, double share)
{
    MicroBatch all = one;
    for (LayerPass* pass : {&all.dense, &all.expert}) { // forward passes alone have nothing to pair with
        const double hidden = share * hiddenByPairing(*pass);
        PartTime& exchange = pass->parts.part(Part::expert_comm);
        exchange.exposed_s -= hidden;
        exchange.hidden_s += hidden;
        const double of_forward = pass->seconds() > 0 ? pass->forward_s / pass->seconds() : 0;
        pass->forward_s -= of_forward * hidden;
        pass->backward_s -= (1 - of_forward) * hidden;
        pass->window = computeWindow(pass->parts);
    }
    return all;
}

MicroBatch microBatch(const Job& job)
{
    return microBatch(job.setup, job.placement.layer, job.placement.groups, job.placement.sharding);
}

} // namespace kneepoint
