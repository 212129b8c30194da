// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"
#include "model/catalogue/observed.h"

#include <span>
#include <string>

namespace kneepoint {

/// The series of a file's rows that is about this job: of those whose name states a model size, the nearest within 15 %
/// of the job's, otherwise all; of several, the one with the most sizes.
[[nodiscard]] std::string seriesFor(const KeptEvidence& file, const Scenario& job);

/// The runs in imported files, as scenarios to predict: each file, or each row of its series for the job. Settings that
/// a file does not state are the job's. Ranks of one run (tracedRuns()) have the median of their steps; of several rows
/// of one size, the fastest counts. Unused files are left out; what states neither step time, throughput nor memory,
/// measurements that contradict each other, and what the job cannot be run with, are refused with the reason.
[[nodiscard]] OwnRows runsIn(std::span<const KeptEvidence> files, const Scenario& job, const Calibration& calibration);

} // namespace kneepoint
