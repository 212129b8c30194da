// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kneepoint {

/// How a part of a step has changed from A: "+20.0 %", "−37.0 %", "11×", "unchanged"; "new" where A has none.
[[nodiscard]] QString changeOf(double now, double before);

} // namespace kneepoint
