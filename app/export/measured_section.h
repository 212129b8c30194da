// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/observed.h"

#include <QString>

#include <span>

namespace kneepoint {

/// The section "What was measured" of a report, as HTML: each file with its checksum and summary, measured beside
/// predicted, and what the calibration changed. Empty without evidence.
[[nodiscard]] QString measuredHtml(std::span<const KeptEvidence> files, const Analysis& a);

} // namespace kneepoint
