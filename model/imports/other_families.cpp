// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/other_families.h"

#include "model/evidence/lenient_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

double headWidth(const ConfigShape& m)
{
    return m.heads > 0 ? std::floor(m.hidden / m.heads) : 0;
}

/// Keys of a part of the config: "attn_config".
ConfigKeys partOf(const ConfigKeys& keys, const char* name)
{
    static const lenient::Json none = lenient::Json::object();
    const lenient::Json& part = lenient::member(keys.config(), name);
    return {part.is_object() ? part : none, estimateFamily()};
}

} // namespace

ConfigShape dbrxShape(const ConfigKeys& keys)
{
    ConfigShape m;
    const ConfigKeys attention = partOf(keys, "attn_config"), ffn = partOf(keys, "ffn_config");
    m.layers = keys.whole({"n_layers"}, 24);
    m.hidden = keys.whole({"d_model"}, 2048);
    m.heads = keys.whole({"n_heads"}, 16);
    m.head_width = headWidth(m);
    m.kv_heads = std::min(m.heads, std::max(1.0, attention.wholeOr({"kv_n_heads"}, 1)));
    m.vocabulary = keys.whole({"vocab_size"}, 32000);
    m.gated = true;
    m.tied = keys.tied();
    m.ffn = ffn.wholeOr({"ffn_hidden_size"}, 3584);
    m.experts = std::max(1.0, ffn.wholeOr({"moe_num_experts"}, 4));
    m.top_k = std::min(m.experts, std::max(1.0, ffn.wholeOr({"moe_top_k"}, 1)));
    const double expert = 3 * m.hidden * m.ffn;
    m.parameters = m.layers * (attentionWeights(m) + m.experts * (expert + m.hidden) + 2 * m.hidden)
        + embeddingWeights(m) + m.hidden;
    m.active = m.parameters - m.layers * (m.experts - m.top_k) * expert;
    return m;
}

ConfigShape mptShape(const ConfigKeys& keys)
{
    ConfigShape m;
    m.layers = keys.whole({"n_layers"}, 24);
    m.hidden = keys.whole({"d_model"}, 2048);
    m.heads = keys.whole({"n_heads"}, 16);
    const ConfigKeys attention = partOf(keys, "attn_config");
    m.head_width = headWidth(m);
    m.kv_heads = std::min(m.heads, std::max(1.0, attention.wholeOr({"kv_n_heads"}, m.heads)));
    m.ffn = keys.whole({"expansion_ratio"}, 4) * m.hidden;
    m.vocabulary = keys.whole({"vocab_size"}, 50368);
    m.positions = keys.wholeOr({"max_seq_len"}, 2048);
    m.tied = keys.tied();
    const bool biased = !keys.flag("no_bias", true);
    const double biases = biased ? (m.heads + 2 * m.kv_heads) * m.head_width + 4 * m.hidden + m.ffn : 0;
    m.parameters = m.layers * (attentionWeights(m) + 2 * m.hidden * m.ffn + biases + 2 * m.hidden) + embeddingWeights(m)
        + m.hidden * (biased ? 2 : 1) + (attention.flag("alibi", false) ? 0 : m.positions * m.hidden);
    return m;
}

ConfigShape chatGlmShape(const ConfigKeys& keys)
{
    ConfigShape m;
    m.layers = keys.whole({"num_layers"});
    m.hidden = keys.whole({"hidden_size"});
    m.heads = keys.whole({"num_attention_heads"});
    m.head_width = keys.whole({"kv_channels"}, headWidth(m));
    m.kv_heads = keys.flag("multi_query_attention", false) ? keys.whole({"multi_query_group_num"}) : m.heads;
    m.ffn = keys.whole({"ffn_hidden_size"});
    m.vocabulary = keys.whole({"padded_vocab_size", "vocab_size"});
    m.gated = true;
    m.tied = keys.tied();
    const double biases = keys.flag("add_qkv_bias", false) ? (m.heads + 2 * m.kv_heads) * m.head_width : 0;
    m.parameters = m.layers * (attentionWeights(m) + biases + 3 * m.hidden * m.ffn + 2 * m.hidden) + embeddingWeights(m)
        + m.hidden;
    return m;
}

ConfigShape distilBertShape(const ConfigKeys& keys)
{
    ConfigShape m;
    m.layers = keys.whole({"n_layers"}, 6);
    m.hidden = keys.whole({"dim"}, 768);
    m.heads = m.kv_heads = keys.whole({"n_heads"}, 12);
    m.head_width = headWidth(m);
    m.ffn = keys.whole({"hidden_dim"}, 4 * m.hidden);
    m.vocabulary = keys.whole({"vocab_size"}, 30522);
    m.positions = keys.wholeOr({"max_position_embeddings"}, 512);
    m.tied = true;
    m.causal = false;
    m.parameters = m.layers * (attentionWeights(m) + 2 * m.hidden * m.ffn + 9 * m.hidden + m.ffn) + embeddingWeights(m)
        + (m.positions + 2) * m.hidden; // and a norm of the embedding
    return m;
}

ConfigShape bigCodeShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.kv_heads = keys.flag("multi_query", true) ? 1 : m.heads;
    const double biases = (m.heads + 2 * m.kv_heads) * m.head_width + 2 * m.hidden + m.ffn;
    m.parameters = m.layers * (attentionWeights(m) + 2 * m.hidden * m.ffn + biases + 4 * m.hidden) + embeddingWeights(m)
        + (m.positions + 2) * m.hidden;
    return m;
}

ConfigShape modernBertShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    m.causal = false;
    m.full_every = keys.wholeOr({"global_attn_every_n_layers"}, 3);
    m.window = m.full_every == 1 ? 0 : keys.wholeOr({"local_attention"}, 128);
    m.parameters =
        m.layers * (attentionWeights(m) + 3 * m.hidden * m.ffn + 2 * m.hidden) + embeddingWeights(m) + m.hidden;
    return m;
}

ConfigShape visionShape(const ConfigKeys& keys)
{
    ConfigShape m;
    m.layers = keys.whole({"num_hidden_layers"}, 12);
    m.hidden = keys.whole({"hidden_size"}, 768);
    m.heads = m.kv_heads = keys.whole({"num_attention_heads"}, 12);
    m.head_width = headWidth(m);
    m.gated = keys.flag("use_swiglu_ffn", false);
    constexpr double usual_ratio = 4, gated_part = 2. / 3, multiple = 8;
    const double plain = keys.whole({"intermediate_size"}, keys.wholeOr({"mlp_ratio"}, usual_ratio) * m.hidden);
    m.ffn = m.gated ? std::ceil(std::floor(plain * gated_part) / multiple) * multiple : plain;
    const double side = keys.whole({"image_size"}, 224), patch = std::max(1.0, keys.whole({"patch_size"}, 16));
    m.positions = std::floor(side / patch) * std::floor(side / patch) + 1; // and one of the class
    constexpr double usual_classes = 1000;
    const lenient::Json& labels = lenient::member(keys.config(), "id2label");
    m.vocabulary = labels.is_object() && !labels.empty() ? static_cast<double>(labels.size()) : usual_classes;
    m.tied = true;
    m.causal = false;
    const double biases_and_norms = (keys.flag("qkv_bias", true) ? 9 : 6) * m.hidden + m.ffn;
    m.parameters = m.layers * (attentionWeights(m) + (m.gated ? 3 : 2) * m.hidden * m.ffn + biases_and_norms)
        + embeddingWeights(m) + (keys.whole({"num_channels"}, 3) * patch * patch + m.positions + 4) * m.hidden;
    m.remarks.push_back(
        fmt::format("an example is a picture of {0} × {0}: {1} tokens; its {2} classes are counted as a vocabulary",
            side, m.positions, m.vocabulary));
    return m;
}

} // namespace kneepoint
