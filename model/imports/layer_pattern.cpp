// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/layer_pattern.h"

#include "model/evidence/lenient_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

using lenient::Json;

/// Gated feed-forward of this width.
double gatedWeights(const ConfigShape& m, double width)
{
    return 3 * m.hidden * width;
}

/// Embedding, last norm, and two norms per layer.
double tablesWithNorms(const ConfigShape& m)
{
    return embeddingWeights(m) + m.hidden + m.layers * 2 * m.hidden;
}

/// Sizes by experts in `sparse` layers and a feed-forward of `dense_width` in the others, with a router and `gate` more
/// parameters in each layer with experts.
void addFeedForward(ConfigShape& m, double sparse, double dense_width, double gate)
{
    const double expert = gatedWeights(m, m.ffn);
    m.parameters += (m.layers - sparse) * gatedWeights(m, dense_width)
        + sparse * ((m.experts + m.shared_experts) * expert + m.hidden * m.experts + gate);
    m.active = m.parameters - sparse * (m.experts - std::min(m.top_k, m.experts)) * expert;
}

} // namespace

double fullAttentionEvery(ConfigShape& m, const ConfigKeys& keys, double otherwise)
{
    const Json& types = lenient::member(keys.config(), "layer_types");
    if (!types.is_array() || types.empty())
        return keys.wholeOr({"full_attention_interval", "sliding_window_pattern"}, otherwise);
    const auto isFull = [](const Json& type) {
        return type.is_string() && type.get<std::string>() == "full_attention";
    };
    const auto first = std::ranges::find_if(types, isFull);
    if (first == types.end())
        return 0;
    const auto every = first - types.begin() + 1;
    for (auto at = types.begin(); at != types.end(); ++at)
        if (isFull(*at) != ((at - types.begin() + 1) % every == 0)) {
            const auto full = static_cast<double>(std::ranges::count_if(types, isFull));
            const double nearest = std::max(1.0, std::round(static_cast<double>(types.size()) / full));
            m.full_layers = full;
            m.remarks.push_back(fmt::format(
                "the {} layers with full attention are not in cycles (layer_types); they are computed as evenly spread",
                full));
            return nearest;
        }
    return static_cast<double>(every);
}

void readWindow(ConfigShape& m, const ConfigKeys& keys, double otherwise)
{
    m.full_every = fullAttentionEvery(m, keys, otherwise);
    m.window = m.full_every == 1 ? 0 : keys.wholeOr({"sliding_window", "attention_chunk_size"}, 0);
}

ConfigShape deltaNetShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    m.gated_attention = true;
    m.full_every = fullAttentionEvery(m, keys, 4);
    m.linear_heads = keys.whole({"linear_num_value_heads"}, 32);
    m.linear_key_heads = keys.whole({"linear_num_key_heads"}, 16);
    m.linear_head_width = std::max(1.0, keys.whole({"linear_key_head_dim"}, 128));
    const double value_width = keys.whole({"linear_value_head_dim"}, 128);
    const double keys_width = m.linear_key_heads * m.linear_head_width;
    const double values_width = m.linear_heads * value_width;
    const double linear = m.hidden * (2 * keys_width + 3 * values_width + 2 * m.linear_heads)
        + keys.whole({"linear_conv_kernel_dim"}, 4) * (2 * keys_width + values_width) + 2 * m.linear_heads
        + value_width;                        // decays, and the norm of a head
    if (value_width != m.linear_head_width) { // as wide in all, and as many FLOPs
        m.remarks.push_back(fmt::format("{} value heads of {} are computed as {} of {}", m.linear_heads, value_width,
            values_width / m.linear_head_width, m.linear_head_width));
        m.linear_heads = std::max(1.0, std::round(values_width / m.linear_head_width));
    }
    const double full =
        m.hidden * m.head_width * (3 * m.heads + 2 * m.kv_heads) + 2 * m.head_width; // norms of queries and keys
    const double in_cycles = m.full_every > 0 ? std::floor(m.layers / m.full_every) : 0;
    const double full_layers = m.full_layers > 0 ? m.full_layers : in_cycles;
    m.parameters = tablesWithNorms(m) + full_layers * full + (m.layers - full_layers) * linear;
    m.experts = std::max(1.0, keys.whole({"num_experts"}, 1));
    if (m.experts <= 1) {
        addFeedForward(m, 0, m.ffn, 0);
        return m;
    }
    m.top_k = keys.whole({"num_experts_per_tok"});
    m.dense_ffn = m.ffn;
    m.ffn = keys.whole({"moe_intermediate_size"});
    m.shared_experts = std::round(keys.whole({"shared_expert_intermediate_size"}, 0) / std::max(1.0, m.ffn));
    m.expert_every = std::max(1.0, keys.whole({"decoder_sparse_step"}, 1));
    const double sparse = std::floor(m.layers / m.expert_every);
    addFeedForward(m, sparse, m.dense_ffn, m.shared_experts > 0 ? m.hidden : 0);
    if (m.expert_every == 1)
        m.dense_ffn = 0;
    return m;
}

ConfigShape llama4Shape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    m.experts = std::max(1.0, keys.whole({"num_local_experts"}, 16));
    m.top_k = keys.whole({"num_experts_per_tok"}, 1);
    m.shared_experts = 1;
    m.expert_every = std::max(1.0, keys.whole({"interleave_moe_layer_step"}, 1));
    readWindow(m, keys, 4);
    if (m.window > 0)
        m.remarks.push_back(fmt::format("chunks of {} tokens are computed as windows of as many, so attention to "
                                        "longer sequences is predicted too slow",
            m.window));
    const double dense_width = keys.whole({"intermediate_size_mlp"}, 16384);
    m.dense_ffn = m.expert_every > 1 ? dense_width : 0;
    m.parameters = tablesWithNorms(m) + m.layers * attentionWeights(m);
    addFeedForward(m, std::floor(m.layers / m.expert_every), dense_width, 0);
    return m;
}

} // namespace kneepoint
