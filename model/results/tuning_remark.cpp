// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/tuning_remark.h"

#include "model/catalogue/catalogue.h"
#include "model/job/adapters.h"
#include "model/job/setup.h"
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

} // namespace

std::string tuningRemark(const Analysis& a)
{
    if (a.scenario.workload.tuning == Tuning::full || a.scenario.workload.kind != ModelKind::transformer)
        return {};
    Scenario full = a.scenario;
    full.workload.tuning = Tuning::full;
    const StepReport all = evaluate(full, a.calibration);
    const double faster = all.step_s / a.step.step_s;
    const auto count = [](double parameters) { return formatQuantity(parameters, Unit::count); };
    return fmt::format(
        "{} trains {} parameters beside {} frozen ones: {} per GPU instead of {}, and {:.2f}× the speed of "
        "training all of them. {}",
        a.scenario.workload.tuning == Tuning::qlora ? "QLoRA" : "LoRA",
        count(trainedOfStages(shapeOf(a.scenario.workload), 1)), count(a.scenario.workload.parameters),
        words::bytes(a.step.memory.total()), words::bytes(all.memory.total()), faster, whyNoFaster(a.scenario));
}

} // namespace kneepoint
