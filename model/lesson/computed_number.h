// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/formula.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <optional>
#include <string>

namespace kneepoint {

/// A number that the engine computes: a figure of the catalogue of results for one scenario, or of two scenarios
/// against each other, or a formula with its arguments. Lessons and problems hold quantities, never answers.
struct ComputedNumber {
    /// How the figures of `scenario` and `against` are combined.
    enum class As {
        value,      ///< of scenario alone
        ratio,      ///< scenario ÷ against
        change,     ///< scenario ÷ against − 1
        drop,       ///< 1 − scenario ÷ against
        difference, ///< scenario − against
    };
    const Metric* metric = nullptr;
    Scenario scenario;
    As as = As::value;
    std::optional<Scenario> against;

    const Formula* formula = nullptr; ///< instead of a metric
    FormulaInput arguments;
};

/// Combines two figures; `value` returns the first unchanged.
[[nodiscard]] double joined(ComputedNumber::As as, double value, double against);
[[nodiscard]] Unit unitOf(const ComputedNumber& q);
/// Fails if the scenario has no such figure ("no knee up to K = 512") or the formula rejects its arguments.
[[nodiscard]] Result<double> valueOf(const ComputedNumber& q);
/// A figure as formatted by the results catalogue; anything else with its unit and three digits.
[[nodiscard]] std::string textOf(const ComputedNumber& q);
/// A formula with its numbers filled in; for a figure, its label and value.
[[nodiscard]] std::string workingOf(const ComputedNumber& q);

} // namespace kneepoint
