// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <vector>

namespace kneepoint {

/// The parameters of a group that its presets set, so that they are rarely typed: the peaks of a GPU, the latency of an
/// interconnect. Not what a machine sets besides those, such as its NICs, which clusters without a name are described
/// by.
[[nodiscard]] std::vector<const Parameter*> setByPresets(Group group, const Calibration& calibration);

} // namespace kneepoint
