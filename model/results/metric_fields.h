// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/roofline.h"
#include "model/analysis/training.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <functional>

/// How records of figures access a step and an analysis.
namespace kneepoint::results {

/// A record whose value needs one step; `f` is called with the scenario and the step.
template <auto f> constexpr Metric ofStep(Metric m)
{
    m.of_step = [](const Scenario& s, const StepReport& step) -> std::optional<double> { return f(s, step); };
    m.value = [](const Analysis& a) -> std::optional<double> { return f(a.scenario, a.step); };
    return m;
}

/// A field of the step, or a function of the step alone.
template <auto field> constexpr Metric of(Metric m)
{
    return ofStep<[](const Scenario&, const StepReport& step) -> double { return std::invoke(field, step); }>(m);
}

template <Part part> constexpr Metric exposed(Metric m)
{
    return of<[](const StepReport& step) { return step.part(part).exposed_s; }>(m);
}

template <LinkLevel level> constexpr Metric sent(Metric m)
{
    return of<[](const StepReport& step) { return step.traffic.of(level); }>(m);
}

template <auto field> constexpr Metric ofRoofline(Metric m)
{
    m = ofStep<[](const Scenario& s, const StepReport& step) { return roofline(s, step).*field; }>(m);
    m.value = [](const Analysis& a) -> std::optional<double> { return a.roofline.*field; };
    m.computed_by = "model/analysis/roofline.cpp: roofline";
    return m;
}

template <auto field> constexpr Metric ofRun(Metric m)
{
    m = ofStep<[](const Scenario& s, const StepReport& step) { return training(s, step).*field; }>(m);
    m.value = [](const Analysis& a) -> std::optional<double> { return a.training.*field; };
    m.computed_by = "model/analysis/training.cpp: training";
    return m;
}

/// A field of the point on the scaling curve.
template <auto field> constexpr Metric ofPoint(Metric m)
{
    m.of_point = [](const ScalePoint& point) -> std::optional<double> { return point.*field; };
    return m;
}

/// For figures about tokens, which only transformers have.
inline bool hasTokens(const Scenario& s)
{
    return s.workload.kind == ModelKind::transformer;
}

std::span<const Metric> ofScaling();
std::span<const Metric> ofSteps();
std::span<const Metric> ofRooflines();
std::span<const Metric> ofRuns();

} // namespace kneepoint::results
