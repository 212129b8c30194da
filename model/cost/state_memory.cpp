// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/state_memory.h"

#include "model/constants/formats.h"
#include "model/constants/physics.h"
#include "model/cost/training_state.h"
#include "model/job/adapters.h"
#include "model/job/encoder.h"
#include "model/job/job.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Bytes of optimizer state per parameter: the moments, and master weights if the weights are below 32 bits.
double optimizerBytes(double weight_bytes, double moment_bytes)
{
    return weight_bytes < master_bytes ? master_bytes + moment_bytes : moment_bytes;
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

bool isUpdatedOnHost(const StateSharding& state)
{
    return state.offload == Offload::optimizer || state.offload == Offload::optimizer_and_parameters;
}

/// Adds weights, gradients and optimizer state of parameters by the ZeRO stage; of weights in host memory, those of the
/// layers at work, also in a pipeline. In a pipeline, gathered weights and
/// gradients of all layers are kept until the end of the step.
void addState(MemoryUse& use, const Setup& setup, const StateSharding& state, bool once_a_step, const Holding& held)
{
    const double width = setup.element_bytes;
    const GradientWidth gradient = gradientWidth(setup, state.gradients);
    const double p = held.parameters;
    const double elsewhere = 1 - 1 / held.ranks;
    const double at_work = std::min(p, held.at_work);
    const double reduced = std::min(p, held.reduced);
    const bool state_away = isUpdatedOnHost(state), weights_away = state.offload == Offload::optimizer_and_parameters;
    const bool keeps_all = once_a_step && !weights_away;
    const double whole = keeps_all ? p : at_work;
    const double gradients_here = weights_away ? reduced : p, weights_here = weights_away ? at_work : p;
    if (state_away) {
        const double weights = weights_away ? width * p / (state.zero_stage >= 3 ? held.ranks : 1) : 0;
        use.host += (optimizerBytes(width, state.moment_bytes) + gradient.sum) * p / held.ranks + weights;
    }
    if (state.zero_stage >= 2) {
        use.gradients += gradient.sum * gradients_here / held.ranks;
        use.gathered += (gradient.sum * (keeps_all ? p : reduced) + gradient.narrow * at_work) * elsewhere;
    } else {
        use.gradients +=
            weights_away ? gradient.sum * reduced + gradient.narrow * at_work : (gradient.sum + gradient.narrow) * p;
    }
    if (state.zero_stage >= 3) {
        use.weights += (state_away ? width : master_bytes) * weights_here / held.ranks;
        use.optimizer += state_away ? 0 : state.moment_bytes * p / held.ranks;
        use.gathered += width * whole * elsewhere;
    } else {
        use.weights += width * weights_here;
        use.optimizer += state_away ? 0 : optimizerBytes(width, state.moment_bytes) * p / held.ranks;
    }
}

/// Muon keeps one moment of the matrices of layers and updates embeddings by Adam, which has two.
void addTableMoments(MemoryUse& use, const StateSharding& state, double parameters)
{
    if (state.optimizer == Optimizer::muon)
        (isUpdatedOnHost(state) ? use.host : use.optimizer) += state.moment_bytes * parameters / state.ranks;
}

/// Adds frozen weights of `width` bytes, of which a shard is kept at stage 3.
void addFrozen(MemoryUse& use, const StateSharding& state, bool once_a_step, const Holding& held, double width)
{
    const double sharing = state.zero_stage >= 3 ? held.ranks : 1;
    const bool away = state.offload == Offload::optimizer_and_parameters;
    use.weights += width * (away ? std::min(held.parameters, held.at_work) : held.parameters) / sharing;
    use.host += away ? width * held.parameters / sharing : 0;
    if (state.zero_stage < 3)
        return;
    const double whole = once_a_step && !away ? held.parameters : std::min(held.parameters, held.at_work);
    use.gathered += width * whole * (1 - 1 / held.ranks);
}

/// Of each of a stage's layers on one GPU.
LayerParameters layerParameters(const ModelShape& m, const LayerSplit& on, double table)
{
    const LayerParameters whole = layerParameters(m, table);
    return {whole.everywhere / on.tensor, whole.experts / on.experts / on.tensor, whole.crossing / on.tensor};
}

/// Parameters besides experts of a layer at work, of a stage with so many layers behind an encoder.
double largestLayer(const LayerParameters& one, double behind_encoder)
{
    return behind_encoder > 0 ? one.everywhere + one.crossing : one.everywhere;
}

Holding expertHolding(double layers, double of_layer, double ranks)
{
    return {layers * of_layer, gathered_layers * of_layer, of_layer, ranks};
}

/// Adapters of a stage, which has so many layers of an encoder, `dense` others without experts and `mixed` ones with
/// them.
void addAdapters(MemoryUse& use, const Setup& setup, const LayerSplit& on, const StateSharding& state, bool once_a_step,
    double encoder, double dense, double mixed)
{
    const ModelShape& m = setup.model;
    const AdapterCount plain = dense > 0 ? adaptersOfLayer(m, false) : AdapterCount{};
    const AdapterCount routed = mixed > 0 ? adaptersOfLayer(m, true) : AdapterCount{};
    const AdapterCount source = encoder > 0 ? adaptersOfLayer(encoderOf(m), false) : AdapterCount{};
    const double largest = std::max({plain.everywhere, routed.everywhere, source.everywhere}) / on.tensor;
    addState(use, setup, state, once_a_step,
        {(dense * plain.everywhere + mixed * routed.everywhere + encoder * source.everywhere) / on.tensor,
            gathered_layers * largest, largest, state.ranks});
    if (routed.experts > 0)
        addState(use, setup, state, once_a_step,
            expertHolding(mixed, routed.experts / on.experts / on.tensor, state.expert_ranks));
}

/// Whether the table of a stage is frozen: the embedding, and the output layer if it has the same weights.
bool frozenTables(const ModelShape& m, const StageTables& on_stage)
{
    return on_stage.embedding || (m.hasFrozenOutput() && on_stage.output);
}

/// Layers and tables of a stage of a model whose first layers are frozen.
struct PartlyFrozen {
    LayerParameters of_layer;
    double copies = 1;
    StageLoad load;
    double table = 0; ///< parameters of one
    double frozen_tables = 0, tables = 0;
};

/// Frozen layers are at work together with trained ones only where these are fewer than are gathered at a time.
void addBehindFrozen(
    MemoryUse& use, const Setup& setup, const StateSharding& state, bool once_a_step, const PartlyFrozen& of)
{
    const LayerParameters& one = of.of_layer;
    const double layer = largestLayer(one, of.load.decoder()), expert = one.experts;
    const double trained = of.copies * of.load.trained();
    const double behind_encoder = of.load.frozen - of.load.frozen_encoder;
    const double frozen_layers = of.copies * (of.load.frozen * one.everywhere + behind_encoder * one.crossing);
    const double trained_layers =
        of.copies * (of.load.trained() * one.everywhere + (of.load.decoder() - behind_encoder) * one.crossing);
    const double frozen_tables = of.frozen_tables * of.table, tables = (of.tables - of.frozen_tables) * of.table;
    const double more = std::max(0.0, gathered_layers - trained);
    addFrozen(use, state, once_a_step, {frozen_layers + frozen_tables, more * layer + frozen_tables, 0, state.ranks},
        setup.element_bytes);
    const double mixed = of.copies * of.load.frozenExpert(), trained_mixed = of.copies * of.load.trainedExpert();
    addFrozen(use, state, once_a_step,
        {mixed * expert, std::max(0.0, gathered_layers - trained_mixed) * expert, 0, state.expert_ranks},
        setup.element_bytes);
    addState(use, setup, state, once_a_step,
        {trained_layers + tables, std::min(trained, gathered_layers) * layer + tables,
            std::max(trained > 0 ? layer : 0, tables), state.ranks});
    if (trained_mixed > 0)
        addState(use, setup, state, once_a_step, expertHolding(trained_mixed, expert, state.expert_ranks));
    addTableMoments(use, state, tables);
}

} // namespace

void addStates(MemoryUse& use, const Setup& setup, const LayerSplit& on, const Pipeline& pipe,
    const StateSharding& state, const StageLoad& load, const StageTables& on_stage)
{
    const ModelShape& m = setup.model;
    const double tables = std::min(m.embedding_copies, on_stage.count());
    const double t = on.tensor;
    const bool once_a_step = pipe.stages > 1;
    const double table = std::min(m.vocabulary * m.hidden, m.parameters / m.embedding_copies);
    const double of_tables = tables * table / t;
    const LayerParameters of_layer = layerParameters(m, on, table);
    const double copies = pipe.stages > 1 ? layerCopies(pipe.schedule) : 1;
    const double of_stage = copies * load.layers, mixed = copies * load.expert();
    const double layer = largestLayer(of_layer, load.decoder());
    const double layers = of_stage * of_layer.everywhere + copies * load.decoder() * of_layer.crossing;
    const Holding experts = expertHolding(mixed, of_layer.experts, state.expert_ranks);
    if (m.copiesReference()) {
        addFrozen(use, state, once_a_step, {layers + of_tables, 0, 0, state.ranks}, setup.element_bytes);
        addFrozen(use, state, once_a_step, {experts.parameters, 0, 0, experts.ranks}, setup.element_bytes);
    }
    if (m.adapters.used) {
        const double width = m.adapters.quantized ? quantized_weight_bytes : setup.element_bytes;
        addFrozen(use, state, once_a_step, {layers, gathered_layers * layer, 0, state.ranks}, width);
        addFrozen(use, state, once_a_step, {of_tables, of_tables, 0, state.ranks}, setup.element_bytes);
        addFrozen(use, state, once_a_step, experts, width);
        if (m.adapters.quantized)
            use.gathered += setup.element_bytes * std::min(1.0, of_stage) * layer;
        const double encoder = copies * load.encoder;
        return addAdapters(use, setup, on, state, once_a_step, encoder, of_stage - mixed - encoder, mixed);
    }
    if (setup.copy_bytes > 0) {
        const double kept = state.zero_stage >= 3 && !once_a_step ? std::min(gathered_layers, of_stage) : of_stage;
        use.weights += setup.copy_bytes * kept * (layer + (of_stage > 0 ? mixed / of_stage : 0) * of_layer.experts);
    }
    if (m.frozen.used)
        return addBehindFrozen(use, setup, state, once_a_step,
            {of_layer, copies, load, table / t, frozenTables(m, on_stage) ? 1.0 : 0.0, tables});
    addState(use, setup, state, once_a_step,
        {layers + of_tables, gathered_layers * layer + of_tables, std::max(layer, of_tables), state.ranks});
    if (m.expert_parameters > 0)
        addState(use, setup, state, once_a_step, experts);
    addTableMoments(use, state, of_tables);
}

MemoryUse textbookStates(const Setup& setup, const LayerSplit& on, const Pipeline& pipe, const StateSharding& state)
{
    const ModelShape& m = setup.model;
    const double width = setup.element_bytes;
    const StateWidths widths{width, width, optimizerBytes(width, state.moment_bytes)};
    const double of_stages = parametersOfStages(m, on.experts);
    const double copies = pipe.stages > 1 ? layerCopies(pipe.schedule) : 1;
    const double parameters = copies * of_stages / (on.tensor * pipe.stages);
    if (state.offload == Offload::none && state.optimizer != Optimizer::muon && !m.adapters.used && !m.frozen.used
        && !m.copiesReference())
        return trainingState(parameters, widths, state.zero_stage, state.ranks);
    const double trained = copies * trainedOfStages(m, on.experts, of_stages) / (on.tensor * pipe.stages);
    const MemoryUse states = trainingState(trained, widths, state.zero_stage, state.ranks);
    MemoryUse use;
    const bool away = state.offload == Offload::optimizer_and_parameters;
    const double at_work = away ? std::min(1.0, gathered_layers * pipe.stages / m.layers) : 1;
    use.weights += at_work * states.weights;
    use.gradients += at_work * states.gradients;
    (isUpdatedOnHost(state) ? use.host : use.optimizer) += states.optimizer;
    if (isUpdatedOnHost(state))
        use.host += states.gradients + (away ? states.weights : 0);
    const double tables = m.transformer
        ? std::min(parameters, m.embedding_copies * m.vocabulary * m.hidden / (on.tensor * pipe.stages))
        : 0;
    if (m.copiesReference())
        addFrozen(use, state, false, {parameters, 0, 0, state.ranks}, width);
    if (m.frozen.used) {
        const double weights = width * (parameters - trained) / (state.zero_stage >= 3 ? state.ranks : 1);
        use.weights += at_work * weights;
        use.host += away ? weights : 0;
        addTableMoments(use, state, std::min(trained, m.hasFrozenOutput() ? 0 : tables / m.embedding_copies));
        return use;
    }
    if (!m.adapters.used) {
        addTableMoments(use, state, tables);
        return use;
    }
    const double frozen = m.adapters.quantized ? quantized_weight_bytes : width;
    const double weights =
        (frozen * (parameters - tables) + width * tables) / (state.zero_stage >= 3 ? state.ranks : 1);
    use.weights += at_work * weights;
    use.host += away ? weights : 0;
    return use;
}

} // namespace kneepoint
