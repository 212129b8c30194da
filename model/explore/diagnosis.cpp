// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/diagnosis.h"

#include "model/explore/counterfactual.h"
#include "model/explore/training.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

Loss shorter(const StepReport& now, double without_s)
{
    return {std::clamp(1 - without_s / now.step_s, 0.0, 1.0), std::max(0.0, without_s)};
}

Loss without(const StepReport& now, const Scenario& better)
{
    return shorter(now, evaluate(better).step_s);
}

/// Gradients, keys and values, activations on a network that loses nothing to sharing or protocol: what is left is
/// payload over line rate.
Loss exposedLoss(const Scenario& s, const StepReport& now)
{
    const Scenario clean = withoutProtocol(withoutContention(s));
    const StepReport step = evaluate(clean);
    const double saved =
        step.step_s - stepWithout(clean, step, {Part::data_comm, Part::pipeline_comm, Part::context_comm});
    return shorter(now, now.step_s - saved);
}

/// Compute time an example against that of a batch 64 times as large, which fills the kernels.
Loss tinyBatchLoss(const Scenario& s, const StepReport& now)
{
    constexpr double fuller = 64;
    Scenario large = s;
    large.workload.batch_per_gpu *= fuller;
    const double compute_s = evaluate(large).compute_s / fuller;
    return shorter(now, now.step_s - std::max(0.0, now.compute_s - compute_s));
}

Loss tensorLoss(const Scenario& s, const StepReport& now)
{
    if (s.plan.tensor_parallel <= 1)
        return {0, now.step_s};
    const StepReport better = evaluate(withFastTensorLinks(s));
    const double saved = now.part(Part::tensor_comm).exposed_s - better.part(Part::tensor_comm).exposed_s;
    return shorter(now, now.step_s - std::max(0.0, saved));
}

std::string verdict(const Diagnosis& d)
{
    if (d.causes.empty())
        return "Nothing to fix: no known cause costs more than 2 %.";
    const Finding& worst = d.causes.front();
    std::string text = worst.sentence;
    if (!worst.remedies.empty())
        text += fmt::format(" Best remedy: {}.", worst.remedies.front().sentence);
    return text;
}

} // namespace

double leastSeverity(Cause cause)
{
    return cause == Cause::large_batch ? 0.1 : 0.02;
}

Loss lossTo(Cause cause, const Scenario& s, const StepReport& step)
{
    switch (cause) {
    case Cause::none:
        break;
    case Cause::exposed_communication:
        return exposedLoss(s, step);
    case Cause::starved_input:
        return shorter(step, stepWithout(s, step, {Part::input}));
    case Cause::straggler:
        return without(step, withoutStragglers(s));
    case Cause::tiny_batch:
        return tinyBatchLoss(s, step);
    case Cause::large_batch:
        return {1 - statisticalEfficiency(step.global_batch, s.workload.critical_batch), step.step_s};
    case Cause::protocol_overhead:
        return without(step, withoutProtocol(s));
    case Cause::contention:
        return without(step, withoutContention(s));
    case Cause::pipeline_bubble:
        return shorter(step, stepWithout(s, step, {Part::bubble}));
    case Cause::tensor_parallel_slow_link:
        return tensorLoss(s, step);
    case Cause::expert_all_to_all:
        return shorter(step, stepWithout(s, step, {Part::expert_comm}));
    case Cause::out_of_memory:
        return {step.memory.fits() ? 0.0 : 1.0, step.step_s};
    case Cause::failures:
        return {1 - goodput(s, step.gpus).share, step.step_s};
    }
    return {0, step.step_s};
}

Diagnosis diagnose(const Analysis& a)
{
    const Scenario& s = a.scenario;
    Diagnosis d;
    d.now = outcome(s, a.step, a.headline.efficiency);
    for (std::size_t i = 1; i < cause_count; ++i) {
        const auto cause = static_cast<Cause>(i);
        const Loss loss = lossTo(cause, s, a.step);
        if (loss.severity < leastSeverity(cause))
            continue;
        Finding f;
        f.cause = cause;
        f.severity = loss.severity;
        f.step_without_s = loss.step_without_s;
        f.wall = wallOf(cause);
        f.sentence = causeSentence(cause, a, loss);
        f.evidence = causeEvidence(cause, a, loss);
        f.confirm = causeConfirmation(cause);
        f.remedies = judge(s, d.now, cause, proposals(cause, s, a.step));
        d.causes.push_back(std::move(f));
    }
    std::ranges::stable_sort(d.causes, std::ranges::greater{}, &Finding::severity);
    d.sentence = verdict(d);
    return d;
}

} // namespace kneepoint
