// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/memory.h"

#include "model/constants/physics.h"
#include "model/cost/activations.h"
#include "model/cost/training_state.h"
#include "model/job/formats.h"
#include "model/job/job.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

double textbookLayer(const ModelShape& m, const LayerSplit& on)
{
    const double token_width = on.examples * m.sequence_length * m.hidden;
    if (on.recompute == Recompute::full)
        return 2 * token_width;
    const double scores =
        on.recompute == Recompute::none ? kept_score_bytes * m.heads * m.sequence_length / (m.hidden * on.tensor) : 0;
    return token_width * (undivided_kept_bytes + divided_kept_bytes / on.tensor + scores);
}

double textbookActivations(const ModelShape& m, const LayerSplit& on, const Pipeline& pipe, int stage)
{
    if (!m.transformer)
        return on.examples * m.activation_per_example;
    const double in_flight = std::min(pipe.stages - stage, pipe.micro_batches);
    return in_flight * m.layers / pipe.stages * textbookLayer(m, on);
}

/// Bytes of optimizer state per parameter: the moments, and master weights if the weights are below 32 bits.
double optimizerBytes(double weight_bytes, double moment_bytes)
{
    return weight_bytes < master_bytes ? master_bytes + moment_bytes : moment_bytes;
}

/// The effect of a calibration with the user's own runs.
void calibrate(MemoryUse& use, const OwnMemory& own)
{
    if (!own.used)
        return;
    for (double* bytes : {&use.activations, &use.logits, &use.buffers, &use.reserve})
        *bytes *= own.factor;
    use.spread = memorySpread(use.spread, own.runs);
}

MemoryUse textbook(
    const Setup& setup, const LayerSplit& on, const Pipeline& pipe, const StateSharding& state, int stage)
{
    const double width = setup.element_bytes;
    const StateWidths widths{width, width, optimizerBytes(width, state.moment_bytes)};
    const double parameters = parametersOfStages(setup.model, on.experts) / (on.tensor * pipe.stages);
    MemoryUse use = trainingState(parameters, widths, state.zero_stage, state.ranks);
    use.spread = memory_spread;
    use.activations = textbookActivations(setup.model, on, pipe, stage);
    calibrate(use, setup.own_memory);
    return use;
}

/// Parameters on one GPU of a stage, and the ranks they may be sharded over.
struct Holding {
    double parameters = 0;
    double at_work = 0; ///< of them, in the two layers at work and in embeddings
    double reduced = 0; ///< of them, in what is reduced at a time: a layer, or the embeddings
    double ranks = 1;   ///< that share their state
};

/// Bytes of a gradient: as accumulated over micro-batches, and as produced by the backward pass before that.
struct GradientWidth {
    double sum = 2, narrow = 0;
};

GradientWidth gradientWidth(const Setup& setup, GradientPrecision sent)
{
    const double width = setup.element_bytes;
    if (setup.software.narrow_gradients)
        return {width, 0};
    if (setup.software.wide_gradients)
        return {master_bytes, 0};
    const double sum = std::max(width, bytesPerGradient(sent));
    return {sum, sum > width ? width : 0};
}

/// Adds weights, gradients and optimizer state of parameters by the ZeRO stage. In a pipeline, gathered weights and
/// gradients of all layers are kept until the end of the step.
void addState(MemoryUse& use, const Setup& setup, const StateSharding& state, bool once_a_step, const Holding& held)
{
    const double width = setup.element_bytes;
    const GradientWidth gradient = gradientWidth(setup, state.gradients);
    const double p = held.parameters;
    const double elsewhere = 1 - 1 / held.ranks;
    const double at_work = std::min(p, held.at_work);
    const double reduced = std::min(p, held.reduced);
    const double whole = once_a_step ? p : at_work;
    if (state.zero_stage >= 2) {
        use.gradients += gradient.sum * p / held.ranks;
        use.gathered += (gradient.sum * (once_a_step ? p : reduced) + gradient.narrow * at_work) * elsewhere;
    } else {
        use.gradients += (gradient.sum + gradient.narrow) * p;
    }
    if (state.zero_stage >= 3) {
        use.weights += master_bytes * p / held.ranks;
        use.optimizer += state.moment_bytes * p / held.ranks;
        use.gathered += width * whole * elsewhere;
    } else {
        use.weights += width * p;
        use.optimizer += optimizerBytes(width, state.moment_bytes) * p / held.ranks;
    }
}

/// Parameters of a stage's layers and of its `tables` embeddings, divided over the tensor-parallel group.
void addStates(MemoryUse& use, const Setup& setup, const LayerSplit& on, const Pipeline& pipe,
    const StateSharding& state, int stage, double tables)
{
    const ModelShape& m = setup.model;
    const double t = on.tensor;
    const bool once_a_step = pipe.stages > 1;
    const double table = std::min(m.vocabulary * m.hidden, m.parameters / m.embedding_copies);
    const double layer = (m.parameters - m.embedding_copies * table - m.expert_parameters) / m.layers / t;
    const double held = pipe.layers.of(stage) * layer + tables * table / t;
    addState(use, setup, state, once_a_step,
        {held, gathered_layers * layer + tables * table / t, std::max(layer, tables * table / t), state.ranks});
    if (m.expert_parameters <= 0)
        return;
    const double expert_layer = m.expert_parameters / (m.layers - m.dense_layers) / on.experts / t;
    addState(use, setup, state, once_a_step,
        {pipe.layers.expert(stage) * expert_layer, gathered_layers * expert_layer, expert_layer, state.expert_ranks});
}

/// Tensors that collectives fill: a gathered sequence, the other ranks' keys and values, tokens for experts and back,
/// what is received from the previous stage, and what each micro-batch in flight keeps for the next.
double bufferBytes(const ModelShape& m, const LayerSplit& on, const Pipeline& pipe, int stage)
{
    const double tensor = activation_bytes * on.tokens * m.hidden;
    double bytes = on.sequence > 1 ? tensor : 0;
    if (on.context > 1)
        bytes += 2 * activation_bytes * on.tokens * (on.context - 1) * m.kv_heads * m.head_width / on.tensor;
    if (m.hasExperts() && on.experts > 1)
        bytes += 2 * m.chosen * tensor / on.sequence;
    if (pipe.stages > 1)
        bytes += (1 + microbatchesInFlight(pipe, stage)) * tensor / on.sequence;
    return bytes;
}

/// Logits and the intermediate tensors of the loss. Ranks that gather the whole vocabulary also have the pieces and the
/// concatenated tensor.
double logitBytes(const Setup& setup, const LayerSplit& on)
{
    const double logits = on.tokens * setup.model.vocabulary;
    if (setup.software.gathers_logits && on.tensor > 1)
        return (setup.software.logit_bytes + 2 * activation_bytes) * logits;
    return setup.software.logit_bytes * logits / on.tensor;
}

/// The activations of one layer: without and with experts.
struct ModelLayers {
    LayerActivations dense, expert;
};

ModelLayers modelLayers(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    return {m.dense_layers > 0 ? layerActivations(setup, on, false) : LayerActivations{},
        m.dense_layers < m.layers ? layerActivations(setup, on, true) : LayerActivations{}};
}

/// Activations of a stage's layers.
struct StageActivations {
    double kept = 0;    ///< of all micro-batches in flight
    double working = 0; ///< of the layer at work
};

StageActivations activationsOf(const Pipeline& pipe, int stage, const ModelLayers& model)
{
    const double dense = pipe.layers.dense(stage);
    const double experts = pipe.layers.expert(stage);
    return {microbatchesInFlight(pipe, stage) * (dense * model.dense.kept + experts * model.expert.kept),
        std::max(dense > 0 ? model.dense.working : 0, experts > 0 ? model.expert.working : 0)};
}

MemoryUse byKernels(const Setup& setup, const LayerSplit& on, const Pipeline& pipe, const StateSharding& state,
    int stage, const ModelLayers& model)
{
    const bool last = stage + 1 == stageCount(pipe.stages);
    const double tables = (stage == 0 ? 1 : 0) + (last ? 1 : 0);
    MemoryUse use;
    use.spread = setup.software.memory_spread;
    addStates(use, setup, on, pipe, state, stage, std::min(setup.model.embedding_copies, tables));
    const StageActivations activations = activationsOf(pipe, stage, model);
    use.logits = last ? logitBytes(setup, on) : 0;
    // The loss is done before the backward pass of the first layer begins, so the two share memory.
    use.activations = activations.kept + std::max(0.0, activations.working - use.logits);
    use.buffers = bufferBytes(setup.model, on, pipe, stage);
    use.reserve = setup.software.reserved_bytes
        + setup.software.allocator_overhead * (use.activations + use.logits + use.buffers);
    calibrate(use, setup.own_memory);
    return use;
}

/// The fullest stage of a pipeline. From the first stage to the last but one, each holds less than the one before it,
/// except where the second has more layers, and where layers with experts begin.
MemoryUse fullestStage(const Setup& setup, const LayerSplit& on, const Pipeline& pipe, const StateSharding& state)
{
    const ModelLayers model = modelLayers(setup, on);
    const int stages = stageCount(pipe.stages);
    MemoryUse fullest = byKernels(setup, on, pipe, state, 0, model);
    double most = fullest.total();
    const auto consider = [&](int stage) {
        if (stage <= 0 || stage >= stages)
            return;
        const MemoryUse use = byKernels(setup, on, pipe, state, stage, model);
        if (const double total = use.total(); total > most) {
            most = total;
            fullest = use;
            fullest.stage = stage;
        }
    };
    // Stages may have one more layer than the one before, or other layers.
    if (setup.software.stages_by_cost || pipe.layers.hasCycles())
        for (int stage = 1; stage < stages - 1; ++stage)
            consider(stage);
    const StageLayers& layers = pipe.layers;
    if (layers.of(1) > layers.of(0))
        consider(1);
    consider(stages - 1);
    const double dense = setup.model.dense_layers;
    if (setup.model.hasExperts() && dense > 0)
        for (int stage = 2; stage < stages; ++stage)
            if (layers.before(stage) >= dense) {
                consider(stage - 1);
                consider(stage);
                break;
            }
    return fullest;
}

} // namespace

double memorySpread(double spread, double runs)
{
    const double own = std::min(spread, memory_spread * std::sqrt(1 - shared_memory_error));
    const double of_run = own * own, shared = spread * spread - of_run;
    return std::sqrt(shared / (1 + runs * shared / of_run) + of_run);
}

double keptActivations(const Job& job, int stage)
{
    return activationsOf(job.placement.pipeline, stage, modelLayers(job.setup, job.placement.layer)).kept;
}

MemoryUse memoryOfStage(const Job& job, int stage)
{
    const auto& [setup, l] = job;
    MemoryUse use = setup.kernels ? byKernels(setup, l.layer, l.pipeline, l.state, stage, modelLayers(setup, l.layer))
                                  : textbook(setup, l.layer, l.pipeline, l.state, stage);
    use.capacity = setup.memory_bytes;
    use.stage = stage;
    return use;
}

std::vector<MemoryUse> memoryByStage(const Job& job)
{
    const int count = stageCount(job.placement.pipeline.stages);
    std::vector<MemoryUse> stages;
    stages.reserve(static_cast<std::size_t>(count));
    for (int stage = 0; stage < count; ++stage)
        stages.push_back(memoryOfStage(job, stage));
    return stages;
}

MemoryUse memoryUse(const Setup& setup, const LayerSplit& split, const Pipeline& pipeline, const StateSharding& state)
{
    MemoryUse use =
        setup.kernels ? fullestStage(setup, split, pipeline, state) : textbook(setup, split, pipeline, state, 0);
    use.capacity = setup.memory_bytes;
    return use;
}

MemoryUse memoryUse(const Job& job)
{
    return memoryUse(job.setup, job.placement.layer, job.placement.pipeline, job.placement.state);
}

} // namespace kneepoint
