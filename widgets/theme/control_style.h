// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

class QStyle;

namespace kneepoint {

/// The edge of fields, lists, buttons and boxes: a contrast of 3:1 at least with what is on either side (WCAG 1.4.11).
[[nodiscard]] QColor controlBorder(ThemeMode mode);

/// Fusion with controlBorder() around every control, and with splitters that show their grip under the pointer. The
/// caller owns it.
[[nodiscard]] QStyle* makeControlStyle();

} // namespace kneepoint
