// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measurements.h"
#include "model/units/error.h"

#include <string>

namespace kneepoint::fit {

/// The page docs/validation.md without its section of measured layouts, which `kneepoint validate --layouts --markdown`
/// writes. An error if the constants fitted without part of the measurements are missing.
[[nodiscard]] Result<std::string> validationPage(const Measurements& measurements, const Calibration& calibration);

} // namespace kneepoint::fit
