// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "fit/learn_spreads.h"
#include "model/uncertainty/prediction_interval.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// A run and its prediction with constants fitted without its source, using only the information of a basis.
struct LeftOut {
    const MeasuredRun* run = nullptr;
    Basis basis = Basis::measured;
    Scenario scenario; ///< as asked
    StepReport predicted;
    double unstated = 0; ///< spread due to what its source does not state about its shape, known in advance
    double spread = 0;   ///< of such predictions besides, on the side of the run's error
};

/// The constants that such predictions need.
struct LeftOutConstants {
    std::map<std::string, ConstantSet> sources;       ///< without each source
    std::map<std::string, ConstantSet> architectures; ///< without each architecture of GPUs
};

/// Every counted run, predicted three times: with its software (or what is taken for it) and its GPU's architecture
/// known from other sources; with the generic stack of its family, computed without any release of its own program; and
/// with the generic stack on an unknown GPU, from constants without its architecture. Spreads are not set.
[[nodiscard]] std::vector<LeftOut> predictLeftOut(const Corpus& corpus, const LeftOutConstants& constants);

/// Learns the spreads of each basis from these predictions, for predictions and for calibrations, and sets the spreads
/// of the predictions. Runs with unknown shape are not used for learning.
[[nodiscard]] std::vector<LearnedSpreads> spreadsOf(std::vector<LeftOut>& errors);

/// The runs with known shape of longer series, predicted with the generic stack after calibration with three other runs
/// of the series.
[[nodiscard]] std::vector<LeftOut> predictCalibrated(
    const Corpus& corpus, const LeftOutConstants& constants, const std::vector<LearnedSpreads>& spreads);

/// The architecture of a run's GPU; empty if only its peak is known.
[[nodiscard]] std::string architectureOf(const MeasuredRun& run);

/// The stacks with runs in the corpus, and the architectures they ran on.
[[nodiscard]] std::vector<MeasuredStack> measuredStacks(const Corpus& corpus);

} // namespace kneepoint::fit
