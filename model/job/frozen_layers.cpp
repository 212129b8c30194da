// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/frozen_layers.h"

#include <algorithm>

namespace kneepoint {
namespace {

double embeddingOf(const ModelShape& m)
{
    return std::min(m.vocabulary * m.hidden, m.parameters / m.embedding_copies);
}

} // namespace

LayerParameters layerParameters(const ModelShape& m, double table)
{
    const double crossing = (m.layers - m.encoder_layers) * m.cross_parameters;
    return {(m.parameters - m.embedding_copies * table - m.expert_parameters - crossing) / m.layers,
        m.expert_parameters > 0 ? m.expert_parameters / (m.layers - m.dense_layers) : 0, m.cross_parameters};
}

double frozenOfStages(const ModelShape& m, double expert_ranks)
{
    if (!m.frozen.used)
        return 0;
    const double table = embeddingOf(m);
    const LayerParameters layer = layerParameters(m, table);
    return table + m.frozen.layers * layer.everywhere + (m.frozen.layers - m.frozen.encoder) * layer.crossing
        + m.frozen.expert() * layer.experts / expert_ranks;
}

double activeFrozen(const ModelShape& m)
{
    if (!m.frozen.used)
        return 0;
    const LayerParameters layer = layerParameters(m, embeddingOf(m));
    const double without_prediction = m.layers / (m.layers + m.prediction_depths);
    const double passed = m.inTokens(m.frozen.layers, m.frozen.encoder) * layer.everywhere
        + (m.frozen.layers - m.frozen.encoder) * m.cross_active
        + m.frozen.expert() * layer.experts * m.chosen / m.experts;
    return std::min(without_prediction * passed, m.active_parameters); // which may be stated apart
}

} // namespace kneepoint
