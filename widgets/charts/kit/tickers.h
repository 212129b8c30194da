// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/units.h"

#include <QSharedPointer>
#include <QString>

class QCPAxis;
class QCPAxisTicker;

/// Ticks of the charts' axes: at most seven labels, no locale, no digits beyond the third.
namespace kneepoint {

inline constexpr int max_tick_labels = 7;

/// Linear axis of a quantity: "0 s", "250 ms", "80 %". Below zero the magnitude is written. `along` is the horizontal
/// axis that has the ticks, and outlives them: its labels keep clear of each other.
[[nodiscard]] QSharedPointer<QCPAxisTicker> quantityTicker(Unit unit, const QCPAxis* along = nullptr);
/// Logarithmic axis of a quantity: decades or 1, 2 and 5 of each, "$200 k"; of times, round hours, days and years.
[[nodiscard]] QSharedPointer<QCPAxisTicker> quantityLogTicker(Unit unit, const QCPAxis* along = nullptr);
/// Logarithmic axis: 10⁻¹, 1, 10, 10², …; never without 1 where it is in the range.
[[nodiscard]] QSharedPointer<QCPAxisTicker> decadeTicker(int max_labels = max_tick_labels);
/// Logarithmic axis in powers of two: 1, 2, 4, … 1024, with what stands behind the number ("×").
[[nodiscard]] QSharedPointer<QCPAxisTicker> powerOfTwoTicker(const QString& suffix = {});

/// 10ⁿ with raised digits.
[[nodiscard]] QString powerOfTen(int exponent);

} // namespace kneepoint
