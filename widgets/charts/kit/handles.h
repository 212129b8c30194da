// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QPen>
#include <QRectF>

#include <functional>

class QPainter;

namespace kneepoint {

struct Parameter;

/// The current K: a triangle on the axis, which can be dragged along it.
struct WorkersTriangle {
    static constexpr double half_width = 6;
    static constexpr double height = 9;

    QPointF foot; ///< the middle of its base

    void draw(QPainter& painter, ThemeMode mode) const;
    /// Includes a margin, since it is small.
    [[nodiscard]] bool contains(const QPointF& at) const;
};

/// A parameter as a level line, which can be dragged up and down.
struct LineHandle {
    enum class Pill { none, hollow, filled };

    const Parameter* parameter = nullptr;
    QRectF room;                                   ///< the line reaches from its left to its right edge
    QPointF center;                                ///< of the pill, at the height of the line
    QPen pen = {Qt::NoPen};                        ///< of the line; without one only the pill can be grabbed
    Pill pill = Pill::filled;                      ///< hollow while the parameter has no value
    QColor ink = {};                               ///< of the pill
    std::function<double(double y)> value_at = {}; ///< of the parameter, where the line is dropped

    void draw(QPainter& painter, ThemeMode mode) const;
    [[nodiscard]] bool contains(const QPointF& at) const;
};

/// A value that is dragged, in two significant digits.
[[nodiscard]] double inTwoDigits(double value);

} // namespace kneepoint
