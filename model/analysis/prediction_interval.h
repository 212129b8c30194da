// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

#include <span>
#include <string>
#include <string_view>

namespace kneepoint {

/// What a prediction rests on, from the firmest on.
enum class Basis {
    calibrated, ///< the user's own runs
    measured,   ///< published runs of this software, on GPUs of this architecture
    similar,    ///< this architecture has been measured, but not with this software: its family stands for it
    none,       ///< neither has
};
inline constexpr std::size_t basis_count = 4;
/// Stable name: "calibrated", "measured", "similar", "none".
[[nodiscard]] std::string_view basisId(Basis basis);
/// In two or three words: "your own runs", "measured stack", "similar hardware", "no data".
[[nodiscard]] std::string_view basisLabel(Basis basis);

/// Standard deviations of the logarithm of measured over predicted time, of runs that are faster and slower than
/// predicted.
struct PredictionSpread {
    double faster = 0, slower = 0;
};

/// What the measured step time of a run like this will be, nine times out of ten. Learned from the errors of
/// predictions of published runs, each made without the source that measured it, and with no more knowledge than the
/// basis says.
struct PredictionInterval {
    double low_s = 0, high_s = 0;
    PredictionSpread spread; ///< 0 where unknown
    double rows = 0;         ///< runs it was learned from; 0: no interval, outside says why
    Basis basis = Basis::none;
    std::string kind;    ///< of these runs: "dense models in one node"
    std::string outside; ///< why the scenario lies outside what has been measured; empty if it does not
};

/// What makes runs alike for a prediction.
struct RunKind {
    enum class Work { dense, mixture, scaling };
    enum class Size { node, cluster, large }; ///< one node, up to 512 GPUs, more

    Work work = Work::dense;
    Basis basis = Basis::none;
    Size size = Size::node;
    bool operator==(const RunKind&) const = default;
};

/// What a prediction of a scenario rests on. A generic stack is similar at best, and so is software that has been
/// measured on other architectures only; a GPU whose architecture is in none of the measured runs, or software that
/// nobody chose, is no data.
[[nodiscard]] Basis basisOf(const Scenario& s, const Calibration& calibration);

[[nodiscard]] RunKind kindOf(const Scenario& s, Basis basis);
/// For people: "dense models in one node".
[[nodiscard]] std::string kindLabel(const RunKind& kind);
/// As the file of constants names it: "dense/measured/node", "moe/similar/large".
[[nodiscard]] std::string kindId(const RunKind& kind);
/// How much the error of a run says of another's: nothing across sorts of work and bases, else half for every step
/// between scales.
[[nodiscard]] double likeness(const RunKind& a, const RunKind& b);

/// How uncertain a calibrated prediction is beside one of kernels alone: 1 + the share of the step that is exposed
/// communication, bubble and stragglers. 1 … 2.
[[nodiscard]] double exposureGrowth(const StepReport& step);

/// What the errors of published runs say of others: how far their hardware and software lie from what is predicted of
/// them, and by how many such spreads nine of ten are off.
struct LearnedErrors {
    std::span<const ErrorKind> errors;
    std::span<const FactorSpreads> spreads;
};
/// Those of a basis; null where nothing was learned, as of own runs.
[[nodiscard]] const FactorSpreads* spreadsOf(std::span<const FactorSpreads> all, Basis basis);

/// By how many spreads nine of ten calibrated predictions are off at most: learned from sources of which three runs
/// calibrate the rest.
[[nodiscard]] double calibratedDeviations(const Scenario& s, std::span<const ErrorKind> errors);

/// For a scenario with its GPU and software from the libraries. Some two dozen steps are computed.
[[nodiscard]] PredictionInterval predictionInterval(
    const Scenario& s, const StepReport& step, const Calibration& calibration);
/// The same on a basis that is known otherwise, from what was learned without some source; `unstated` is what the
/// scenario itself leaves open, as the standard deviation of the logarithm of the step over all that it may be.
[[nodiscard]] PredictionInterval predictionInterval(const Scenario& s, Basis basis, const StepReport& step,
    const LearnedErrors& learned, double unstated, const Calibration& calibration);

} // namespace kneepoint
