// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/memory.h"

#include "model/constants/physics.h"
#include "model/cost/activations.h"
#include "model/cost/state_memory.h"
#include "model/job/encoder.h"
#include "model/job/job.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

double textbookLayer(const ModelShape& m, const LayerSplit& on)
{
    const double token_width = on.examples * m.sequence_length * m.hidden * (m.hasSource() ? m.parts : 1);
    if (on.recompute == Recompute::full)
        return 2 * token_width;
    const double scores =
        on.recompute == Recompute::none ? kept_score_bytes * m.heads * m.sequence_length / (m.hidden * on.tensor) : 0;
    return token_width * (undivided_kept_bytes + divided_kept_bytes / on.tensor + scores);
}

double textbookInFlight(const Pipeline& pipe, int stage)
{
    return splitsBackward(pipe.schedule) ? microbatchesInFlight(pipe, stage)
                                         : std::min(pipe.stages - stage, pipe.micro_batches);
}

double textbookActivations(const ModelShape& m, const LayerSplit& on, const Pipeline& pipe, int stage)
{
    if (!m.transformer)
        return on.examples * m.activation_per_example;
    const double in_flight = textbookInFlight(pipe, stage);
    return in_flight * m.inLayers(m.layers - m.frozen.layers, m.encoder_layers - m.frozen.encoder) / pipe.stages
        * textbookLayer(m, on);
}

/// Leaves only the activations of the layer at work and of the next one on the GPU, each of `layer` bytes.
void offload(MemoryUse& use, double& activations, double layer)
{
    const double here = std::min(activations, gathered_layers * layer);
    use.host += activations - here;
    activations = here;
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
    MemoryUse use = textbookStates(setup, on, pipe, state);
    use.spread = memory_spread;
    use.activations = textbookActivations(setup.model, on, pipe, stage);
    if (state.offload == Offload::activations && setup.model.transformer) {
        const double layers =
            (setup.model.layers - setup.model.frozen.layers) / pipe.stages * textbookInFlight(pipe, stage);
        offload(use, use.activations, layers > 0 ? use.activations / layers : 0);
    }
    calibrate(use, setup.own_memory);
    return use;
}

/// Tensors that collectives fill: a gathered sequence, the other ranks' keys and values, tokens for experts and back,
/// what is received from the previous stage, and what each micro-batch in flight keeps for the next.
double bufferBytes(const ModelShape& m, const LayerSplit& on, const Pipeline& pipe, double in_flight)
{
    const double tensor = activation_bytes * on.tokens * m.hidden;
    double bytes = on.sequence > 1 ? tensor : 0;
    if (on.context > 1) {
        const double tokens = m.encoder_layers > 0 ? on.tokens + sourceTokens(m, on) : on.tokens;
        bytes += 2 * activation_bytes * tokens * (on.context - 1) * m.kv_heads * m.head_width / on.tensor;
    }
    if (m.hasExperts() && on.experts > 1)
        bytes += 2 * m.chosen * m.expert_imbalance * tensor / on.sequence;
    if (pipe.stages > 1)
        bytes += (1 + in_flight) * m.boundaryShare() * tensor / on.sequence;
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

/// The activations of one layer: without and with experts, and of an encoder.
struct ModelLayers {
    LayerActivations dense, expert, encoder;
    double source = 0; ///< bytes that a stage with layers behind the encoder keeps of its output
};

ModelLayers modelLayers(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    ModelLayers layers{m.dense_layers > m.encoder_layers ? layerActivations(setup, on, false) : LayerActivations{},
        m.dense_layers < m.layers ? layerActivations(setup, on, true) : LayerActivations{}, {}};
    if (m.encoder_layers > 0)
        layers.encoder = layerActivations(encoderOf(setup), encoderOf(on, m), false);
    if (m.hasSource())
        layers.source = activation_bytes * sourceTokens(m, on) * m.hidden / on.sequence;
    return layers;
}

/// Activations of a stage's layers. A frozen one at the beginning has its own only while it is at work.
struct StageActivations {
    double kept = 0;    ///< of all micro-batches in flight
    double working = 0; ///< of the trained layer at work
    double frozen = 0;  ///< of a frozen layer at work, all of its own
};

StageActivations activationsOf(const StageLoad& load, double in_flight, const ModelLayers& model)
{
    const double encoder = load.trainedEncoder();
    const double dense = load.trainedDense() - encoder;
    const double experts = load.trainedExpert();
    const double source = std::min(1.0, load.decoder()) * model.source;
    const double working = std::max({dense > 0 ? model.dense.working : 0, experts > 0 ? model.expert.working : 0,
        encoder > 0 ? model.encoder.working : 0});
    const auto frozen = [](double layers, const LayerActivations& one) {
        return std::min(1.0, layers) * (one.kept + one.working);
    };
    const double forward = load.frozen > 0 ? std::max({frozen(load.frozen_dense - load.frozen_encoder, model.dense),
                               frozen(load.frozenExpert(), model.expert), frozen(load.frozen_encoder, model.encoder)})
                                           : 0;
    return {
        in_flight * (dense * model.dense.kept + experts * model.expert.kept + encoder * model.encoder.kept + source),
        working, forward};
}

MemoryUse byKernels(const Setup& setup, const LayerSplit& on, const Pipeline& pipe, const StateSharding& state,
    int stage, const ModelLayers& model)
{
    const StageTables tables = tablesOf(pipe, stage);
    const StageLoad load = loadOf(pipe, stage);
    const double in_flight = microbatchesInFlight(pipe, stage);
    MemoryUse use;
    use.spread = setup.software.memory_spread;
    addStates(use, setup, on, pipe, state, load, tables);
    StageActivations activations = activationsOf(load, in_flight, model);
    use.logits = tables.output ? logitBytes(setup, on) : 0;
    // The loss is done before the backward pass of the first layer begins, so the two share memory.
    double frozen = activations.frozen;
    if (state.offload == Offload::activations) {
        offload(use, activations.kept, std::max({model.dense.kept, model.expert.kept, model.encoder.kept}));
        frozen -= activations.kept; // of trained layers, which are in host memory meanwhile
    }
    use.activations = activations.kept + std::max(0.0, std::max(activations.working, frozen) - use.logits);
    use.buffers = bufferBytes(setup.model, on, pipe, in_flight);
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
    if (setup.software.stages_by_cost || pipe.layers.isIrregular() || splitsBackward(pipe.schedule))
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
    const Pipeline& pipe = job.placement.pipeline;
    return activationsOf(
        loadOf(pipe, stage), microbatchesInFlight(pipe, stage), modelLayers(job.setup, job.placement.layer))
        .kept;
}

double activationsOfMicroBatch(const Job& job)
{
    const auto& [setup, l] = job;
    if (setup.kernels && setup.model.frozen.used) { // of the stage that keeps most
        double most = 0;
        for (int stage = 0; stage < stageCount(l.pipeline.stages); ++stage)
            most = std::max(most, keptActivations(job, stage) / microbatchesInFlight(l.pipeline, stage));
        return most;
    }
    if (setup.kernels)
        return keptActivations(job, 0) / microbatchesInFlight(l.pipeline, 0);
    return textbookActivations(setup.model, l.layer, l.pipeline, 0) / textbookInFlight(l.pipeline, 0);
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
