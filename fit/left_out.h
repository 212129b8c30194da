// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/fit_constants.h"
#include "fit/learn_spreads.h"
#include "model/analysis/prediction_interval.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// A run and its prediction by constants that never saw its source, from no more than a basis knows.
struct LeftOut {
    const MeasuredRun* run = nullptr;
    Basis basis = Basis::measured;
    Scenario scenario; ///< as asked
    StepReport predicted;
    double unstated = 0; ///< what its source leaves open of its shape: the part of the spread that is known beforehand
    double spread = 0;   ///< of such predictions, on the side where the run lies
};

/// The constants that such predictions need.
struct LeftOutConstants {
    std::map<std::string, ConstantSet> sources;       ///< without each source
    std::map<std::string, ConstantSet> architectures; ///< without each architecture of GPUs
};

/// Every run that counts, predicted three times: knowing its software and its GPU's architecture from others; with the
/// generic stack of its family, in which no generation of its own program has a say; and with that on a GPU of which
/// nothing is known, from constants without its architecture. Spreads are left open.
[[nodiscard]] std::vector<LeftOut> predictLeftOut(const Corpus& corpus, const LeftOutConstants& constants);

/// The spreads of each basis that sources show in these predictions, which get theirs. Runs of which the shape is not
/// stated have no say in them.
[[nodiscard]] std::vector<LearnedSpreads> spreadsOf(std::vector<LeftOut>& errors);

/// The runs of longer series whose shape is stated, from the generic stack after three others of the series have
/// calibrated it.
[[nodiscard]] std::vector<LeftOut> predictCalibrated(
    const Corpus& corpus, const LeftOutConstants& constants, const std::vector<LearnedSpreads>& spreads);

/// Of a run's GPU; empty where only its peak is known.
[[nodiscard]] std::string architectureOf(const MeasuredRun& run);

/// The stacks of which the corpus has runs, and the architectures they ran on.
[[nodiscard]] std::vector<MeasuredStack> measuredStacks(const Corpus& corpus);

} // namespace kneepoint::fit
