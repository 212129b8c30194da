// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/stated_kernels.h"

#include "model/evidence/names.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/units/text_fields.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

bool hasPlainAttention(const RunRecord& run)
{
    constexpr std::string_view words[] = {"flash attention off", "no flash attention", "without flash attention"};
    const auto states = [&](std::string_view word) {
        return mentions(run.notes, word) || mentions(run.attention, word);
    };
    const bool encoder = run.setting("workload.causal", 1) == 0;
    return std::ranges::any_of(words, states) || (encoder && mentions(run.software, "Hugging Face"));
}

bool isOnBlackwell(const Scenario& s)
{
    const auto gpu = static_cast<std::size_t>(s.cluster.gpu);
    return gpu > 0 && gpu <= gpuPresets().size() && gpuPresets()[gpu - 1].architecture == "blackwell";
}

void applyGeneration(const RunRecord& run, Scenario& s)
{
    if (mentionsAny(run.attention_kernel, {"flash_attention_2", "FlashAttention-2"})) {
        s.stack.native_attention = false;
        if (isOnBlackwell(s))
            s.cluster.portable_attention = second_flash_attention_on_blackwell;
    } else if (mentionsAny(run.attention_kernel,
                   {"flash_attention_3", "FlashAttention-3", "flash_attention_4", "FlashAttention-4", "cuDNN"})
        || mentionsAny(run.software, {"Transformer Engine", "MaxText"})) {
        s.stack.native_attention = true;
    }
}

} // namespace

double lossParts(const RunRecord& run, const Scenario& s)
{
    const double tokens =
        s.workload.sequence_length * std::max(1.0, s.workload.batch_per_gpu) / s.plan.context_parallel;
    for (const std::string_view phrase : {"lm head in chunks of ", "loss in chunks of "})
        if (const auto part = numberAfter(lowered(run.notes), phrase); part && *part > 0)
            return std::max(1.0, tokens / *part);
    if (mentions(run.software, "torchtune"))
        return 8;
    if (mentions(run.software, "Liger") || mentions(run.notes, "Liger"))
        return std::max(1.0, std::ceil(s.workload.vocabulary / s.workload.hidden));
    return 1;
}

void applyStatedKernels(const RunRecord& run, Scenario& s)
{
    applyGeneration(run, s);
    if (!hasPlainAttention(run) || !s.stack.fused_attention)
        return;
    s.stack.fused_attention = false;
    const auto index = static_cast<std::size_t>(s.stack.software);
    if (index > 0 && index <= stackPresets().size() && stackPresets()[index - 1].family == "fsdp")
        s.stack.score_bytes += unfused_softmax_bytes;
}

} // namespace kneepoint
