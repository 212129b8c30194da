// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/fitted.h"
#include "model/scenario/scenario.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// What the measured step time of a run like this will be, nine times out of ten. Learned from the errors of
/// predictions of published runs of its kinds, each made without the series the run belongs to, and widened until nine
/// of ten runs of series that had no part in it are covered; of the kinds a run belongs to, the one that says most.
struct PredictionInterval {
    double low_s = 0, high_s = 0;
    double rows = 0;     ///< runs it was learned from; 0: no interval, outside says why
    std::string kind;    ///< of those runs: "dense, A100, one node"
    std::string outside; ///< why the scenario lies outside what has been measured; empty if it does not
};

/// Kinds a scenario belongs to, from particular to general. `family` is that of its GPU, empty for one never measured.
[[nodiscard]] std::vector<std::string> kindsOf(const Scenario& s, std::string_view family);

[[nodiscard]] PredictionInterval predictionInterval(const Scenario& s, double step_s);
[[nodiscard]] PredictionInterval predictionInterval(const Scenario& s, std::string_view family, double step_s);
/// The same, learned from other errors than those the program ships.
[[nodiscard]] PredictionInterval predictionInterval(
    const Scenario& s, std::string_view family, double step_s, std::span<const ErrorKind> errors);

} // namespace kneepoint
