// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"

#include <QString>

/// Comparison of figures of two scenarios in headline, table and report.
namespace kneepoint {

/// From A to B: "+12 %", "−48 %", "±0 %", "12×" from a factor of ten on; empty if a ratio is meaningless.
[[nodiscard]] QString changeText(double from, double to);
/// A difference of two figures with its meaning.
struct Compared {
    QString text; ///< "−36 % better"; of shares in points: "−0.9 points worse"
    enum class Verdict { none, better, worse } verdict = Verdict::none;
};
/// From A to B, where both are of one whole ("of another peak" instead, for MFU on other GPUs); in the headline and in
/// the comparison table; without a text if one of them has no value. Times of steps with different batches are neither
/// better nor worse.
[[nodiscard]] Compared comparedWith(const Metric& m, const Analysis& from, const Analysis& to);

/// Help, formula, function and source of a figure: What's This.
[[nodiscard]] QString helpText(const Metric& m);

} // namespace kneepoint
