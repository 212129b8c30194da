// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a source says about a run, in the words of the catalogues: a published row, a run of the user's own, a training
/// log and a profiler trace are all this value. Values are in the base unit of their parameter or metric.
namespace kneepoint {

/// A parameter's value as the source sets it; of a choice, its index; of a flag, 0 or 1.
struct ObservedSetting {
    std::string parameter; ///< id in the parameter catalogue: "plan.tensor_parallel"
    double value = 0;
    std::string place; ///< where it was read: "layout.tp", "config.json: /hidden_size"
};

/// A figure that the source measured.
struct Measurement {
    std::string metric; ///< id in the results catalogue: "step_s", "tokens_per_s"
    double value = 0;   ///< the median of the samples
    double spread = 0;  ///< their standard deviation, in the unit of the value; 0 if unknown
    double samples = 1;
    std::string place;
};

struct MeasuredPoint {
    double x = 0, y = 0;
};

/// A figure measured over a range of another: the time of a collective over its size.
struct MeasuredCurve {
    std::string name; ///< "all_reduce"
    Unit x_unit = Unit::none, y_unit = Unit::none;
    std::vector<MeasuredPoint> points;
    std::string place;
};

/// A part of the step, exposed time only, so that the parts add up to the step.
struct StepPart {
    std::string part; ///< as in the components of a step report
    double seconds = 0;
};

/// Something that was read but not used.
struct SkippedItem {
    std::string place;
    std::string reason;
};

struct Evidence {
    std::vector<ObservedSetting> settings; ///< at most one per parameter
    std::vector<Measurement> measurements; ///< of several for one metric, the most direct first
    std::vector<MeasuredCurve> curves;
    std::vector<StepPart> breakdown;
    std::vector<SkippedItem> skipped;
};

/// The observed value of a parameter; nothing if the source does not state it.
[[nodiscard]] std::optional<double> settingOf(const Evidence& evidence, std::string_view parameter);
/// The first measurement of a metric; nothing if there is none.
[[nodiscard]] const Measurement* measurementOf(const Evidence& evidence, std::string_view metric);

/// Adds a setting, replacing an earlier one of the same parameter.
void observe(Evidence& evidence, ObservedSetting setting);

} // namespace kneepoint
