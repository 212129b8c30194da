// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"
#include "model/step/step_report.h"

#include <string>
#include <vector>

/// What a profiler shows of one step, with the times of each kind of activity added up: evidence for a quiz, so it
/// names no cause.
namespace kneepoint {

struct ProfileLane {
    std::string name; ///< "network: gradients"
    std::string note; ///< "busy 2.33 s, of it 17 ms latency"
    Part part = Part::compute;
    double from_s = 0;    ///< busy from here …
    double to_s = 0;      ///< … to here
    double exposed_s = 0; ///< of that the GPUs wait this long, at its end
};

struct StepProfile {
    double step_s = 0;
    std::vector<ProfileLane> lanes; ///< kernels first; lanes without anything to show are left out
};

[[nodiscard]] StepProfile profileOf(const Scenario& s);

} // namespace kneepoint
