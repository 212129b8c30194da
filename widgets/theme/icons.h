// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QIcon>

namespace kneepoint {

/// The action icon of resources/icons with this name ("open", "reset-zoom"), drawn in the theme's text color;
/// a null icon if there is none with this name.
[[nodiscard]] QIcon actionIcon(const QString& name, ThemeMode mode);

} // namespace kneepoint
