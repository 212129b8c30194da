// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

class QPainter;
class QRect;

namespace kneepoint {

/// Small signs before a line of text.
enum class Sign { information, warning, tick, pin };
inline constexpr int sign_size = 16;
/// With the gap after it.
inline constexpr int sign_room = 24;

/// In the middle of the rectangle.
void drawSign(QPainter& painter, const QRect& rect, Sign sign, const QColor& color);

} // namespace kneepoint
