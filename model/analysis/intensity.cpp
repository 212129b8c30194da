// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/intensity.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

std::optional<double> batchForIntensity(const Analysis& a, RoofBound roof, double intensity)
{
    const Scenario& s = a.scenario;
    static const Parameter& batch = parameter("workload.batch_per_gpu");
    const auto at = [&](double value) {
        Scenario moved = s;
        batch.edit(moved, value, a.calibration);
        const Roof reached = evaluate(moved, a.calibration).roof;
        return roof == RoofBound::network ? reached.communication_intensity : reached.arithmetic_intensity;
    };
    constexpr double least_change = 1.01;
    double low = batch.range.slider_min;
    double high = std::max(batch.range.slider_max, batch.get(s));
    if (!(at(high) > at(low) * least_change))
        return std::nullopt;
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (at(middle) < intensity ? low : high) = middle;
    }
    const auto distance = [&](double value) { return std::abs(std::log(at(value) / intensity)); };
    return distance(low) < distance(high) ? low : high;
}

} // namespace kneepoint
