// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/labels.h"

#include <initializer_list>

class QCPGraph;

namespace kneepoint {

/// Places for a name over and under a curve, at these shares of its points; the name ends where the point is.
[[nodiscard]] std::vector<QRectF> placesBeside(
    const QCPGraph& curve, const QSizeF& size, std::initializer_list<double> shares);

/// Keeps names off a curve.
void blockCurve(LabelPlacer& placer, const QCPGraph& curve);

} // namespace kneepoint
