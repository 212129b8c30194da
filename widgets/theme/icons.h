// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace kneepoint {

/// The action icon of resources/icons with this name ("open", "reset-zoom"), drawn in the text color that the
/// application has then; a null icon if there is none with this name.
[[nodiscard]] QIcon actionIcon(const QString& name);

} // namespace kneepoint
