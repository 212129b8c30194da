// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_collective.h"
#include "model/evidence/measured_memory.h"
#include "model/evidence/measured_run.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// Files of measurements: every row becomes a scenario that can be evaluated, or is left out with a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto read = parseMeasurements(fuzz::textOf(data, size), "fuzz");
    if (!read) {
        fuzz::requireSentence(read.error());
        return 0;
    }
    for (const MeasuredRun& run : questionsOf(*read, shippedCalibration()).runs) {
        fuzz::require(run.step_s > 0 && std::isfinite(run.step_s), "a measured step is a time");
        for (const Scenario& layout : run.candidates)
            fuzz::requireUsable(layout);
    }
    for (const MeasuredMemory& figure : memoryQuestionsOf(*read, shippedCalibration()).figures) {
        fuzz::require(figure.bytes > 0 && std::isfinite(figure.bytes), "measured memory is finite");
        fuzz::requireUsable(figure.scenario);
    }
    for (const MeasuredCollective& curve : collectiveQuestionsOf(*read, shippedCalibration()).curves)
        for (const SizeTime& point : curve.record->points)
            fuzz::require(point.bytes > 0 && point.seconds > 0 && std::isfinite(point.bytes / point.seconds),
                "a point of a curve is a rate");
    return 0;
}
