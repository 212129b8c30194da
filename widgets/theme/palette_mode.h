// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

namespace kneepoint {

/// The theme whose palette a widget has, for widgets that paint themselves.
[[nodiscard]] inline ThemeMode paletteMode(const QPalette& colors)
{
    constexpr int dark_below = 128;
    return colors.color(QPalette::Window).lightness() < dark_below ? ThemeMode::dark : ThemeMode::light;
}

} // namespace kneepoint
