// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/cause_losses.h"

#include "model/analysis/counterfactual.h"
#include "model/analysis/training.h"
#include "model/diagnosis/better_layout.h"
#include "model/job/job.h"
#include "model/job/model_shape.h"
#include "model/job/reliability.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <utility>

namespace kneepoint::losses {
namespace {

Loss shorter(const StepReport& now, double without_s)
{
    return {std::clamp(1 - without_s / now.step_s, 0.0, 1.0), std::max(0.0, without_s)};
}

Loss without(const StepReport& now, const Scenario& better, const Calibration& calibration)
{
    return shorter(now, evaluate(better, calibration).step_s);
}

} // namespace

Loss exposedCommunication(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const Scenario clean = withoutProtocol(withoutContention(s));
    const StepReport better = evaluate(clean, calibration);
    const double saved =
        better.step_s - stepWithout(clean, better, {Part::data_comm, Part::pipeline_comm, Part::context_comm});
    return shorter(step, step.step_s - saved);
}

Loss starvedInput(const Scenario& s, const StepReport& step, const Calibration&)
{
    return shorter(step, stepWithout(s, step, {Part::input}));
}

Loss straggler(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    return without(step, withoutStragglers(s), calibration);
}

Loss tinyBatch(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    constexpr double fuller = 64;
    Scenario large = s;
    large.workload.batch_per_gpu *= fuller;
    const double compute_s = evaluate(large, calibration).compute_s / fuller;
    return shorter(step, step.step_s - std::max(0.0, step.compute_s - compute_s));
}

Loss largeBatch(const Scenario& s, const StepReport& step, const Calibration&)
{
    return {1 - statisticalEfficiency(step.global_batch, s.workload.critical_batch), step.step_s};
}

Loss protocolOverhead(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    return without(step, withoutProtocol(s), calibration);
}

Loss contention(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    return without(step, withoutContention(s), calibration);
}

Loss pipelineBubble(const Scenario& s, const StepReport& step, const Calibration&)
{
    return shorter(step, stepWithout(s, step, {Part::bubble}));
}

Loss slowTensorLink(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (s.plan.tensor_parallel <= 1)
        return {0, step.step_s};
    const StepReport better = evaluate(withFastTensorLinks(s), calibration);
    const double saved = step.part(Part::tensor_comm).exposed_s - better.part(Part::tensor_comm).exposed_s;
    return shorter(step, step.step_s - std::max(0.0, saved));
}

Loss overSharding(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (!step.memory.fits() || s.plan.tensor_parallel * s.plan.pipeline_parallel <= 1)
        return {0, step.step_s};
    BetterLayout better = betterLayout(s, step, Splitting::narrower, calibration);
    if (better.changes.empty())
        return {0, step.step_s};
    Loss loss = shorter(step, better.step_s);
    loss.layout = std::move(better.changes);
    return loss;
}

Loss expertAllToAll(const Scenario& s, const StepReport& step, const Calibration&)
{
    return shorter(step, stepWithout(s, step, {Part::expert_comm}));
}

Loss outOfMemory(const Scenario&, const StepReport& step, const Calibration&)
{
    return {step.memory.fits() ? 0.0 : 1.0, step.step_s};
}

Loss failures(const Scenario& s, const StepReport& step, const Calibration&)
{
    return {1 - goodput(reliabilityOf(s), step.gpus).share, step.step_s};
}

Loss offloadLink(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (s.plan.offload == Offload::none)
        return {0, step.step_s};
    Scenario here = s;
    here.plan.offload = Offload::none;
    return without(step, here, calibration);
}

Loss dequantization(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (s.workload.tuning != Tuning::qlora)
        return {0, step.step_s};
    Scenario wide = s;
    wide.workload.tuning = Tuning::lora;
    return without(step, wide, calibration);
}

Loss expertImbalance(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (s.workload.expert_imbalance <= 1)
        return {0, step.step_s};
    Scenario even = s;
    even.workload.expert_imbalance = 1;
    return without(step, even, calibration);
}

Loss padding(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const double filled = countedShare(s.workload);
    if (filled >= 1)
        return {0, step.step_s};
    Scenario packed = s;
    packed.workload.packing = Packing::packed;
    return shorter(step, filled * evaluate(packed, calibration).step_s);
}

Loss adapterBound(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (s.workload.tuning == Tuning::full)
        return {0, step.step_s};
    Job job = resolve(s, calibration);
    job.setup.model.adapters.rank = 0;
    return shorter(step, stepSeconds(job));
}

/// Against an optimizer with as many moments that updates each parameter by itself.
Loss optimizerGathers(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    if (s.plan.optimizer != Optimizer::muon)
        return {0, step.step_s};
    Scenario by_element = s;
    by_element.plan.optimizer = Optimizer::lion;
    return without(step, by_element, calibration);
}

} // namespace kneepoint::losses
