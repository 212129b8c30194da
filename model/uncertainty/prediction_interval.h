// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

#include <span>
#include <string>
#include <string_view>

namespace kneepoint {

/// The basis of a prediction, from most to least reliable.
enum class Basis {
    calibrated, ///< the user's own runs
    measured,   ///< published runs of this software, on GPUs of this architecture
    similar,    ///< this architecture has been measured, but not with this software, so its family is used
    none,       ///< neither has been measured
};
inline constexpr std::size_t basis_count = 4;
/// Stable name: "calibrated", "measured", "similar", "none".
[[nodiscard]] std::string_view basisId(Basis basis);
/// For people: "your own runs", "measured stack", "similar hardware", "no data".
[[nodiscard]] std::string_view basisLabel(Basis basis);

/// Standard deviations of ln(measured / predicted time), for runs faster and slower than predicted.
struct PredictionSpread {
    double faster = 0, slower = 0;
};

/// Standard deviations from the middle of a 90 % interval to one of its ends, of a normal distribution.
inline constexpr double interval_sigmas = 1.6448536269514722;

/// The 90 % interval of the measured step time of a run like this. Learned from the errors of predictions of published
/// runs, each made without its own source and with no more information than the basis has.
struct PredictionInterval {
    double low_s = 0, high_s = 0;
    PredictionSpread spread; ///< 0 where unknown
    double rows = 0;         ///< runs it was learned from; 0: no interval, outside says why
    Basis basis = Basis::none;
    std::string kind;    ///< of these runs: "dense models in one node"
    std::string outside; ///< why the scenario is outside the measured range; empty if it is not
};

/// The properties by which runs are grouped for intervals.
struct RunKind {
    /// Long context: dense models from 32k tokens. Scaling: the compute time was measured.
    enum class Work { dense, long_context, mixture, scaling };
    enum class Size { node, cluster, large }; ///< one node, up to 512 GPUs, more

    Work work = Work::dense;
    Basis basis = Basis::none;
    Size size = Size::node;
    bool operator==(const RunKind&) const = default;
};

/// The basis of a scenario's prediction. A generic stack is `similar` at best, and so is software measured only on
/// other architectures, and so is what no measured run did: adapters, linear attention, offload, Muon. A GPU whose
/// architecture is in none of the measured runs, or no choice of software, is `none`. A custom GPU with the rates of
/// one of the library, such as one with more memory, is as good as that one.
[[nodiscard]] Basis basisOf(const Scenario& s, const Calibration& calibration);

[[nodiscard]] RunKind kindOf(const Scenario& s, Basis basis);
/// For people: "dense models in one node".
[[nodiscard]] std::string kindLabel(const RunKind& kind);
/// Its id in the file of constants: "dense/measured/node", "moe/similar/large".
[[nodiscard]] std::string kindId(const RunKind& kind);
/// The weight of a run's error for predictions of another kind: 0 for other types of models or bases, else one half per
/// step between scales.
[[nodiscard]] double likeness(const RunKind& a, const RunKind& b);

/// Uncertainty of a calibrated prediction relative to one with kernels only: 1 + the fraction of the step that is
/// exposed communication, bubble and stragglers. 1 … 2.
[[nodiscard]] double exposureGrowth(const StepReport& step);

/// What is learned from the errors of published runs: the spread of hardware and software around predictions, and the
/// number of such spreads that contains 90 % of the runs.
struct LearnedErrors {
    std::span<const ErrorKind> errors;
    std::span<const FactorSpreads> spreads;
};
/// The spreads of a basis; null if there are none, as for own runs.
[[nodiscard]] const FactorSpreads* spreadsOf(std::span<const FactorSpreads> all, Basis basis);

/// The number of spreads that contains 90 % of the calibrated predictions: learned by calibrating each source with
/// three of its runs.
[[nodiscard]] double calibratedDeviations(const Scenario& s, std::span<const ErrorKind> errors);

/// For a scenario with its GPU and software from the libraries. Computes about two dozen steps.
[[nodiscard]] PredictionInterval predictionInterval(
    const Scenario& s, const StepReport& step, const Calibration& calibration);
/// The same for a given basis, with spreads learned without some source; `unstated` is the standard deviation of the
/// logarithm of the step over everything the scenario leaves open.
[[nodiscard]] PredictionInterval predictionInterval(const Scenario& s, Basis basis, const StepReport& step,
    const LearnedErrors& learned, double unstated, const Calibration& calibration);

} // namespace kneepoint
