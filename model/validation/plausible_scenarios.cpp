// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/plausible_scenarios.h"

#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// A layout is chosen by those who ran it; the shape of a model and the rate of a network are given.
bool isOfOneShape(const Scenario& a, const Scenario& b)
{
    return a.workload.heads == b.workload.heads && a.cluster.link_rate == b.cluster.link_rate;
}

} // namespace

std::vector<const Scenario*> plausibleLayouts(const MeasuredRun& run)
{
    const double smallest = run.candidates.front().workload.batch_per_gpu;
    std::vector<const Scenario*> layouts;
    for (const Scenario& s : run.candidates)
        if (s.workload.batch_per_gpu == smallest || memoryUse(resolveWithoutLaw(s)).fits())
            layouts.push_back(&s);
    return layouts;
}

PlausibleScenarios::PlausibleScenarios(std::span<const Scenario* const> layouts, const StepOf& stepOf)
{
    for (const Scenario* layout : layouts) {
        const PlausibleScenario here{layout, stepOf(*layout)};
        if (m_shapes.empty() || !isOfOneShape(*m_shapes.back().scenario, *layout))
            m_shapes.push_back(here);
        else if (here.step_s < m_shapes.back().step_s)
            m_shapes.back() = here;
    }
    std::ranges::stable_sort(m_shapes, {}, &PlausibleScenario::step_s);
}

PlausibleScenarios::PlausibleScenarios(const MeasuredRun& run, const Calibration& calibration)
    : PlausibleScenarios(plausibleLayouts(run), [&](const Scenario& s) { return evaluate(s, calibration).step_s; })
{
}

double PlausibleScenarios::spread() const
{
    const auto count = static_cast<double>(m_shapes.size());
    double mean = 0, variance = 0;
    for (const PlausibleScenario& shape : m_shapes)
        mean += std::log(shape.step_s) / count;
    for (const PlausibleScenario& shape : m_shapes)
        variance += std::pow(std::log(shape.step_s) - mean, 2) / count;
    return std::sqrt(variance);
}

} // namespace kneepoint
