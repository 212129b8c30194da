// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/units/error.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Many scenarios: a grid over parameters, or random samples.
namespace kneepoint {

/// Values of one parameter: a list, or, for samples, a range.
struct SweepAxis {
    const Parameter* parameter = nullptr;
    std::vector<double> values;
    double from = 0, to = 0; ///< of a sample, where `values` is empty; evenly on the parameter's own scale
};

struct Sweep {
    Scenario base;
    std::vector<SweepAxis> axes; ///< the last one varies fastest
    double sample = 0;           ///< points drawn at random; 0: the whole grid
    std::uint64_t seed = 0;
    bool plan_layouts = false; ///< search for the best layout at every point
    bool follows_auto = false; ///< plan.auto may be on at a point, which is then planned as anywhere else
    std::vector<const Metric*> metrics;
};

inline constexpr std::size_t sweep_file_limit_bytes = 1 << 20;
inline constexpr double most_sweep_points = 1e9;

/// Finds the scenario of a sweep.
using ScenarioByName = std::function<Result<Scenario>(const std::string&)>;

/// Reads {"scenario": "llama3-70b-512xh100", "set": {"plan.zero_stage": 1}, "axes": {"cluster.gpus": [64, 128],
/// "plan.tensor_parallel": {"from": 1, "to": 8, "steps": 4}}, "sample": 100, "seed": 1, "auto": true,
/// "metrics": ["step_s", "mfu"]}. Values are numbers, texts with units, or ids of choices. An axis from … to has
/// `steps` points, evenly on the parameter's own scale; a sample needs none.
[[nodiscard]] Result<Sweep> parseSweep(
    std::string_view json, std::string_view place, const ScenarioByName& scenarioNamed, const Calibration& calibration);

[[nodiscard]] double pointCount(const Sweep& sweep);
/// The settings of a point, 0 … pointCount() − 1. They depend only on the sweep and the number, so that shards are
/// independent.
[[nodiscard]] Edit pointOf(const Sweep& sweep, double index);

} // namespace kneepoint
