// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_check.h"

#include <cmath>

namespace kneepoint {

std::optional<double> measuredStep(const RunRecord& run)
{
    const double examples = run.setting("workload.global_batch", 0);
    const double tokens = examples * run.setting("workload.sequence_length", 0);
    for (const Measurement& m : run.stated.measurements) {
        const double step = m.metric == "step_s" ? m.value
            : m.metric == "tokens_per_s"         ? tokens / m.value
            : m.metric == "examples_per_s"       ? examples / m.value
                                                 : 0;
        if (std::isfinite(step) && step > 0)
            return step;
    }
    return {};
}

bool isPlausibleStep(std::optional<double> seconds)
{
    constexpr double year = 31557600;
    return seconds >= 1e-6 && *seconds <= year;
}

Result<void> checkScale(const RunRecord& run)
{
    if (run.setting("cluster.gpus", 0) < 1)
        return failure("the number of GPUs is not stated");
    if (run.setting("workload.global_batch", 0) <= 0)
        return failure("the global batch is not stated");
    return {};
}

Result<void> checkShape(const RunRecord& run)
{
    if (run.model_kind == "cnn")
        return {};
    if (run.setting("workload.layers", 0) < 1 || run.setting("workload.hidden", 0) < 1)
        return failure("the model's shape is not stated");
    if (run.setting("workload.sequence_length", 0) < 1)
        return failure("the sequence length is not stated");
    const double tensor = run.setting("plan.tensor_parallel", 1), stages = run.setting("plan.pipeline_parallel", 1);
    if (!run.setting("plan.tensor_parallel") && !run.setting("plan.pipeline_parallel")
        && !measurementOf(run.stated, "workers"))
        return failure("the layout is not stated");
    if (run.setting("cluster.gpus", 0) < tensor * stages * run.setting("plan.context_parallel", 1))
        return failure("fewer GPUs than the layout needs");
    for (const char* degree : {"plan.tensor_parallel", "plan.pipeline_parallel", "plan.context_parallel",
             "plan.expert_parallel", "plan.virtual_stages", "workload.batch_per_gpu"})
        if (run.setting(degree, 1) < 1)
            return failure("a degree or batch below one");
    for (const char* width : {"workload.heads", "workload.kv_heads", "workload.ffn", "workload.vocabulary",
             "cluster.gpus_per_node", "cluster.link_rate"})
        if (run.setting(width, 1) <= 0)
            return failure("a width or rate that is not positive");
    return {};
}

Result<void> checkRun(const RunRecord& run)
{
    if (!run.kind.empty() && run.kind != "timing")
        return failure("not a step time");
    if (auto scale = checkScale(run); !scale)
        return scale;
    const std::optional<double> step = measuredStep(run);
    if (!step)
        return failure("neither step time nor throughput is stated");
    if (!isPlausibleStep(step))
        return failure("the measured step is not between 1 µs and a year");
    return checkShape(run);
}

} // namespace kneepoint
