// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"
#include "model/validation/validation.h"

#include <QByteArray>

namespace kneepoint {

/// Predicted against measured step time of every row of the report, drawn by the validation chart, as an SVG file.
[[nodiscard]] Result<QByteArray> parityPicture(const ValidationReport& report);

} // namespace kneepoint
