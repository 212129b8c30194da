// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/model_family.h"

#include "model/evidence/lenient_json.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kneepoint {
namespace {

using lenient::Json;

struct Mark {
    std::string_view key;
    std::string_view means; ///< completes "has … (key), and that is not modeled"
};

// Keys that no transformer of attention and feed-forward has. Source: the configuration classes of the transformers
// library 4.57, and of the models' own repositories.
constexpr Mark marks[] = {
    {"mamba_d_state", "state-space layers"},
    {"mamba_num_heads", "state-space layers"},
    {"mamba_d_ssm", "state-space layers"},
    {"ssm_state_size", "state-space layers"},
    {"ssm_cfg", "state-space layers"},
    {"state_size", "state-space layers"},
    {"attention_hidden_size", "recurrent layers"},
    {"lru_width", "recurrent layers"},
    {"conv_L_cache", "convolution layers"},
    {"hybrid_override_pattern", "layers of several kinds"},
    {"layers_block_type", "layers of several kinds"},
    {"hybrid_layer_ids", "layers of several kinds"},
    {"hybrid_layer_pattern", "layers with attention of several shapes"},
    {"global_head_dim", "layers with attention of several shapes"},
    {"swa_num_key_value_heads", "layers with attention of several shapes"},
    {"compress_ratios", "attention to compressed keys"},
    {"hc_mult", "several residual streams"},
    {"linear_attn_config", "linear attention"},
    {"share_q_dim", "attention with a shared query projection"},
    {"moe_layers_enum", "a list of layers with experts"},
    {"altup_num_inputs", "several inputs a layer"},
    {"num_hidden_groups", "layers that share their weights"},
    {"ffn_multipliers", "a width for each layer"},
};

bool isOtherLayer(const Json& type)
{
    return !type.is_string()
        || !isOneOf(type.get<std::string>(), {"full_attention", "sliding_attention", "chunked_attention"});
}

} // namespace

std::string uncountedReason(const ConfigKeys& keys)
{
    for (const Mark& mark : marks)
        if (keys.has(std::string(mark.key).c_str()))
            return fmt::format("has {} ({}), and that is not modeled", mark.means, mark.key);
    const Json& types = lenient::member(keys.config(), "layer_types");
    if (types.is_array())
        if (const auto other = std::ranges::find_if(types, isOtherLayer); other != types.end())
            return fmt::format("has layers of the type {} (layer_types), and that is not modeled",
                other->is_string() ? excerpt(other->get<std::string>()) : "that is no text");
    const Json& attention = lenient::member(keys.config(), "attn_type_list");
    if (attention.is_array()
        && std::ranges::any_of(attention, [](const Json& type) { return type.is_number() && type.get<double>() == 0; }))
        return "has layers of linear attention (attn_type_list), and that is not modeled";
    if (keys.flag("is_encoder_decoder", false))
        return "has an encoder and a decoder (is_encoder_decoder) of a family whose counts are not known";
    if (!keys.has("vocab_size") && keys.has("image_size"))
        return "is a model of pictures (image_size) of a family that is not known";
    if (const double width = keys.wholeOr({"embedding_size"}, 0);
        width > 0 && width != keys.wholeOr({"hidden_size"}, width))
        return fmt::format(
            "has an embedding {} wide (embedding_size) before its layers, and that is not modeled", width);
    return {};
}

FamilyTraits traitsOf(std::string_view model_type)
{
    struct Row {
        std::string_view type;
        FamilyTraits traits;
    };
    // Where a config says nothing. Source: as above.
    static constexpr Row rows[] = {
        {"cohere", {.tied = true, .parallel_block = true}},
        {"cohere2", {.tied = true, .parallel_block = true}},
        {"starcoder2", {.tied = true}},
        {"smollm3", {.tied = true}},
        {"ernie4_5", {.tied = true}},
        {"ernie4_5_moe", {.tied = true}},
        {"deberta", {.tied = true}},
        {"electra", {.tied = true}},
        {"deberta-v2", {.tied = true}},
        {"mpnet", {.tied = true}},
        {"xglm", {.tied = true}},
        {"gptj", {.parallel_block = true}},
        {"phi", {.parallel_block = true}},
        {"codegen", {.parallel_block = true}},
    };
    const auto* const found = std::ranges::find(rows, model_type, &Row::type);
    return found == std::end(rows) ? FamilyTraits{} : found->traits;
}

} // namespace kneepoint
