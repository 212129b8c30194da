// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/scenario_columns.h"

#include "model/catalogue/derive.h"
#include "model/catalogue/whole_batch.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <fmt/format.h>

#include <limits>
#include <vector>

namespace kneepoint {

Result<void> evaluateRows(const Scenario& base, std::span<const ParameterColumn> given,
    std::span<const MetricColumn> figures, std::span<bool> fits, std::size_t first_row, const Calibration& calibration)
{
    std::vector<const Parameter*> edited;
    Edit edit;
    for (std::size_t row = 0; row < fits.size(); ++row) {
        edited.clear();
        edit.clear();
        for (const auto& [parameter, values] : given) {
            const double value = values[row]; // read once: another thread may change it
            if (const Result<void> checked = checkValue(*parameter, value); !checked)
                return failure(fmt::format("row {}: {}: {}", first_row + row, parameter->id, checked.error().message));
            edit.push_back({parameter, value});
            edited.push_back(parameter);
        }
        const Scenario s = applied(base, edit, calibration);
        if (!contradictionIn(edit, s).empty() || !keptWhole(s, base, edited).refusal.empty()) {
            fits[row] = false;
            for (const auto& [metric, values] : figures)
                values[row] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        const StepReport step = evaluate(s, calibration);
        fits[row] = step.memory.fits();
        for (const auto& [metric, values] : figures)
            values[row] = (metric->of_step ? metric->of_step(s, step) : measure(*metric, s, calibration))
                              .value_or(std::numeric_limits<double>::quiet_NaN());
    }
    return {};
}

} // namespace kneepoint
