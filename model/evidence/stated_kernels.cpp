// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/stated_kernels.h"

#include "model/evidence/names.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <algorithm>

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

} // namespace

void applyStatedKernels(const RunRecord& run, Scenario& s)
{
    if (!hasPlainAttention(run) || !s.stack.fused_attention)
        return;
    s.stack.fused_attention = false;
    const auto index = static_cast<std::size_t>(s.stack.software);
    if (index > 0 && index <= stackPresets().size() && stackPresets()[index - 1].family == "fsdp")
        s.stack.score_bytes += unfused_softmax_bytes;
}

} // namespace kneepoint
