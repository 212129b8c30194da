// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"

#include <span>
#include <vector>

namespace kneepoint {

/// One to three straight lines through times over sizes, for a library that switches protocols by size (NCCL's LL,
/// LL128 and Simple). Deviations count relative to the time and with Huber's loss (Huber 1964), so that a disturbed
/// point has little weight; the number of lines is that of the least Bayesian information criterion (Schwarz 1978).
/// Points have rising, positive x and positive y; fewer than two give no piece.
[[nodiscard]] std::vector<LinearPiece> fitPieces(std::span<const MeasuredPoint> points);

} // namespace kneepoint
