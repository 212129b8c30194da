// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/exploration/reach_target.h"

#include <optional>
#include <stop_token>
#include <vector>

/// The model asked backwards: which single change of a job reaches a target.
namespace kneepoint {

/// One parameter, changed on its own.
struct Way {
    Edit edit; ///< the parameter's value first; then the global batch, where a change of the layout would move it
    double figure = 0;      ///< the target's figure with it; infinity for a knee beyond the curve
    double distance = 0;    ///< doublings of a number, 1 for another option; the sort key
    std::size_t others = 0; ///< further options of the same list that also reach the target
    [[nodiscard]] const Setting& setting() const { return edit.front(); }
};

struct Reached {
    ReachTarget target;
    double here = 0;                 ///< the figure as it is; not-a-number if the job has none
    bool already = false;            ///< the job is there without a change
    std::vector<Way> ways;           ///< nearest first; one a parameter
    std::optional<Way> nearest_miss; ///< without ways: the change that comes closest; none if nothing moves the figure
};

/// Every parameter of workload, cluster and plan that somebody can choose, and the overlap, changed on its own: the
/// value nearest to the present one, within the range of its slider, at which the target is reached and the job can
/// run. Numbers are searched from the present value in steps of a doubling (linear scales: a twentieth of the range),
/// then bisected and rounded to three digits; a stretch narrower than a step that reaches the target and leaves it
/// again may be missed. Left out are what defines the model, figures of a GPU that was chosen by name, fitted
/// constants, parameters at 0 (off), updates without a barrier, which train differently, and, for figures that compare
/// a job with itself (knee, efficiency, MFU), whatever only improves them because each GPU computes less than now. The
/// layout is kept: nothing is planned again. A knee beyond the end of the curve is reached where the efficiency there
/// is not below the tolerance. If stopped, what has been found so far.
[[nodiscard]] Reached reach(
    const Scenario& s, const ReachTarget& target, const Calibration& calibration, const std::stop_token& stop = {});

} // namespace kneepoint
