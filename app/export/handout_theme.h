// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

namespace kneepoint {

/// The theme as data for the page, light and dark: tokens, the color and dashes of each quantity, the fill of each part
/// of a step as color and tile, and which quantity a bound is shown in.
[[nodiscard]] QJsonObject handoutTheme();

} // namespace kneepoint
