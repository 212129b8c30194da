// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/layout_record.h"

#include "model/evidence/lenient_json.h"
#include "model/evidence/measurements.h"
#include "model/evidence/stated_kernels.h"
#include "model/scenario/scenario.h"
#include "model/units/text_fields.h"

#include <nlohmann/json.hpp>

namespace kneepoint {
namespace {

using lenient::Json;
using lenient::text;

/// Megatron's fused kernel fuses the softmax only.
bool fusesAttention(std::string_view kernel)
{
    return kernel != "torch" && kernel != "fused" && !contains(kernel, "no flash");
}

/// Rate of FlashAttention over that of FlashAttention-2, both passes together (Dao 2023, abstract: "around 2×").
constexpr double first_flash_attention_rate = 0.5;

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
    RunRecord run = runRecordOf(row);
    if (!run.setting("workload.tied_embeddings"))
        state(run.stated, {"workload.tied_embeddings", 0, "model"});
    return run;
}

KernelList::KernelList(const Json& rows)
{
    if (!rows.is_array())
        return;
    for (const Json& row : rows)
        if (row.is_object() && fusesNorms(text(row, "kernel")))
            m_list_norms.insert(text(row, "source"));
}

void KernelList::apply(const Json& row, Stack& stack) const
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
