// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include "model/scenario/scenario_fwd.h"

#include <string>

/// Whether a file was measured on the job that it is shown beside.
namespace kneepoint {

/// Whether the file states a model whose size differs by more than a tenth: its steps say nothing about this job.
[[nodiscard]] bool isOfAnotherModel(const KeptEvidence& file, const Scenario& s);

/// What sets a measured run apart from the scenario: "a run of a model of 109 M parameters on 1 GPU; this scenario has
/// 70.6 B and 512 GPUs". Empty if it is of this job, and for files that measure no run, such as link tests. A table of
/// several sizes fits any number of GPUs.
[[nodiscard]] std::string misfit(const KeptEvidence& file, const Scenario& s);

} // namespace kneepoint
