// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/roofline.h"
#include "model/analysis/training.h"
#include "model/catalogue/law.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <functional>

/// How records of figures access a step and an analysis.
namespace kneepoint::results {

/// What a figure means: see Metric.
struct Meaning {
    Unit unit = Unit::none;
    Better better = Better::neither;
    Prominence prominence = Prominence::detail;
    FollowsStep follows_step = FollowsStep::no;
};

/// A row of the catalogue.
struct Figure {
    MetricGroup group;
    std::string_view id, label;
    Meaning meaning;
    std::string_view help;
    Law law = {};
    Metric others = {}; ///< what only some figures have, and the values of those that no function below computes
};

constexpr Metric plain(const Figure& f)
{
    Metric m = f.others;
    m.id = f.id;
    m.group = f.group;
    m.label = f.label;
    m.unit = f.meaning.unit;
    m.better = f.meaning.better;
    m.prominence = f.meaning.prominence;
    m.follows_step = f.meaning.follows_step;
    m.help = f.help;
    m.formula = f.law.formula;
    m.computed_by = f.law.computed_by;
    m.source = f.law.source;
    return m;
}

/// A figure that needs one step; `f` is called with the scenario and the step.
template <auto f> constexpr Metric ofStep(const Figure& figure)
{
    Metric m = plain(figure);
    m.of_step = [](const Scenario& s, const StepReport& step) -> std::optional<double> { return f(s, step); };
    m.value = [](const Analysis& a) -> std::optional<double> { return f(a.scenario, a.step); };
    return m;
}

/// A field of the step, or a function of the step alone.
template <auto field> constexpr Metric of(const Figure& figure)
{
    return ofStep<[](const Scenario&, const StepReport& step) -> double { return std::invoke(field, step); }>(figure);
}

template <Part part> constexpr Metric exposed(const Figure& figure)
{
    return of<[](const StepReport& step) { return step.part(part).exposed_s; }>(figure);
}

template <LinkLevel level> constexpr Metric sent(const Figure& figure)
{
    return of<[](const StepReport& step) { return step.traffic.of(level); }>(figure);
}

template <auto field> constexpr Metric ofRoofline(const Figure& figure)
{
    Metric m = ofStep<[](const Scenario& s, const StepReport& step) { return roofline(s, step).*field; }>(figure);
    m.value = [](const Analysis& a) -> std::optional<double> { return a.roofline.*field; };
    m.computed_by = "model/analysis/roofline.cpp: roofline";
    return m;
}

template <auto field> constexpr Metric ofRun(const Figure& figure)
{
    Metric m = ofStep<[](const Scenario& s, const StepReport& step) { return training(s, step).*field; }>(figure);
    m.value = [](const Analysis& a) -> std::optional<double> { return a.training.*field; };
    m.computed_by = "model/analysis/training.cpp: training";
    return m;
}

/// A field of the point on the scaling curve.
template <auto field> constexpr Metric ofPoint(const Figure& figure)
{
    Metric m = plain(figure);
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
