// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/schedule_gallery.h"

#include <string>
#include <vector>

namespace kneepoint {

/// A schedule with the change of the step that it means: "ZB-V: 3.1 % shorter", "DualPipe: does not fit",
/// "ZB-H1: 2 % shorter, not offered".
[[nodiscard]] std::string scheduleName(const ScheduleOption& option, const std::vector<ScheduleOption>& gallery);

/// What the schedules gain here: which is the shortest that fits, by how much, with what bubble and memory, and why
/// others cannot run.
[[nodiscard]] std::string schedulesSentence(const std::vector<ScheduleOption>& gallery);

} // namespace kneepoint
