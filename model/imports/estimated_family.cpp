// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/model_family.h"

#include "model/evidence/lenient_json.h"
#include "model/imports/layer_pattern.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

using lenient::Json;

struct OmittedKey {
    std::string_view model_type, key;
    double value;
};

// Source: the configuration classes of the transformers library, 4.57.
constexpr std::array omitted_keys{
    OmittedKey{"gemma3_text", "vocab_size", 262208},
    OmittedKey{"gemma3_text", "hidden_size", 2304},
    OmittedKey{"gemma3_text", "intermediate_size", 9216},
    OmittedKey{"gemma3_text", "num_hidden_layers", 26},
    OmittedKey{"gemma3_text", "num_attention_heads", 8},
    OmittedKey{"gemma3_text", "num_key_value_heads", 4},
    OmittedKey{"gemma3_text", "head_dim", 256},
    OmittedKey{"gemma2", "vocab_size", 256000},
    OmittedKey{"mixtral", "vocab_size", 32000},
    OmittedKey{"mixtral", "hidden_size", 4096},
    OmittedKey{"mixtral", "intermediate_size", 14336},
    OmittedKey{"mixtral", "num_hidden_layers", 32},
    OmittedKey{"mixtral", "num_attention_heads", 32},
    OmittedKey{"mixtral", "num_key_value_heads", 8},
    OmittedKey{"mistral", "vocab_size", 32000},
    OmittedKey{"mistral", "intermediate_size", 14336},
    OmittedKey{"mistral", "num_attention_heads", 32},
    OmittedKey{"mistral", "num_key_value_heads", 8},
};

/// A whole number of the first of the keys that is present; 0 if none is.
double sizeOf(const ConfigKeys& keys, std::initializer_list<const char*> names)
{
    return keys.wholeOr(names, 0);
}

/// Whether the feed-forward is two products instead of three: an activation that gated families do not have, or biases
/// as the families with a plain feed-forward have them.
bool isPlainFfn(const ConfigKeys& keys)
{
    std::string act = keys.text("hidden_act");
    if (act.empty())
        act = keys.text("activation_function");
    if (act.empty())
        act = keys.text("hidden_activation");
    if (act.find("glu") != std::string::npos || act == "silu" || act == "swish")
        return false;
    if (act == "xielu") // an activation of its own, without a gate (Apertus)
        return true;
    const bool biased = keys.flag("use_bias", false) || keys.flag("bias", false) || keys.has("layer_norm_eps")
        || keys.has("layer_norm_epsilon") || keys.has("layer_norm_elementwise_affine");
    return act == "relu" || act == "relu2" || act == "gelu_new" || act == "gelu_fast" || act == "quick_gelu"
        || (act.starts_with("gelu") && biased);
}

double attention(const ConfigShape& m, const ConfigKeys& keys)
{
    const double biased = keys.flag("attention_bias", keys.flag("use_bias", false))
        ? (m.heads + 2 * m.kv_heads) * m.head_width + m.hidden
        : 0;
    const double norms = keys.flag("use_qk_norm", keys.flag("qk_norm", false)) ? 2 * m.head_width : 0;
    if (m.key_latent <= 0)
        return attentionWeights(m) + biased + norms;
    return latentAttention(m, sizeOf(keys, {"qk_rope_head_dim"}), keys.wholeOr({"v_head_dim"}, m.head_width));
}

/// Experts by the names that families give them.
void addExperts(ConfigShape& m, const ConfigKeys& keys)
{
    m.experts = std::max(1.0,
        sizeOf(
            keys, {"num_experts", "n_routed_experts", "num_local_experts", "moe_num_experts", "num_routed_experts"}));
    if (m.experts <= 1)
        return;
    m.top_k = std::min(m.experts,
        std::max(1.0,
            sizeOf(keys,
                {"num_experts_per_tok", "num_experts_per_token", "moe_top_k", "moe_k", "moe_topk", "top_k",
                    "num_selected_experts", "experts_per_token"})));
    const double dense_ffn = m.ffn;
    if (const double width = sizeOf(
            keys, {"moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size", "expert_hidden_size"});
        width > 0)
        m.ffn = width;
    m.shared_experts =
        sizeOf(keys, {"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"});
    if (const double shared = sizeOf(keys, {"shared_expert_intermediate_size"}); shared > 0 && m.shared_experts <= 0) {
        m.shared_experts = std::round(shared / m.ffn);
        if (m.shared_experts * m.ffn != shared)
            m.remarks.push_back(fmt::format(
                "a shared expert of width {} is counted as {} of width {}", shared, m.shared_experts, m.ffn));
    }
    m.dense_layers = std::min(m.layers,
        std::max(sizeOf(keys, {"first_k_dense_replace", "num_dense_layers", "moe_layer_start_index"}),
            keys.listed("mlp_only_layers", m.layers)));
    m.expert_every = std::max(1.0,
        sizeOf(keys,
            {"moe_layer_interval", "moe_layer_freq", "interleave_moe_layer_step", "decoder_sparse_step",
                "expert_layer_period", "moe_every_n_layers"}));
    const double products = m.gated ? 3 : 2;
    const double sparse = std::floor((m.layers - m.dense_layers) / m.expert_every);
    const double dense_layers = m.layers - sparse;
    m.dense_ffn = dense_layers > 0 ? dense_ffn : 0;
    const double expert = products * m.hidden * m.ffn;
    m.parameters += dense_layers * products * m.hidden * dense_ffn
        + sparse * ((m.experts + m.shared_experts) * expert + m.hidden * m.experts);
    m.active = m.parameters - sparse * (m.experts - m.top_k) * expert;
}

/// Layers of a pruned model, whose attention and feed-forward differ from layer to layer (block_configs of Nemotron).
bool addBlocks(ConfigShape& m, const ConfigKeys& keys)
{
    const Json& blocks = lenient::member(keys.config(), "block_configs");
    if (!blocks.is_array() || blocks.empty())
        return false;
    constexpr double multiple = 256;
    double ffn = 0, kv = 0, counted = 0, feeding = 0;
    for (const Json& block : blocks) {
        const Json& attending = lenient::member(block, "attention");
        const Json& feed = lenient::member(block, "ffn");
        if (lenient::number(attending, "no_op").value_or(0) == 0
            && lenient::number(attending, "replace_with_linear").value_or(0) == 0) {
            const double group = std::max(1.0, lenient::number(attending, "n_heads_in_group").value_or(1));
            const double heads = std::max(1.0, std::floor(m.heads / group));
            m.parameters += 2 * m.hidden * m.heads * m.head_width + 2 * m.hidden * heads * m.head_width + m.hidden;
            kv += heads;
            ++counted;
        }
        if (const auto factor = lenient::number(feed, "ffn_mult"); factor && *factor > 0 && *factor < 100) {
            const double width = std::ceil(std::floor(2 * *factor * m.hidden / 3) / multiple) * multiple;
            m.parameters += 3 * m.hidden * width + m.hidden;
            ffn += width;
            ++feeding;
        }
    }
    m.gated = true;
    m.kv_heads = counted > 0 ? std::max(1.0, std::round(kv / counted)) : m.kv_heads;
    m.ffn = feeding > 0 ? std::round(ffn / static_cast<double>(blocks.size())) : m.ffn;
    m.remarks.push_back(fmt::format("layers differ (block_configs): {} of {} have attention, {} a feed-forward; the "
                                    "engine computes layers with the mean width",
        counted, blocks.size(), feeding));
    return true;
}

} // namespace

std::optional<double> omittedDefault(std::string_view model_type, std::string_view key)
{
    const auto* const found = std::ranges::find_if(
        omitted_keys, [&](const OmittedKey& k) { return k.model_type == model_type && k.key == key; });
    return found == omitted_keys.end() ? std::nullopt : std::optional(found->value);
}

ConfigShape estimatedShape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.parameters = embeddingWeights(m) + m.hidden;
    if (!addBlocks(m, keys)) {
        m.gated = !isPlainFfn(keys);
        m.key_latent = sizeOf(keys, {"kv_lora_rank"});
        m.query_latent = m.key_latent > 0 ? sizeOf(keys, {"q_lora_rank"}) : 0;
        if (m.key_latent > 0)
            m.head_width = keys.wholeOr({"qk_nope_head_dim"}, m.head_width);
        const double biases = !m.gated && keys.flag("use_bias", false) ? m.ffn + m.hidden : 0;
        m.parameters += m.layers * (attention(m, keys) + biases + (m.gated ? 2 : 4) * m.hidden);
        addExperts(m, keys);
        if (m.experts <= 1)
            m.parameters += m.layers * (m.gated ? 3 : 2) * m.hidden * m.ffn;
    }
    m.parallel_block = traitsOf(keys.text("model_type")).parallel_block;
    if (keys.has("layer_types") && keys.has("sliding_window"))
        readWindow(m, keys, 0);
    if (keys.has("type_vocab_size")) {
        m.causal = false;
        m.remarks.emplace_back(
            "segments of text (type_vocab_size) are those of an encoder, so attention is not causal");
    }
    m.remarks.push_back(fmt::format("counted with a {} feed-forward{}{}", m.gated ? "gated" : "plain",
        m.experts > 1 ? fmt::format(", {} experts of which {} are used", m.experts, m.top_k) : std::string(),
        m.key_latent > 0 ? ", latent attention" : ""));
    return m;
}

} // namespace kneepoint
