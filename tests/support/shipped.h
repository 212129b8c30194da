// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/analysis/outcome.h"
#include "model/analysis/scaling.h"
#include "model/analysis/timeline.h"
#include "model/catalogue/edit.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/cost/collectives.h"
#include "model/cost/memory.h"
#include "model/exploration/kneemap.h"
#include "model/results/metric.h"
#include "model/step/micro_batch.h"
#include "model/step/step_model.h"
#include "model/step/step_series.h"

/// The engine with the shipped calibration, for most tests.
namespace kneepoint {

inline StepReport evaluate(const Scenario& s)
{
    return evaluate(s, shippedCalibration());
}
inline Job resolve(const Scenario& s)
{
    return resolve(s, shippedCalibration());
}
inline MicroBatch microBatch(const Scenario& s)
{
    return microBatch(resolve(s));
}
inline MemoryUse memoryUse(const Scenario& s)
{
    return memoryUse(resolve(s));
}
inline MemoryUse memoryOfStage(const Scenario& s, int stage)
{
    return memoryOfStage(resolve(s), stage);
}
inline ScalePoint scalePoint(const Scenario& s, double k)
{
    return scalePoint(s, k, shippedCalibration());
}
inline Outcome outcome(const Scenario& s)
{
    return outcome(s, shippedCalibration());
}
inline std::optional<double> measure(const Metric& m, const Scenario& s)
{
    return measure(m, s, shippedCalibration());
}
inline Timeline timeline(const Scenario& s, const StepReport& step)
{
    return timeline(s, step, shippedCalibration());
}
inline Scenario applied(const Scenario& s, const Edit& edit)
{
    return applied(s, edit, shippedCalibration());
}
inline Result<void> editByText(Scenario& s, std::string_view id, std::string_view text)
{
    return editByText(s, id, text, shippedCalibration());
}
inline Result<ScenarioFile> parseScenario(std::string_view json, std::string_view place)
{
    return parseScenario(json, place, shippedCalibration());
}
inline const CollectiveLaw& collectiveLaw(CollectiveModel model)
{
    return collectiveLaw(model, shippedCalibration().law);
}

} // namespace kneepoint
