// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/model_family.h"

#include "model/evidence/lenient_json.h"
#include "model/imports/encoder_decoders.h"
#include "model/imports/hybrid_shapes.h"
#include "model/imports/layer_pattern.h"
#include "model/imports/other_families.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace kneepoint {

ConfigShape sharedShape(const ConfigKeys& keys)
{
    ConfigShape m;
    m.layers = keys.whole({"num_hidden_layers", "n_layer", "num_layers"});
    m.hidden = keys.whole({"hidden_size", "n_embd", "n_embed", "d_model"});
    m.heads = keys.whole({"num_attention_heads", "n_head", "num_heads"});
    m.kv_heads = keys.whole({"num_key_value_heads"}, m.heads);
    if (m.kv_heads > m.heads) // a default that is not of these heads
        m.kv_heads = m.heads;
    m.head_width = keys.whole({"head_dim"}, m.heads > 0 ? std::floor(m.hidden / m.heads) : 0);
    m.ffn = keys.whole({"intermediate_size", "n_inner", "ffn_dim", "ffn_hidden_size"}, 4 * m.hidden);
    m.vocabulary = keys.whole({"vocab_size"});
    m.positions = keys.wholeOr({"max_position_embeddings", "n_positions", "seq_length"}, 0);
    m.tied = keys.tied();
    return m;
}

Result<ConfigShape> checkedShape(ConfigShape m, const ConfigKeys& keys)
{
    if (!keys.problem().empty())
        return failure(keys.problem());
    if (m.active == 0)
        m.active = m.parameters;
    constexpr double exact = 9007199254740992.0; // 2^53
    const bool counted = m.parameters >= 1 && m.parameters <= exact && m.active >= 1 && m.active <= m.parameters;
    if (m.layers < 1 || m.hidden < 1 || !counted)
        return failure("its sizes do not make a model");
    return m;
}

double attentionWeights(const ConfigShape& m)
{
    return 2 * m.hidden * m.heads * m.head_width + 2 * m.hidden * m.kv_heads * m.head_width;
}

double latentAttention(const ConfigShape& m, double rope, double value_width)
{
    const double query_out = m.heads * (m.head_width + rope);
    const double query = m.query_latent > 0 ? m.hidden * m.query_latent + m.query_latent + m.query_latent * query_out
                                            : m.hidden * query_out;
    return query + m.hidden * (m.key_latent + rope) + m.key_latent
        + m.key_latent * m.heads * (m.head_width + value_width) + m.heads * value_width * m.hidden;
}

double embeddingWeights(const ConfigShape& m)
{
    return m.vocabulary * m.hidden * (m.tied ? 1 : 2);
}

namespace {

using lenient::Json;

double queryKeyValueWidth(const ConfigShape& m)
{
    return (m.heads + 2 * m.kv_heads) * m.head_width;
}

/// Biases, norms of queries and keys, and norms of a layer, by which the families of this kind differ.
struct LlamaVariant {
    bool query_bias = false, output_bias = false, ffn_bias = false;
    double head_norms = 0;  ///< norms of the width of a head in each layer
    double layer_norms = 2; ///< norms of the hidden width in each layer
};

/// Llama and what follows it: gated feed-forward, root-mean-square norms, rotary positions.
ConfigShape llamaShape(const ConfigKeys& keys, const LlamaVariant& v)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    const double attention = attentionWeights(m) + (v.query_bias ? queryKeyValueWidth(m) : 0)
        + (v.output_bias ? m.hidden : 0) + v.head_norms * m.head_width;
    const double ffn = 3 * m.hidden * m.ffn + (v.ffn_bias ? 2 * m.ffn + m.hidden : 0);
    m.parameters = m.layers * (attention + ffn + v.layer_norms * m.hidden) + embeddingWeights(m) + m.hidden;
    return m;
}

/// Replaces the feed-forward of the layers beyond `dense` by experts of `expert` parameters and a router.
void useExperts(ConfigShape& m, double dense, double dense_weights, double expert, double router)
{
    const double sparse = m.layers - dense;
    m.parameters += sparse * ((m.experts + m.shared_experts) * expert + router - dense_weights);
    m.active = m.parameters - sparse * (m.experts - std::min(m.top_k, m.experts)) * expert;
    m.dense_layers = dense;
}

ConfigShape llama(const ConfigKeys& keys)
{
    const bool bias = keys.flag("attention_bias", false);
    return llamaShape(keys, {bias, bias, keys.flag("mlp_bias", false)});
}
ConfigShape mistral(const ConfigKeys& keys)
{
    ConfigShape m = llamaShape(keys, {});
    readWindow(m, keys, 0);
    return m;
}
ConfigShape qwen2(const ConfigKeys& keys)
{
    return llamaShape(keys, {.query_bias = true});
}

LlamaVariant qwen3Variant(const ConfigKeys& keys)
{
    const bool bias = keys.flag("attention_bias", false);
    return {.query_bias = bias, .output_bias = bias, .head_norms = 2};
}
ConfigShape qwen3(const ConfigKeys& keys)
{
    return llamaShape(keys, qwen3Variant(keys));
}
ConfigShape qwen3Moe(const ConfigKeys& keys)
{
    ConfigShape m = llamaShape(keys, qwen3Variant(keys));
    m.experts = keys.whole({"num_experts"});
    m.top_k = keys.whole({"num_experts_per_tok"});
    const double expert_ffn = keys.whole({"moe_intermediate_size"});
    const double step = std::max(1.0, keys.whole({"decoder_sparse_step"}, 1));
    const double listed = keys.listed("mlp_only_layers", m.layers);
    const double dense = std::min(m.layers, m.layers - std::floor(m.layers / step) + listed);
    if (listed > 0)
        m.remarks.emplace_back("dense layers between the sparse ones are computed as initial dense layers");
    m.dense_ffn = dense > 0 ? m.ffn : 0;
    useExperts(m, dense, 3 * m.hidden * m.ffn, 3 * m.hidden * expert_ffn, m.hidden * m.experts);
    if (listed == 0) {
        m.expert_every = step;
        m.dense_layers = 0;
    }
    m.ffn = expert_ffn;
    return m;
}
ConfigShape mixtral(const ConfigKeys& keys)
{
    ConfigShape m = llamaShape(keys, {});
    m.experts = keys.whole({"num_local_experts"}, 8);
    m.top_k = keys.whole({"num_experts_per_tok"}, 2);
    const double expert = 3 * m.hidden * m.ffn;
    useExperts(m, 0, expert, expert, m.hidden * m.experts);
    return m;
}
ConfigShape gptOss(const ConfigKeys& keys)
{
    const bool bias = keys.flag("attention_bias", true);
    ConfigShape m = llamaShape(keys, {.query_bias = bias, .output_bias = bias});
    m.experts = keys.whole({"num_local_experts"});
    m.top_k = keys.whole({"experts_per_token", "num_experts_per_tok"});
    readWindow(m, keys, 2);
    m.parameters += m.layers * m.heads; // attention sinks
    useExperts(
        m, 0, 3 * m.hidden * m.ffn, 3 * m.hidden * m.ffn + 2 * m.ffn + m.hidden, m.hidden * m.experts + m.experts);
    return m;
}
ConfigShape gemma(const ConfigKeys& keys)
{
    return llamaShape(keys, {});
}
ConfigShape gemma2(const ConfigKeys& keys)
{
    ConfigShape m = llamaShape(keys, {.layer_norms = 4});
    readWindow(m, keys, 2);
    return m;
}
ConfigShape gemma3(const ConfigKeys& keys)
{
    ConfigShape m = llamaShape(keys, {.head_norms = 2, .layer_norms = 4});
    readWindow(m, keys, 6);
    return m;
}

ConfigShape deepseek(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    m.gated = true;
    m.query_latent = keys.whole({"q_lora_rank"}, 0);
    m.key_latent = keys.whole({"kv_lora_rank"});
    m.head_width = keys.whole({"qk_nope_head_dim"});
    const double attention = latentAttention(m, keys.whole({"qk_rope_head_dim"}), keys.whole({"v_head_dim"}));
    m.dense_ffn = m.ffn;
    m.ffn = keys.whole({"moe_intermediate_size"});
    m.experts = keys.whole({"n_routed_experts"});
    m.top_k = keys.whole({"num_experts_per_tok"});
    m.shared_experts = keys.whole({"n_shared_experts"}, 0);
    m.expert_groups = std::max(1.0, keys.whole({"n_group"}, 1));
    m.top_groups = std::max(1.0, keys.whole({"topk_group"}, 1));
    const double dense = std::min(m.layers, keys.whole({"first_k_dense_replace"}, 0));
    const double dense_weights = 3 * m.hidden * m.dense_ffn;
    m.parameters = m.layers * (attention + dense_weights + 2 * m.hidden) + embeddingWeights(m) + m.hidden;
    const double correction = keys.text("topk_method") == "noaux_tc" || !keys.has("topk_method") ? m.experts : 0;
    useExperts(m, dense, dense_weights, 3 * m.hidden * m.ffn, m.hidden * m.experts + correction);
    if (keys.whole({"num_nextn_predict_layers"}, 0) > 0)
        m.remarks.emplace_back("layers for multi-token prediction are not counted");
    return withIndexer(m, keys);
}

/// GPT-2 and its relatives: two layer norms with biases in each layer, biases everywhere.
ConfigShape gptShape(const ConfigKeys& keys, bool biased = true)
{
    ConfigShape m = sharedShape(keys);
    const double bias = biased ? queryKeyValueWidth(m) + m.hidden + m.ffn + m.hidden : 0;
    m.parameters = m.layers * (attentionWeights(m) + 2 * m.hidden * m.ffn + bias + 4 * m.hidden) + embeddingWeights(m)
        + 2 * m.hidden;
    return m;
}
ConfigShape gpt2(const ConfigKeys& keys)
{
    ConfigShape m = gptShape(keys);
    m.parameters += m.positions * m.hidden;
    return m;
}
ConfigShape gptNeox(const ConfigKeys& keys)
{
    ConfigShape m = gptShape(keys);
    m.parallel_block = keys.flag("use_parallel_residual", true);
    const double without_bias = keys.flag("attention_bias", true) ? 0 : m.layers * (queryKeyValueWidth(m) + m.hidden);
    m.parameters -= without_bias;
    return m;
}
ConfigShape bloom(const ConfigKeys& keys)
{
    ConfigShape m = gptShape(keys);
    m.parameters += 2 * m.hidden; // norm of the embedding
    return m;
}
ConfigShape opt(const ConfigKeys& keys)
{
    ConfigShape m = gptShape(keys, keys.flag("enable_bias", true));
    constexpr double position_offset = 2;
    const double projected = keys.whole({"word_embed_proj_dim"}, m.hidden);
    double more = (m.positions + position_offset) * m.hidden;
    if (projected != m.hidden)
        more += embeddingWeights(m) * (projected / m.hidden - 1) + 2 * projected * m.hidden;
    if (!keys.flag("do_layer_norm_before", true) || keys.flag("_remove_final_layer_norm", false))
        more -= 2 * m.hidden;
    m.parameters += more;
    return m;
}
ConfigShape falcon(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    const bool grouped = keys.flag("new_decoder_architecture", false);
    m.kv_heads = grouped ? keys.whole({"num_kv_heads"}, m.heads) : keys.flag("multi_query", true) ? 1 : m.heads;
    m.parallel_block = grouped || keys.flag("parallel_attn", true);
    const double norms = grouped ? keys.whole({"num_ln_in_parallel_attn"}, 2) : m.parallel_block ? 1 : 2;
    const double bias = keys.flag("bias", false) ? queryKeyValueWidth(m) + m.hidden + m.ffn + m.hidden : 0;
    m.parameters = m.layers * (attentionWeights(m) + 2 * m.hidden * m.ffn + bias + norms * 2 * m.hidden)
        + embeddingWeights(m) + 2 * m.hidden;
    return m;
}
ConfigShape bert(const ConfigKeys& keys)
{
    ConfigShape m = gptShape(keys);
    m.causal = false;
    const double pooler = m.hidden * m.hidden + m.hidden;
    m.parameters += (m.positions + keys.whole({"type_vocab_size"}, 2)) * m.hidden + pooler;
    return m;
}

// Sources of the counts: the modeling files of the transformers library; ties by its configuration defaults.
constexpr ModelFamily families[] = {
    {"llama", false, llama},
    {"mistral", false, mistral},
    {"mixtral", false, mixtral},
    {"qwen2", false, qwen2},
    {"qwen2_vl_text", false, qwen2},
    {"qwen2_5_vl_text", false, qwen2},
    {"qwen3", false, qwen3},
    {"qwen3_vl_text", false, qwen3},
    {"qwen3_moe", false, qwen3Moe},
    {"qwen3_next", false, deltaNetShape},
    {"qwen3_5_text", false, deltaNetShape},
    {"qwen3_5_moe_text", false, deltaNetShape},
    {"llama4_text", false, llama4Shape},
    {"gpt_oss", false, gptOss},
    {"deepseek_v2", false, deepseek},
    {"deepseek_v3", false, deepseek},
    {"deepseek_v32", false, deepseek},
    {"kimi_k2", false, deepseek},
    {"kimi_linear", false, kimiLinearShape},
    {"nemotron_h", false, nemotronHShape},
    {"granitemoehybrid", true, graniteHybridShape},
    {"falcon_h1", false, falconH1Shape},
    {"jamba", false, jambaShape},
    {"gemma", true, gemma},
    {"gemma2", true, gemma2},
    {"gemma3_text", true, gemma3},
    {"gpt2", true, gpt2},
    {"gpt_neox", false, gptNeox},
    {"bloom", true, bloom},
    {"opt", true, opt},
    {"falcon", true, falcon},
    {"bert", true, bert},
    {"roberta", true, bert},
    {"xlm-roberta", true, bert},
    {"camembert", true, bert},
    {"dbrx", false, dbrxShape},
    {"mpt", true, mptShape},
    {"chatglm", false, chatGlmShape},
    {"distilbert", true, distilBertShape},
    {"gpt_bigcode", true, bigCodeShape},
    {"modernbert", true, modernBertShape},
    {"vit", true, visionShape},
    {"deit", true, visionShape},
    {"dinov2", true, visionShape},
    {"t5", true, t5Shape},
    {"mt5", false, t5Shape},
    {"umt5", false, t5Shape},
    {"whisper", true, whisperShape},
    {"bart", true, bartShape},
    {"mbart", true, bartShape},
    {"m2m_100", true, bartShape},
    {"pegasus", true, bartShape},
    {"marian", true, bartShape},
};

} // namespace

const ModelFamily* findModelFamily(std::string_view model_type)
{
    const auto* const found = std::ranges::find(families, model_type, &ModelFamily::model_type);
    return found == std::end(families) ? nullptr : found;
}

const ModelFamily& estimateFamily()
{
    static constexpr ModelFamily estimate{"", false, estimatedShape};
    return estimate;
}

ConfigKeys::ConfigKeys(const Json& config, const ModelFamily& family)
    : m_config(config)
    , m_tied_by_default(family.tied_by_default)
    , m_type(family.model_type)
{
}

const Json& ConfigKeys::member(const char* name) const
{
    m_read.emplace(name);
    return lenient::member(m_config, name);
}

double ConfigKeys::whole(std::initializer_list<const char*> names, double otherwise) const
{
    constexpr double most = 1e7;
    for (const char* name : names) {
        const Json& stated = member(name);
        const bool repeats = stated.is_array() && !stated.empty()
            && std::ranges::all_of(stated, [&](const Json& item) { return item == stated.front(); });
        const Json& value = repeats ? stated.front() : stated; // a list with a number for each layer
        if (value.is_null())
            continue;
        const std::optional<double> number = value.is_number() ? lenient::number(value) : std::nullopt;
        if (number && *number >= 0 && *number <= most && *number == std::floor(*number))
            return *number;
        if (m_problem.empty())
            m_problem = fmt::format("/{}: expected a whole number of 0 … 10 million", name);
        return 1;
    }
    for (const char* name : names)
        if (const auto usual = omittedDefault(m_type, name)) {
            std::string text = fmt::format("{} {:.0f}", name, *usual);
            if (std::ranges::find(m_omitted, text) == m_omitted.end())
                m_omitted.push_back(std::move(text));
            return *usual;
        }
    if (otherwise < 0 && m_problem.empty())
        m_problem = fmt::format("the key \"{}\" is missing", *names.begin());
    return std::max(otherwise, 0.0);
}

double ConfigKeys::wholeOr(std::initializer_list<const char*> names, double otherwise) const
{
    const std::string problem = m_problem;
    const double value = whole(names, otherwise);
    if (m_problem == problem)
        return value;
    m_problem = problem;
    return otherwise;
}

std::string ConfigKeys::present(std::initializer_list<const char*> names) const
{
    for (const char* name : names)
        if (has(name))
            return name;
    return {};
}

bool ConfigKeys::flag(const char* name, bool otherwise) const
{
    const Json& value = member(name);
    return value.is_boolean() ? value.get<bool>() : otherwise;
}

bool ConfigKeys::has(const char* name) const
{
    return !member(name).is_null();
}

std::string ConfigKeys::text(const char* name) const
{
    m_read.emplace(name);
    return lenient::text(m_config, name);
}

double ConfigKeys::listed(const char* name, double most) const
{
    const Json& list = member(name);
    if (!list.is_array())
        return 0;
    return static_cast<double>(
        std::ranges::count_if(list, [&](const Json& item) { return item.is_number() && item.get<double>() < most; }));
}

bool ConfigKeys::tied() const
{
    return flag("tie_word_embeddings", m_tied_by_default || (m_type.empty() && traitsOf(text("model_type")).tied));
}

std::vector<std::string> ConfigKeys::unread() const
{
    // Parts of names of keys that change neither the count nor the time of a step.
    constexpr std::string_view harmless[] = {"token", "dropout", "rope", "rotary", "eps", "init", "dtype", "version",
        "architectures", "auto_map", "use_cache", "position", "loss", "coef", "return_", "output_", "id2label",
        "label2id", "task_specific", "pretraining", "attn_implementation", "problem_type", "_name", "max_", "router",
        "scoring", "topk_method", "scaling", "norm_topk", "quantization", "transformers", "seq", "language", "_token",
        "cutoff", "partial", "softcap", "layer_types", "block_configs", "clip", "use_qk_norm", "attention_type", "act",
        "summary", "embd_pdrop", "pdrop", "_config", "model_type", "tie_", "unk", "finetuning", "num_nextn", "mtp",
        "sliding_window", "multiplier", "temperature", "logit", "prefix", "hub", "license", "sparse_step",
        "bias_update", "n_ctx", "scale_attn", "ep_size", "alibi", "n_group", "topk_group", "elementwise"};
    std::vector<std::string> keys;
    constexpr std::size_t most = 30;
    for (const auto& [key, value] : m_config.items()) {
        const bool is_empty = value.is_null() || (value.is_structured() && value.empty())
            || (value.is_string() && value.get_ref<const std::string&>().empty());
        const bool is_off = is_empty || value == false || value == 0;
        const std::string& name = key;
        const auto isPart = [&](std::string_view part) { return name.find(part) != std::string::npos; };
        if (!is_off && !m_read.contains(key) && std::ranges::none_of(harmless, isPart) && keys.size() < most)
            keys.push_back(key);
    }
    return keys;
}

} // namespace kneepoint
