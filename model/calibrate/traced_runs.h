// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"

#include <span>
#include <vector>

namespace kneepoint {

/// The traces of one run, one a rank; never empty.
struct TracedRun {
    std::vector<const KeptEvidence*> ranks;

    /// The median of the ranks' steps, in seconds; 0 if no trace has steps.
    [[nodiscard]] double step_s() const;
    /// "rank0.json and 2 other ranks".
    [[nodiscard]] std::string name() const;
};

/// Traces with the same settings are ranks of one run if each states another rank (what it records, else its name) and
/// their names differ in numbers alone; where more than the rank's number differs, as process ids and times do, their
/// steps must agree within 10 % too, since ranks wait for each other. Every other trace is a run of its own.
[[nodiscard]] std::vector<TracedRun> tracedRuns(std::span<const KeptEvidence* const> traces);

} // namespace kneepoint
