// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace kneepoint {

/// Black or white, whichever has more contrast on the color, by WCAG 2: at least 4.58, also on a middle gray.
[[nodiscard]] QColor inkOn(const QColor& color);

} // namespace kneepoint
