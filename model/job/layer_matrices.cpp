// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/layer_matrices.h"

#include "model/catalogue/architecture.h"

namespace kneepoint {

LayerMatrices::LayerMatrices(const ModelShape& m, bool experts)
{
    using enum MatrixRole;
    addMixers(m);
    if (m.hasSource())
        addCrossing(m);
    if (!experts) {
        if (m.feed_forward_share > 0)
            addFeedForward(m, {.width = m.dense_ffn, .hidden = m.hidden, .share = m.feed_forward_share});
        return;
    }
    addFeedForward(m, {.width = m.ffn, .hidden = m.expert_hidden, .expert = true});
    if (m.hasExpertLatents()) {
        add({.role = feed_forward, .out = m.expert_hidden, .in = m.hidden, .divided = DividedSide::none});
        add({.role = feed_forward, .out = m.hidden, .in = m.expert_hidden, .divided = DividedSide::none});
    }
    if (m.shared_experts > 0)
        addFeedForward(m, {.width = m.ffn, .hidden = m.hidden, .shared = true});
}

void LayerMatrices::addMixers(const ModelShape& m)
{
    using enum MatrixRole;
    const double heads = m.heads * m.head_width;
    const double share = m.softmax_share;
    if (share > 0) {
        if (m.hasLatents()) {
            const double queries = m.heads * (m.head_width + rope_width);
            if (m.query_latent > 0)
                add({.role = query,
                    .out = m.query_latent,
                    .in = m.hidden,
                    .copies = share,
                    .divided = DividedSide::none});
            add({.role = query, .out = queries, .in = m.query_latent > 0 ? m.query_latent : m.hidden, .copies = share});
            add({.role = value,
                .out = m.key_latent + rope_width,
                .in = m.hidden,
                .copies = share,
                .divided = DividedSide::none});
            add({.role = value, .out = 2 * heads, .in = m.key_latent, .copies = share});
        } else {
            add({.role = query, .out = heads, .in = m.hidden, .copies = share});
            add({.role = key, .out = m.kv_heads * m.head_width, .in = m.hidden, .copies = share});
            add({.role = value, .out = m.kv_heads * m.head_width, .in = m.hidden, .copies = share});
        }
        add({.role = output, .out = m.hidden, .in = heads, .copies = share, .divided = DividedSide::in});
    }
    if (m.state_share > 0) { // one GEMM for all that a state reads
        add({.role = query, .out = m.state.inputs + m.state.per_head, .in = m.hidden, .copies = m.state_share});
        add({.role = output,
            .out = m.hidden,
            .in = m.state.outputs,
            .copies = m.state_share,
            .divided = DividedSide::in});
    }
    if (m.sparse_share > 0) {
        add({.role = query,
            .out = m.index_heads * m.index_head_width,
            .in = m.query_latent > 0 ? m.query_latent : m.hidden,
            .copies = m.sparse_share,
            .divided = DividedSide::none});
        add({.role = key,
            .out = m.index_head_width + m.index_heads,
            .in = m.hidden,
            .copies = m.sparse_share,
            .divided = DividedSide::none});
    }
}

void LayerMatrices::addCrossing(const ModelShape& m)
{
    using enum MatrixRole;
    const double heads = m.heads * m.head_width, keys = m.kv_heads * m.head_width;
    add({.role = query, .out = heads, .in = m.hidden});
    add({.role = key, .out = keys, .in = m.hidden, .source = true});
    add({.role = value, .out = keys, .in = m.hidden, .source = true});
    add({.role = output, .out = m.hidden, .in = heads, .divided = DividedSide::in});
}

void LayerMatrices::addFeedForward(const ModelShape& m, const FeedForward& of)
{
    using enum MatrixRole;
    add({.role = feed_forward,
        .out = of.width,
        .in = of.hidden,
        .copies = of.share * (m.gated ? 2.0 : 1.0),
        .expert = of.expert,
        .shared = of.shared});
    add({.role = feed_forward,
        .out = of.hidden,
        .in = of.width,
        .copies = of.share,
        .expert = of.expert,
        .shared = of.shared,
        .divided = DividedSide::in});
}

} // namespace kneepoint
