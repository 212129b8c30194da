// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/frozen_layers.h"
#include "model/job/layer_matrices.h"
#include "model/job/model_shape.h"

#include <algorithm>

namespace kneepoint {

/// Low-rank adapters (Hu et al. 2021, LoRA, arXiv:2106.09685): beside a frozen matrix of out × in, one of r × in and
/// one of out × r are trained. Embeddings, output layer and norms have none. All counts are in parameters.

/// Whether matrices of this role have an adapter: none at rank 0, the same job if adapters cost nothing.
[[nodiscard]] bool isAdapted(const Adapters& adapters, MatrixRole role);

/// r, at most the rank at which the adapter would have as many parameters as its matrix, out·in/(out + in).
[[nodiscard]] double adapterRank(const Adapters& adapters, const LayerMatrix& matrix);

/// Adapters of one layer, divided by what routes to them.
struct AdapterCount {
    double everywhere = 0; ///< of attention, of a feed-forward layer, of shared experts
    double experts = 0;    ///< of all routed experts
    double modules = 0;    ///< adapted matrices that a token passes one after another
};
[[nodiscard]] AdapterCount adaptersOfLayer(const ModelShape& model, bool experts);

/// Parameters that are trained, of one copy of the model with the experts of each layer distributed over this many
/// ranks: all of them without adapters and frozen layers.
[[nodiscard]] double trainedOfStages(const ModelShape& model, double expert_ranks);
/// Of these, adapters: none if the model has none.
[[nodiscard]] double adaptersOfStages(const ModelShape& model, double expert_ranks);
/// The same where parametersOfStages() are known.
[[nodiscard]] inline double trainedOfStages(const ModelShape& model, double expert_ranks, double of_stages)
{
    return model.adapters.used ? adaptersOfStages(model, expert_ranks)
        : model.frozen.used    ? std::max(0.0, of_stages - frozenOfStages(model, expert_ranks))
                               : of_stages;
}

/// Parameters of the whole model that are trained.
[[nodiscard]] double trainedParameters(const Workload& w);

/// Parameters of adapters that a token passes; 0 without adapters.
[[nodiscard]] inline double activeAdapters(const ModelShape& model)
{
    return model.adapters.used ? adaptersOfStages(model, model.experts / model.chosen) : 0;
}

} // namespace kneepoint
