// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <QSharedPointer>
#include <QString>

#include <functional>

class QCPAxis;
class QCPAxisTicker;

/// Ticks of the charts' axes: at most seven labels, no locale, no digits beyond the third.
namespace kneepoint {

inline constexpr int max_tick_labels = 7;

/// Linear axis of a quantity: "0 s", "250 ms", "80 %". Negative values show their magnitude. `along` is the horizontal
/// axis of the ticks and must outlive them; it is used to keep its labels apart.
[[nodiscard]] QSharedPointer<QCPAxisTicker> quantityTicker(Unit unit, const QCPAxis* along = nullptr);
/// Logarithmic axis of a quantity: decades or 1, 2 and 5 of each, "$200 k"; of times, round hours, days and years.
/// `along`, here of either direction, as above.
[[nodiscard]] QSharedPointer<QCPAxisTicker> quantityLogTicker(Unit unit, const QCPAxis* along = nullptr);
/// Logarithmic axis: 10⁻¹, 1, 10, 10², …; never without 1 where it is in the range.
[[nodiscard]] QSharedPointer<QCPAxisTicker> decadeTicker(int max_labels = max_tick_labels);
/// Logarithmic axis in powers of two: 1, 2, 4, … 1024, with a suffix ("×").
[[nodiscard]] QSharedPointer<QCPAxisTicker> powerOfTwoTicker(const QString& suffix = {});

/// The same without the labels of ticks that `hides` names: where a chart has written something else.
[[nodiscard]] QSharedPointer<QCPAxisTicker> powerOfTwoTicker(std::function<bool(double tick)> hides);
/// Logarithmic axis: decades with SI prefixes, "10 T", "100 T", "1 P".
[[nodiscard]] QSharedPointer<QCPAxisTicker> prefixTicker();
/// Logarithmic axis: a value, and the decade at the end of the axis if there is room for both; "1", "100". `axis` is
/// the vertical axis of the ticks, in a rectangle of the least height that it may have, and must outlive them.
[[nodiscard]] QSharedPointer<QCPAxisTicker> thresholdTicker(std::function<double()> threshold, const QCPAxis& axis);
/// Linear axis of a ratio: quarters, 0 % … 100 %, and beyond where the axis goes there; halves, or ends only, where
/// lines of labels along the vertical `axis`, which must outlive them, would meet.
[[nodiscard]] QSharedPointer<QCPAxisTicker> quarterTicker(const QCPAxis& axis);

/// 10ⁿ with raised digits.
[[nodiscard]] QString powerOfTen(int exponent);

} // namespace kneepoint
