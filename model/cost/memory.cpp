// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/memory.h"

#include "model/cost/activations.h"
#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/cost/training_state.h"
#include "model/cost/transformer_layer.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

double textbookLayer(const Scenario& s)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double token_width = w.batch_per_gpu * w.sequence_length * w.hidden;
    if (s.plan.recompute == Recompute::full)
        return 2 * token_width;
    const double scores =
        s.plan.recompute == Recompute::none ? kept_score_bytes * w.heads * w.sequence_length / (w.hidden * t) : 0;
    return token_width * (undivided_kept_bytes + divided_kept_bytes / t + scores);
}

double textbookActivations(const Scenario& s, int stage)
{
    const Workload& w = s.workload;
    if (w.kind == ModelKind::generic)
        return w.batch_per_gpu * w.activation_per_example;
    const double p = s.plan.pipeline_parallel;
    const double in_flight = std::min(p - stage, s.plan.accumulation);
    return in_flight * w.layers / p * textbookLayer(s);
}

/// Bytes of optimizer state per parameter: the moments, and master weights if the weights are below 32 bits.
double optimizerBytes(double weight_bytes, double moment_bytes)
{
    return weight_bytes < master_bytes ? master_bytes + moment_bytes : moment_bytes;
}

/// The effect of a calibration with the user's own runs.
void calibrate(MemoryUse& use, const Scenario& s)
{
    if (!isCalibrated(s))
        return;
    for (double* bytes : {&use.activations, &use.logits, &use.buffers, &use.reserve})
        *bytes *= s.own_runs.memory;
    use.spread = memorySpread(s.own_runs.memory_runs);
}

MemoryUse textbook(const Scenario& s, int stage)
{
    const double width = bytesPerElement(s.workload.precision);
    const StateWidths widths{width, width, optimizerBytes(width, s.plan.moment_bytes)};
    MemoryUse use = trainingState(parametersPerGpu(s), widths, s.plan.zero_stage, gradientRanks(s));
    use.activations = textbookActivations(s, stage);
    calibrate(use, s);
    return use;
}

/// Parameters on one GPU of a stage, and the ranks they may be sharded over.
struct Holding {
    double parameters = 0;
    double at_work = 0; ///< of them, in the two layers at work and in embeddings
    double ranks = 1;   ///< that hold the same parameters: data and context parallel
};

/// Bytes of a gradient: as accumulated over micro-batches, and as produced by the backward pass before that.
struct GradientWidth {
    double sum = 2, narrow = 0;
};

GradientWidth gradientWidth(const Scenario& s)
{
    const double width = bytesPerElement(s.workload.precision);
    if (s.stack.narrow_gradients)
        return {width, 0};
    if (s.stack.wide_gradients)
        return {master_bytes, 0};
    const double sum = std::max(width, bytesPerGradient(s.plan.gradient_precision));
    return {sum, sum > width ? width : 0};
}

/// Adds weights, gradients and optimizer state of parameters by the ZeRO stage.
void addState(MemoryUse& use, const Scenario& s, const Holding& held)
{
    const double width = bytesPerElement(s.workload.precision);
    const GradientWidth gradient = gradientWidth(s);
    const double p = held.parameters;
    const int zero = s.plan.zero_stage;
    const bool once_a_step = s.plan.pipeline_parallel > 1;
    const double group = s.plan.shard_group > 0 ? std::min(s.plan.shard_group, held.ranks) : held.ranks;
    const double ranks = zero >= 1 ? group : 1;
    const double elsewhere = 1 - 1 / ranks;
    const double at_work = std::min(p, held.at_work);
    const double whole = once_a_step ? p : at_work;
    if (zero >= 2) {
        use.gradients += gradient.sum * p / ranks;
        use.gathered += (gradient.sum * whole + gradient.narrow * at_work) * elsewhere;
    } else {
        use.gradients += (gradient.sum + gradient.narrow) * p;
    }
    if (zero >= 3) {
        use.weights += master_bytes * p / ranks;
        use.optimizer += s.plan.moment_bytes * p / ranks;
        use.gathered += width * whole * elsewhere;
    } else {
        use.weights += width * p;
        use.optimizer += optimizerBytes(width, s.plan.moment_bytes) * p / ranks;
    }
}

/// Parameters of a stage's layers and embeddings, divided over the tensor-parallel group.
void addStates(MemoryUse& use, const Scenario& s, double layers, double expert_layers, double tables)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double copies = w.tied_embeddings ? 1 : 2;
    const double table = std::min(w.vocabulary * w.hidden, w.parameters / copies);
    const double all_expert_layers = w.layers - std::min(w.dense_layers, w.layers);
    const double experts = expertParameters(w);
    const double layer = (w.parameters - copies * table - experts) / w.layers / t;
    const double ranks = gradientRanks(s);
    addState(use, s, {layers * layer + tables * table / t, gathered_layers * layer + tables * table / t, ranks});
    if (experts <= 0)
        return;
    const double spread = expertRanks(s);
    const double expert_layer = experts / all_expert_layers / spread / t;
    addState(use, s, {expert_layers * expert_layer, gathered_layers * expert_layer, ranks / spread});
}

/// Tensors that collectives fill: a gathered sequence, the other ranks' keys and values, tokens for experts and back,
/// what is received from the previous stage, and what each micro-batch in flight keeps for the next.
double bufferBytes(const Scenario& s, int stage)
{
    const Workload& w = s.workload;
    const Plan& plan = s.plan;
    const double t = plan.tensor_parallel;
    const double r = plan.sequence_parallel ? t : 1;
    const double tensor = activation_bytes * tokensOnGpu(s) * w.hidden;
    double bytes = r > 1 ? tensor : 0;
    if (plan.context_parallel > 1)
        bytes += 2 * activation_bytes * tokensOnGpu(s) * (plan.context_parallel - 1) * w.kv_heads * headWidth(w) / t;
    if (w.experts > 1 && expertRanks(s) > 1)
        bytes += 2 * std::min(w.top_k, w.experts) * tensor / r;
    if (plan.pipeline_parallel > 1)
        bytes += (1 + microbatchesInFlight(s, stage)) * tensor / r;
    return bytes;
}

/// Logits and the intermediate tensors of the loss. Ranks that gather the whole vocabulary also have the pieces and the
/// concatenated tensor.
double logitBytes(const Scenario& s)
{
    const double t = s.plan.tensor_parallel;
    const double logits = tokensOnGpu(s) * s.workload.vocabulary;
    if (s.stack.gathers_logits && t > 1)
        return (s.stack.logit_bytes + 2 * activation_bytes) * logits;
    return s.stack.logit_bytes * logits / t;
}

/// The layers of all stages, and the activations of one layer: without and with experts.
struct ModelLayers {
    explicit ModelLayers(const Scenario& s)
        : layers(s)
        , dense(layers.dense() > 0 ? layerActivations(s, false) : LayerActivations{})
        , expert(layers.dense() < s.workload.layers ? layerActivations(s, true) : LayerActivations{})
    {
    }
    StageLayers layers;
    LayerActivations dense, expert;
};

/// Activations of a stage's layers.
struct StageActivations {
    double kept = 0;    ///< of all micro-batches in flight
    double working = 0; ///< of the layer at work
};

StageActivations activationsOf(const Scenario& s, int stage, const ModelLayers& model)
{
    const double dense = model.layers.dense(stage);
    const double experts = model.layers.of(stage) - dense;
    return {microbatchesInFlight(s, stage) * (dense * model.dense.kept + experts * model.expert.kept),
        std::max(dense > 0 ? model.dense.working : 0, experts > 0 ? model.expert.working : 0)};
}

MemoryUse byKernels(const Scenario& s, int stage, const ModelLayers& model)
{
    const Workload& w = s.workload;
    const bool last = stage + 1 == stageCount(s);
    MemoryUse use;
    const double tables = (stage == 0 ? 1 : 0) + (last ? 1 : 0);
    const double layers = model.layers.of(stage);
    addStates(use, s, layers, layers - model.layers.dense(stage), w.tied_embeddings ? std::min(1.0, tables) : tables);
    const StageActivations activations = activationsOf(s, stage, model);
    use.logits = last ? logitBytes(s) : 0;
    // The loss is done before the first layer's backward pass begins: they use the same room.
    use.activations = activations.kept + std::max(0.0, activations.working - use.logits);
    use.buffers = bufferBytes(s, stage);
    use.reserve = s.stack.reserved_bytes + s.stack.allocator_overhead * (use.activations + use.logits + use.buffers);
    calibrate(use, s);
    return use;
}

} // namespace

double memorySpread(double runs)
{
    const double shared = shared_memory_error * memory_spread * memory_spread;
    const double own = memory_spread * memory_spread - shared;
    return std::sqrt(shared / (1 + runs * shared / own) + own);
}

int stageCount(const Scenario& s)
{
    return std::max(1, static_cast<int>(std::lround(s.plan.pipeline_parallel)));
}

double keptActivations(const Scenario& s, int stage)
{
    return activationsOf(s, stage, ModelLayers(s)).kept;
}

MemoryUse memoryOfStage(const Scenario& s, int stage)
{
    MemoryUse use = atKernelDepth(s) ? byKernels(s, stage, ModelLayers(s)) : textbook(s, stage);
    use.capacity = s.cluster.memory_bytes;
    use.stage = stage;
    return use;
}

std::vector<MemoryUse> memoryByStage(const Scenario& s)
{
    std::vector<MemoryUse> stages;
    stages.reserve(static_cast<std::size_t>(stageCount(s)));
    for (int stage = 0; stage < stageCount(s); ++stage)
        stages.push_back(memoryOfStage(s, stage));
    return stages;
}

MemoryUse memoryUse(const Scenario& s)
{
    if (!atKernelDepth(s))
        return memoryOfStage(s, 0);
    const ModelLayers model(s);
    const int stages = stageCount(s);
    MemoryUse fullest = byKernels(s, 0, model);
    double most = fullest.total();
    const auto consider = [&](int stage) {
        if (stage <= 0 || stage >= stages)
            return;
        const MemoryUse use = byKernels(s, stage, model);
        if (const double total = use.total(); total > most) {
            most = total;
            fullest = use;
            fullest.stage = stage;
        }
    };
    // Between the first stage and the last, stages hold ever less; but for the second, where it has more layers or more
    // of them with experts, and for those where layers with experts begin.
    if (s.stack.stages_by_cost) // a layer more here and there
        for (int stage = 1; stage < stages - 1; ++stage)
            consider(stage);
    const StageLayers& layers = model.layers;
    const auto withExperts = [&](int stage) { return layers.of(stage) - layers.dense(stage); };
    if (layers.of(1) > layers.of(0) || withExperts(1) > withExperts(0))
        consider(1);
    consider(stages - 1);
    if (s.workload.experts > 1 && s.workload.dense_layers > 0)
        for (int stage = 2; stage < stages - 1; ++stage)
            if (layers.before(stage) >= s.workload.dense_layers) {
                consider(stage - 1);
                consider(stage);
                break;
            }
    fullest.capacity = s.cluster.memory_bytes;
    return fullest;
}

} // namespace kneepoint
