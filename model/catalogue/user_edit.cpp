// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/user_edit.h"

#include "model/catalogue/apply_presets.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

bool hasUsualNode(const Cluster& c)
{
    return c.gpu > 0 && c.gpus_per_node == usedNode(c.gpu, c.gpus);
}

void bringNode(Scenario& s, const Calibration& calibration)
{
    if (s.cluster.gpu > 0)
        parameter("cluster.gpus_per_node").edit(s, usedNode(s.cluster.gpu, s.cluster.gpus), calibration);
}

void beginJob(Scenario& s, const ModelPreset& model, const Calibration& calibration)
{
    Workload& w = s.workload;
    if (model.training_sequence > 0)
        w.sequence_length = model.training_sequence;
    if (s.stack.software == 0 && s.assumptions.compute_model == ComputeModel::sustained
        && w.kind == ModelKind::transformer)
        assumeRealistic(s);
    if (s.cluster.gpus_per_node <= 1)
        bringNode(s, calibration);
    s.automatic = {.on = true};
    if (model.training_batch > 0)
        parameter("workload.global_batch").edit(s, model.training_batch, calibration);
}

} // namespace

void editPinning(Scenario& s, const Parameter& p, double value, const Calibration& calibration)
{
    const bool usual = hasUsualNode(s.cluster);
    p.edit(s, value, calibration);
    const bool has_nodes = s.automatic.on || s.cluster.gpus_per_node > 1;
    if (has_nodes && (p.id == "cluster.gpu" || (p.id == "cluster.gpus" && usual)))
        bringNode(s, calibration);
    if (!s.automatic.on)
        return;
    if (const Parameter* pin = pinOf(p))
        pin->assign(s, 1);
}

void editByHand(Scenario& s, const Parameter& p, double value, const Calibration& calibration)
{
    editPinning(s, p, value, calibration);
    if (p.id == "workload.model" && value > 0)
        beginJob(s, modelPresets()[static_cast<std::size_t>(value) - 1], calibration);
}

std::string depthChangeText(const Scenario& before, const Scenario& after)
{
    if (before.assumptions.compute_model == after.assumptions.compute_model)
        return {};
    const auto now = [&](std::string_view id) { return valueText(parameter(id), parameter(id).get(after)); };
    return fmt::format("{}: sequence length {}, global batch {}, layout planned. Compute, collectives and overlap are "
                       "now modeled in detail, because the sustained rate of the previous scenario is for another "
                       "model.",
        now("workload.model"), now("workload.sequence_length"), now("workload.global_batch"));
}

} // namespace kneepoint
