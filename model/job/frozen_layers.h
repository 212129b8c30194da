// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/model_shape.h"

namespace kneepoint {

/// Parameters of the mean layer, of one copy of the model.
struct LayerParameters {
    double everywhere = 0; ///< of every layer
    double experts = 0;    ///< routed experts of a layer with them
    double crossing = 0;   ///< attention to a source, of a layer behind the encoder
};
/// With embeddings of `table` parameters each. Layers that predict further tokens count among the others.
[[nodiscard]] LayerParameters layerParameters(const ModelShape& model, double table);

/// Parameters that are not trained of a model whose first layers are frozen, the embedding with them, with the experts
/// of each layer distributed over this many ranks; 0 if all are trained.
[[nodiscard]] double frozenOfStages(const ModelShape& model, double expert_ranks);

/// Of these, the ones in GEMMs that a token passes: those of layers.
[[nodiscard]] double activeFrozen(const ModelShape& model);

} // namespace kneepoint
