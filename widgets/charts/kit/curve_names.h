// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/labels.h"

#include <initializer_list>

class QCPGraph;

namespace kneepoint {

/// Candidate positions for a name above and below a curve, at these fractions of its points; the name ends at the
/// point.
[[nodiscard]] std::vector<QRectF> placesBeside(
    const QCPGraph& curve, const QSizeF& size, std::initializer_list<double> shares);

/// Blocks the curve for labels.
void blockCurve(LabelPlacer& placer, const QCPGraph& curve);

} // namespace kneepoint
