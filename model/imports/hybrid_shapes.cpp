// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/hybrid_shapes.h"

#include "model/evidence/lenient_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

using lenient::Json;

/// A state space with a short convolution with biases, and a norm of its output.
double stateSpace(const ConfigShape& m, double convolved_tokens)
{
    const double inner = m.state_heads * m.state_head_width;
    const double convolved = inner + 2 * m.state_groups * m.state_size;
    return m.hidden * (inner + convolved + m.state_heads) + (convolved_tokens + 1) * convolved + 3 * m.state_heads
        + inner + inner * m.hidden;
}

/// What a list of layer kinds under `name` has of `kind`.
double listedLayers(const Json& config, const char* name, std::string_view kind)
{
    const Json& list = lenient::member(config, name);
    if (!list.is_array())
        return 0;
    return static_cast<double>(std::ranges::count_if(
        list, [&](const Json& one) { return one.is_string() && one.get<std::string>() == kind; }));
}

/// Blocks of a pattern, by kind.
struct Blocks {
    double attention = 0, state = 0, dense = 0, experts = 0;
    [[nodiscard]] double all() const { return attention + state + dense + experts; }
};

Blocks blocksOf(const ConfigKeys& keys)
{
    const std::string letters = keys.text("hybrid_override_pattern");
    const auto count = [&](char letter) { return static_cast<double>(std::ranges::count(letters, letter)); };
    if (!letters.empty())
        return {count('*'), count('M'), count('-'), count('E')};
    const auto listed = [&](std::string_view kind) { return listedLayers(keys.config(), "layers_block_type", kind); };
    return {listed("attention"), listed("mamba"), listed("mlp"), listed("moe")};
}

} // namespace

ConfigShape nemotronHShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    const Blocks blocks = blocksOf(keys);
    if (blocks.all() != m.layers)
        m.remarks.push_back(fmt::format("the pattern has {} blocks, the model {} layers", blocks.all(), m.layers));
    m.head_width = keys.whole({"head_dim", "attention_head_dim"}, m.head_width);
    m.state_heads = blocks.state > 0 ? keys.whole({"mamba_num_heads"}, 128) : 0;
    m.state_head_width = std::max(1.0, keys.whole({"mamba_head_dim"}, 64));
    m.state_size = std::max(1.0, keys.whole({"ssm_state_size"}, 128));
    m.state_groups = std::max(1.0, keys.whole({"n_groups"}, 8));
    m.full_layers = blocks.attention;
    m.full_every = 0;
    m.feed_forward_layers = blocks.dense + blocks.experts;
    m.parameters = embeddingWeights(m) + m.hidden + blocks.all() * m.hidden + blocks.attention * attentionWeights(m)
        + blocks.state * stateSpace(m, keys.whole({"conv_kernel"}, 4)) + blocks.dense * 2 * m.hidden * m.ffn;
    if (blocks.experts <= 0)
        return m;
    m.experts = std::max(1.0, keys.whole({"n_routed_experts"}));
    m.top_k = std::min(m.experts, std::max(1.0, keys.whole({"num_experts_per_tok"})));
    m.dense_ffn = blocks.dense > 0 ? m.ffn : 0;
    m.dense_layers = blocks.dense;
    m.ffn = std::max(1.0, keys.whole({"moe_intermediate_size"}));
    m.expert_hidden = keys.whole({"moe_latent_size"}, 0);
    const double shared = keys.whole({"moe_shared_expert_intermediate_size"}, 0);
    m.shared_experts = std::round(shared / m.ffn);
    const double width = m.expert_hidden > 0 ? m.expert_hidden : m.hidden;
    const double latents = m.expert_hidden > 0 ? 2 * m.hidden * m.expert_hidden : 0;
    const double expert = 2 * width * m.ffn;
    m.parameters +=
        blocks.experts * (m.experts * expert + 2 * m.hidden * shared + latents + m.hidden * m.experts + m.experts);
    m.active = m.parameters - blocks.experts * (m.experts - m.top_k) * expert;
    return m;
}

ConfigShape graniteHybridShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    const double full = listedLayers(keys.config(), "layer_types", "attention")
        + listedLayers(keys.config(), "layers_block_type", "attention");
    m.full_every = 0;
    m.full_layers = full;
    m.state_heads = full < m.layers ? keys.whole({"mamba_n_heads"}, 128) : 0;
    m.state_head_width = std::max(1.0,
        keys.wholeOr(
            {"mamba_d_head"}, std::floor(keys.whole({"mamba_expand"}, 2) * m.hidden / std::max(1.0, m.state_heads))));
    m.state_size = std::max(1.0, keys.whole({"mamba_d_state"}, 256));
    m.state_groups = std::max(1.0, keys.whole({"mamba_n_groups"}, 1));
    m.parameters = embeddingWeights(m) + m.hidden + m.layers * 2 * m.hidden + full * attentionWeights(m)
        + (m.layers - full) * stateSpace(m, keys.whole({"mamba_d_conv"}, 4));
    const double shared = keys.whole({"shared_intermediate_size"}, 1024);
    m.experts = std::max(1.0, keys.whole({"num_local_experts"}, 8));
    m.parameters += m.layers * 3 * m.hidden * shared;
    if (m.experts <= 1) {
        m.ffn = shared;
        return m;
    }
    m.top_k = std::min(m.experts, std::max(1.0, keys.whole({"num_experts_per_tok"}, 2)));
    m.shared_experts = std::round(shared / std::max(1.0, m.ffn));
    const double expert = 3 * m.hidden * m.ffn;
    m.parameters += m.layers * (m.experts * expert + m.hidden * m.experts);
    m.active = m.parameters - m.layers * (m.experts - m.top_k) * expert;
    return m;
}

ConfigShape falconH1Shape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    m.parallel_mixers = true;
    m.full_every = 1;
    m.state_heads = std::max(1.0, keys.whole({"mamba_n_heads"}, 128));
    const double inner = keys.wholeOr({"mamba_d_ssm"}, keys.whole({"mamba_expand"}, 2) * m.hidden);
    m.state_head_width = std::max(1.0, keys.wholeOr({"mamba_d_head"}, std::floor(inner / m.state_heads)));
    m.state_size = std::max(1.0, keys.whole({"mamba_d_state"}, 256));
    m.state_groups = std::max(1.0, keys.whole({"mamba_n_groups"}, 1));
    m.parameters = embeddingWeights(m) + m.hidden
        + m.layers
            * (attentionWeights(m) + stateSpace(m, keys.whole({"mamba_d_conv"}, 4)) + 3 * m.hidden * m.ffn
                + 2 * m.hidden);
    return m;
}

ConfigShape jambaShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    m.full_every = std::max(1.0, keys.whole({"attn_layer_period"}, 8));
    const double full = std::floor(m.layers / m.full_every);
    m.state_size = std::max(1.0, keys.whole({"mamba_d_state"}, 16));
    const double inner = keys.whole({"mamba_expand"}, 2) * m.hidden;
    m.state_heads = std::max(1.0, std::floor(inner / m.state_head_width));
    const double rank = keys.wholeOr({"mamba_dt_rank"}, std::ceil(m.hidden / 16));
    // Mamba-1 (arXiv:2312.00752): steps and what writes and reads the state come from the convolved input, and every
    // channel has its own decays; norms of the three (Jamba, section 3).
    const double selective = 2 * inner * m.hidden + (keys.whole({"mamba_d_conv"}, 4) + 1) * inner
        + inner * (rank + 2 * m.state_size) + rank * inner + inner + inner * m.state_size + inner + inner * m.hidden
        + rank + 2 * m.state_size;
    m.remarks.emplace_back("layers of Mamba-1 are computed as layers of Mamba-2 of the same width and state, so they "
                           "are predicted too fast");
    m.experts = std::max(1.0, keys.whole({"num_experts"}, 16));
    m.top_k = std::min(m.experts, std::max(1.0, keys.whole({"num_experts_per_tok"}, 2)));
    m.expert_every = std::max(1.0, keys.whole({"expert_layer_period"}, 2));
    const double sparse = m.experts > 1 ? std::floor(m.layers / m.expert_every) : 0;
    const double expert = 3 * m.hidden * m.ffn;
    m.parameters = embeddingWeights(m) + m.hidden + m.layers * 2 * m.hidden + full * attentionWeights(m)
        + (m.layers - full) * selective + (m.layers - sparse) * expert
        + sparse * (m.experts * expert + m.hidden * m.experts);
    m.active = m.parameters - sparse * (m.experts - m.top_k) * expert;
    return m;
}

ConfigShape kimiLinearShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    const Json& linear = lenient::member(keys.config(), "linear_attn_config");
    const auto number = [&](const char* name, double otherwise) {
        return std::clamp(lenient::number(linear, name).value_or(otherwise), 1.0, 65536.0);
    };
    const Json& listed = lenient::member(linear, "full_attn_layers");
    m.full_layers = listed.is_array() ? std::min(m.layers, static_cast<double>(listed.size())) : 0;
    m.full_every = 0;
    m.linear_heads = m.linear_key_heads = number("num_heads", m.heads);
    m.linear_head_width = number("head_dim", 128);
    m.query_latent = keys.wholeOr({"q_lora_rank"}, 0);
    m.key_latent = keys.whole({"kv_lora_rank"});
    m.head_width = keys.whole({"qk_nope_head_dim"});
    const double full = latentAttention(m, keys.whole({"qk_rope_head_dim"}), keys.whole({"v_head_dim"}));
    // Queries, keys, values and output, decays and gates through low ranks of the width of a head, one number per head.
    const double width = m.linear_heads * m.linear_head_width, rank = m.linear_head_width;
    const double delta = 4 * m.hidden * width + 2 * rank * (m.hidden + width) + m.hidden * m.linear_heads
        + 3 * number("short_conv_kernel_size", 4) * width + width + m.linear_heads + rank;
    const double expert_width = keys.whole({"moe_intermediate_size"});
    m.dense_ffn = m.ffn;
    m.ffn = std::max(1.0, expert_width);
    m.experts = std::max(1.0, keys.whole({"num_experts"}));
    m.top_k = std::min(m.experts, std::max(1.0, keys.whole({"num_experts_per_token"}, 8)));
    m.shared_experts = keys.whole({"num_shared_experts"}, 0);
    m.dense_layers = std::min(m.layers, keys.whole({"first_k_dense_replace"}, 0));
    const double expert = 3 * m.hidden * m.ffn, sparse = m.layers - m.dense_layers;
    m.parameters = embeddingWeights(m) + m.hidden + m.layers * 2 * m.hidden + m.full_layers * full
        + (m.layers - m.full_layers) * delta + m.dense_layers * 3 * m.hidden * m.dense_ffn
        + sparse * ((m.experts + m.shared_experts) * expert + m.hidden * m.experts + m.experts);
    m.active = m.parameters - sparse * (m.experts - m.top_k) * expert;
    return m;
}

ConfigShape withIndexer(ConfigShape m, const ConfigKeys& keys)
{
    m.index_heads = keys.wholeOr({"index_n_heads"}, 0);
    if (m.index_heads <= 0)
        return m;
    m.full_every = 0;
    m.index_head_width = std::max(1.0, keys.wholeOr({"index_head_dim"}, 128));
    m.index_keys = std::max(1.0, keys.wholeOr({"index_topk"}, 2048));
    const double query_in = m.query_latent > 0 ? m.query_latent : m.hidden;
    const double more = m.layers
        * (query_in * m.index_heads * m.index_head_width + m.hidden * (m.index_head_width + m.index_heads)
            + 2 * m.index_head_width); // and a norm of the keys
    m.parameters += more;
    m.active += more;
    return m;
}

} // namespace kneepoint
