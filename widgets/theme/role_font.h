// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

class QWidget;

namespace kneepoint {

/// Gives a widget the font of a role, now and whenever the application's font changes: a font that was set once keeps
/// its size when presentation begins and ends.
void setRoleFont(QWidget& widget, FontRole role);

} // namespace kneepoint
