// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

class QApplication;
class QStyle;

/// How controls look: flat, one border, drawn from the theme's tokens.
namespace kneepoint {

/// A widget property (bool): the one button of a page that is filled with the accent color.
inline constexpr auto primary_property = "kneepoint_primary";
/// A widget property (bool): a table whose cells have room at both sides of their texts.
inline constexpr auto roomy_property = "kneepoint_roomy";
/// A widget property (bool): a tool button with the border of a push button.
inline constexpr auto bordered_property = "kneepoint_bordered";
/// A widget property (bool): a check box that is drawn as a switch.
inline constexpr auto switch_property = "kneepoint_switch";
/// A widget property (bool): a field with invalid text.
inline constexpr auto invalid_property = "kneepoint_invalid";

/// The style of all controls. The caller owns it.
[[nodiscard]] QStyle* makeStyle();

/// Style, palette and font of the whole application.
void applyTheme(QApplication& application, ThemeMode mode);

} // namespace kneepoint
