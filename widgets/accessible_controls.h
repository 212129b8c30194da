// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Gives assistive technology what Qt does not say of our widgets: a list is called by its label and not by its
/// value, a chart is a chart, a heading that unfolds is a button that is expanded or not, and a widget that draws
/// itself is what its property says. Once for the program.
void describeControls();

/// The property by which a QToolButton is known to unfold something.
inline constexpr const char* expander_property = "kneepoint_expander";
/// The property of a widget that draws itself, to be set in its constructor.
inline constexpr const char* role_property = "kneepoint_role";
/// Its values: pressed with Enter, or drawn on.
enum class DrawnRole { button = 1, canvas };

} // namespace kneepoint
