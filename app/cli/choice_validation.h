// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "model/evidence/measurements.h"

namespace kneepoint {

/// `kneepoint validate --choices`: what automatic planning claims to gain over published layouts.
[[nodiscard]] ExitCode writeChoiceValidation(const Measurements& measurements, bool json, bool rows, Streams streams);

} // namespace kneepoint
