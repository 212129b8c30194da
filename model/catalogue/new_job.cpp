// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/new_job.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {

Edit newJob(const Scenario& s)
{
    const ModelPreset* model = presetAt(modelPresets(), s.workload.model);
    if (!model)
        return {};
    Edit edit;
    const auto set = [&](std::string_view id, double value) {
        const Parameter& p = parameter(id);
        if (p.get(s) != value)
            edit.push_back({&p, value});
    };
    if (model->training_sequence > 0)
        set("workload.sequence_length", model->training_sequence);
    if (model->training_batch > 0)
        set("workload.global_batch", model->training_batch);
    if (s.stack.software == 0 && s.assumptions.compute_model == ComputeModel::sustained
        && model->kind == ModelKind::transformer) {
        set("assumptions.compute_model", static_cast<double>(ComputeModel::kernels));
        set("assumptions.collective_model", static_cast<double>(CollectiveModel::protocols));
        set("assumptions.overlap_model", static_cast<double>(OverlapModel::stack));
    }
    set("plan.auto", 1);
    if (!edit.empty())
        set("assumptions.setting", static_cast<double>(TeamSetting::typical));
    return edit;
}

std::string newJobText(const Scenario& s)
{
    const ModelPreset* model = presetAt(modelPresets(), s.workload.model);
    if (!model || newJob(s).empty())
        return {};
    std::string trained;
    if (model->training_sequence > 0)
        trained = fmt::format("; {} was trained with a sequence length of {}", model->name, model->training_sequence);
    if (!trained.empty() && model->training_batch > 0)
        trained += fmt::format(" and a global batch of {}", model->training_batch);
    return fmt::format("Sequence length {}, global batch {} and the layout are kept{}.", s.workload.sequence_length,
        s.workload.global_batch, trained);
}

} // namespace kneepoint
