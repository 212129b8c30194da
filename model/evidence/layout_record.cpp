// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/layout_record.h"

#include "model/evidence/stated_json.h"
#include "model/scenario/scenario.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace kneepoint {
namespace {

using stated::Json;
using stated::member;
using stated::number;
using stated::text;

/// The first of two names that is stated.
double either(const Json& object, const char* key, const char* other)
{
    const double value = number(object, key);
    return std::isfinite(value) ? value : number(object, other);
}

bool contains(std::string_view whole, std::string_view part)
{
    return whole.find(part) != std::string_view::npos;
}

/// Megatron's fused kernel fuses the softmax only.
bool fusesAttention(std::string_view kernel)
{
    return kernel != "torch" && kernel != "fused" && !contains(kernel, "no flash");
}

/// Rate of FlashAttention over that of FlashAttention-2, both passes together (Dao 2023, abstract: "around 2×").
constexpr double first_flash_attention_rate = 0.5;

/// HBM bytes of every score that PyTorch's softmax takes beyond Megatron's fused one: to 32 bits, mask, softmax, to 16
/// bits, 24 forward and 26 backward. The backward pass of Stack::score_bytes counts twice.
constexpr double unfused_softmax_bytes = (24.0 + 26) / 3;

bool isFirstFlashAttention(std::string_view kernels)
{
    return contains(kernels, "attentionv1") || contains(kernels, "attention v1") || contains(kernels, "attn v1");
}

bool fusesNorms(std::string_view kernels)
{
    return contains(kernels, "RMS") || contains(kernels, "norm");
}

} // namespace

RunRecord layoutRecordOf(const Json& row)
{
    const Json& model = member(row, "model");
    const Json& shape = member(model, "raw").is_object() ? member(model, "raw") : model;
    RunRecord run;
    run.id = text(row, "id");
    run.software = text(row, "software");
    run.model = text(model, "name");
    run.attention = text(shape, "attention");
    run.layers = number(model, "layers");
    run.hidden = either(shape, "hidden", "hidden_size");
    run.heads = either(shape, "heads", "head_num");
    run.kv_heads = either(shape, "kv_heads", "kv_head_num");
    run.head_dim = either(shape, "head_dim", "head_size");
    run.ffn_hidden = either(shape, "ffn", "intermediate_size");
    run.gated_mlp = either(shape, "gated", "use_swiglu");
    run.vocab = either(shape, "vocab", "vocab_size");
    run.tied_embeddings = number(model, "tied") == 1 ? 1 : 0;
    run.experts = either(shape, "experts", "expert_num");
    run.top_k = either(shape, "top_k", "topk");
    run.shared_experts = number(shape, "shared_experts");
    run.moe_ffn_hidden = either(shape, "moe_ffn", "moe_ffn_hidden_size");
    run.first_dense_layers = number(shape, "dense_layers");
    run.seq_len = number(row, "seq");
    run.global_batch = number(row, "gbs");
    run.gpus = number(row, "gpus");
    run.gpus_per_node = number(row, "gpus_per_node");
    run.gpu = text(row, "gpu");
    run.network = text(row, "inter");
    run.tp = number(row, "tp");
    run.pp = number(row, "pp");
    run.dp = number(row, "dp");
    run.cp = number(row, "cp");
    run.ep = number(row, "ep");
    run.virtual_stages = number(row, "interleave");
    run.microbatch = number(row, "mbs");
    run.zero_stage = number(row, "zero");
    run.zero_group = number(row, "zero_group");
    run.sequence_parallel = number(row, "seqpar");
    run.recompute = text(row, "recompute");
    run.precision = text(row, "precision");
    return run;
}

StatedKernels::StatedKernels(const Json& rows)
{
    if (!rows.is_array())
        return;
    for (const Json& row : rows)
        if (row.is_object() && fusesNorms(text(row, "kernel")))
            m_list_norms.insert(text(row, "source"));
}

void StatedKernels::apply(const Json& row, Stack& stack) const
{
    const std::string kernels = text(row, "kernel");
    if (kernels.empty())
        return;
    stack.fused_attention = fusesAttention(kernels);
    if (kernels == "torch")
        stack.score_bytes += unfused_softmax_bytes;
    if (isFirstFlashAttention(kernels))
        stack.attention_generation *= first_flash_attention_rate;
    if (m_list_norms.contains(text(row, "source")))
        stack.fused_norms = fusesNorms(kernels);
}

} // namespace kneepoint
