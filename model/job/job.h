// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/group_links.h"
#include "model/job/placement.h"
#include "model/job/setup.h"

namespace kneepoint {

/// A scenario resolved: every quantity that several costs need, derived once. Costs take the parts they need. It refers
/// to the law of collectives in the calibration, which must outlive it.
struct Job {
    Setup setup;
    Placement placement;
};
[[nodiscard]] Job resolve(const Scenario& s, const Calibration& calibration);
Job resolve(const Scenario& s, Calibration&& calibration) = delete;
/// The same without the law of collectives: only for what does not depend on it, such as memory and FLOPs.
[[nodiscard]] Job resolveWithoutLaw(const Scenario& s);

/// The slowest link between GPUs and their counterparts on the next pipeline stage.
[[nodiscard]] PairLink stageLink(const Job& job);

} // namespace kneepoint
