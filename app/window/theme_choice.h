// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/session.h"
#include "widgets/theme/theme.h"

namespace kneepoint {

/// Resolves a choice to light or dark. The system's appearance is read before the first theme is applied.
[[nodiscard]] ThemeMode themeMode(ThemeChoice choice);

} // namespace kneepoint
