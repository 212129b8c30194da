// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Gives assistive technology what Qt does not say of our widgets: a list is called by its label and not by its
/// value, a chart is a chart, and a heading that unfolds is a button that is expanded or not. Once for the program.
void describeControls();

/// The property by which a QToolButton is known to unfold something.
inline constexpr const char* expander_property = "kneepoint_expander";

} // namespace kneepoint
