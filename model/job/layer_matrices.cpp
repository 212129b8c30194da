// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/layer_matrices.h"

#include "model/catalogue/architecture.h"

namespace kneepoint {

LayerMatrices::LayerMatrices(const ModelShape& m, bool experts)
{
    using enum MatrixRole;
    const double heads = m.heads * m.head_width;
    if (m.hasLatents()) {
        const double queries = m.heads * (m.head_width + rope_width);
        if (m.query_latent > 0)
            add({.role = query, .out = m.query_latent, .in = m.hidden, .divided = DividedSide::none});
        add({.role = query, .out = queries, .in = m.query_latent > 0 ? m.query_latent : m.hidden});
        add({.role = value, .out = m.key_latent + rope_width, .in = m.hidden, .divided = DividedSide::none});
        add({.role = value, .out = 2 * heads, .in = m.key_latent});
    } else {
        add({.role = query, .out = heads, .in = m.hidden});
        add({.role = key, .out = m.kv_heads * m.head_width, .in = m.hidden});
        add({.role = value, .out = m.kv_heads * m.head_width, .in = m.hidden});
    }
    add({.role = output, .out = m.hidden, .in = heads, .divided = DividedSide::in});
    if (!experts) {
        addFeedForward(m, m.dense_ffn, false, false);
        return;
    }
    addFeedForward(m, m.ffn, true, false);
    if (m.shared_experts > 0)
        addFeedForward(m, m.ffn, false, true);
}

void LayerMatrices::addFeedForward(const ModelShape& m, double width, bool expert, bool shared)
{
    using enum MatrixRole;
    add({.role = feed_forward,
        .out = width,
        .in = m.hidden,
        .copies = m.gated ? 2.0 : 1.0,
        .expert = expert,
        .shared = shared});
    add({.role = feed_forward,
        .out = m.hidden,
        .in = width,
        .expert = expert,
        .shared = shared,
        .divided = DividedSide::in});
}

} // namespace kneepoint
