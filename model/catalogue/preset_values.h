// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

namespace kneepoint {

/// Whether a choice of the same group sets the parameter, so that it is rarely typed: the peaks of a GPU, the latency
/// of an interconnect. Found by choosing each of the group's presets.
[[nodiscard]] bool isSetByPreset(const Parameter& p);

} // namespace kneepoint
