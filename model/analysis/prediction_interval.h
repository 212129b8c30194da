// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/scenario.h"
#include "model/step/step_report.h"

#include <span>
#include <string>
#include <string_view>

namespace kneepoint {

/// What the measured step time of a run like this will be, nine times out of ten. Learned from the errors of
/// predictions of published runs, each made without the series the run belongs to; runs of nearer kinds say more.
struct PredictionInterval {
    double low_s = 0, high_s = 0;
    double rows = 0;     ///< runs it was learned from; 0: no interval, outside says why
    std::string kind;    ///< of the nearest of them: "dense models on Ampere GPUs in one node"
    std::string outside; ///< why the scenario lies outside what has been measured; empty if it does not
};

/// What makes runs alike for a prediction.
struct RunKind {
    enum class Work { dense, mixture, scaling };
    enum class Size { node, cluster, large }; ///< one node, up to 512 GPUs, more
    static constexpr int not_measured = -1;
    static constexpr int generations = 4;

    Work work = Work::dense;
    int generation = not_measured; ///< of the GPUs: 0 Volta, 1 Ampere, 2 Hopper, 3 Blackwell
    Size size = Size::node;
    bool software_known = true; ///< false: none is chosen, or that of a measured run is a guess
    bool operator==(const RunKind&) const = default;
};

/// `family` is that of the GPU, empty for one never measured.
[[nodiscard]] RunKind kindOf(const Scenario& s, std::string_view family, bool software_known);
/// As the file of constants names it: "dense/ampere/node", "moe/other/large/guessed".
[[nodiscard]] std::string kindId(const RunKind& kind);
/// How much the error of a run says of another's: nothing across sorts of work, else half for every step between
/// generations, every step between scales, and between known and guessed software.
[[nodiscard]] double likeness(const RunKind& a, const RunKind& b);

/// How uncertain a prediction is beside one of kernels alone: 1 + the share of the step that is exposed communication,
/// bubble and stragglers. What depends on several GPUs counts twice; whether a kernel is bound by launches, memory or
/// products makes no difference in the measured errors. 1 … 2.
[[nodiscard]] double uncertainty(const StepReport& step);

/// For a scenario with its GPU and software from the libraries.
[[nodiscard]] PredictionInterval predictionInterval(
    const Scenario& s, const StepReport& step, const Calibration& calibration);
/// The same for a run whose GPU family and software are known otherwise, learned from `errors`.
[[nodiscard]] PredictionInterval predictionInterval(const Scenario& s, std::string_view family, bool software_known,
    const StepReport& step, std::span<const ErrorKind> errors);

} // namespace kneepoint
