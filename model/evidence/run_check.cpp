// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_check.h"

namespace kneepoint {

double measuredStep(const RunRecord& run)
{
    const double tokens = run.global_batch * run.seq_len;
    for (const double step : {run.step_time_s, run.derived_step_s, tokens / run.tokens_per_s,
             tokens / (run.tokens_per_s_per_gpu * run.gpus), run.global_batch / run.samples_per_s})
        if (known(step) && step > 0)
            return step;
    return unknown;
}

bool isPlausibleStep(double seconds)
{
    return seconds >= 1e-6 && seconds <= 31557600;
}

std::optional<Refusal> missingScale(const RunRecord& run)
{
    if (!(run.gpus >= 1))
        return Refusal{"the number of GPUs is not stated"};
    if (!(run.global_batch > 0))
        return Refusal{"the global batch is not stated"};
    return {};
}

std::optional<Refusal> missingShape(const RunRecord& run)
{
    if (run.model_kind == "cnn")
        return {};
    if (!(run.layers >= 1) || !(run.hidden >= 1))
        return Refusal{"the model's shape is not stated"};
    if (!(run.seq_len >= 1))
        return Refusal{"the sequence length is not stated"};
    if (!known(run.tp) && !known(run.pp) && !known(run.dp))
        return Refusal{"the layout is not stated"};
    if (run.gpus < orElse(run.tp, 1) * orElse(run.pp, 1) * orElse(run.cp, 1))
        return Refusal{"fewer GPUs than the layout needs"};
    for (const double degree : {run.tp, run.pp, run.cp, run.ep, run.virtual_stages, run.microbatch})
        if (known(degree) && !(degree >= 1))
            return Refusal{"a degree or batch below one"};
    for (const double width : {run.heads, run.kv_heads, run.ffn_hidden, run.vocab, run.gpus_per_node, run.gbps_per_gpu})
        if (known(width) && !(width > 0))
            return Refusal{"a width or rate that is not positive"};
    return {};
}

std::optional<Refusal> missing(const RunRecord& run)
{
    if (!run.kind.empty() && run.kind != "timing")
        return Refusal{"not a step time"};
    if (auto refusal = missingScale(run))
        return refusal;
    if (!known(measuredStep(run)))
        return Refusal{"neither step time nor throughput is stated"};
    if (!isPlausibleStep(measuredStep(run)))
        return Refusal{"the measured step is not between 1 µs and a year"};
    if (auto refusal = missingShape(run))
        return refusal;
    return {};
}

} // namespace kneepoint
