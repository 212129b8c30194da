// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/tuning_remark.h"

#include "model/catalogue/catalogue.h"
#include "model/job/adapters.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/words.h"

#include <fmt/format.h>
#include <string_view>

namespace kneepoint {
namespace {

/// Why a step is longer than the FLOPs of frozen weights allow: the first that applies.
std::string_view whyNoFaster(const Scenario& s)
{
    if (s.plan.recompute == Recompute::full)
        return "Full recomputation repeats the forward pass of the frozen weights, too.";
    if (s.plan.zero_stage >= 3 && workers(s) > 1)
        return "ZeRO stage 3 still gathers the frozen weights in every pass.";
    if (s.workload.tuning == Tuning::qlora && atKernelDepth(s))
        return "4-bit weights are restored to 16 bits in every pass.";
    return "Gradients still pass through every frozen layer; only the gradients of its weights fall away.";
}

std::string count(double parameters)
{
    return formatQuantity(parameters, Unit::count);
}

/// Why a step gets shorter by less than the FLOPs of frozen first layers.
std::string_view whyNotAsFast(const Scenario& s)
{
    if (s.plan.pipeline_parallel > 1)
        return "They are on the first pipeline stages, which wait for the others: move layers there, or use fewer "
               "stages.";
    if (s.plan.zero_stage >= 3 && workers(s) > 1)
        return "ZeRO stage 3 still gathers their weights in the forward pass.";
    return "No gradient passes them, so they have a forward pass only and keep no activations.";
}

std::string frozenRemark(const Analysis& a, const StepReport& all)
{
    const ModelShape m = shapeOf(a.scenario.workload);
    return fmt::format("The embedding and the first {} of {} layers are frozen, {} of {} parameters: {} per GPU "
                       "instead of {}, and {:.2f}× the speed of training all of them. {}",
        count(m.frozen.layers), count(m.layers), count(m.parameters - trainedOfStages(m, 1)), count(m.parameters),
        words::bytes(a.step.memory.total()), words::bytes(all.memory.total()), all.step_s / a.step.step_s,
        whyNotAsFast(a.scenario));
}

} // namespace

std::string tuningRemark(const Analysis& a)
{
    const Workload& w = a.scenario.workload;
    if (w.tuning == Tuning::full || w.kind != ModelKind::transformer
        || (w.tuning == Tuning::frozen_part && w.frozen_share <= 0))
        return {};
    Scenario full = a.scenario;
    full.workload.tuning = Tuning::full;
    const StepReport all = evaluate(full, a.calibration);
    const double faster = all.step_s / a.step.step_s;
    if (w.tuning == Tuning::frozen_part)
        return frozenRemark(a, all);
    return fmt::format("{} trains {} parameters beside {} frozen ones: {} per GPU instead of {}, and {:.2f}× the speed "
                       "of training all of them. {}",
        a.scenario.workload.tuning == Tuning::qlora ? "QLoRA" : "LoRA", count(trainedParameters(a.scenario.workload)),
        count(a.scenario.workload.parameters), words::bytes(a.step.memory.total()), words::bytes(all.memory.total()),
        faster, whyNoFaster(a.scenario));
}

} // namespace kneepoint
