// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <QString>

#include <string_view>

namespace kneepoint {

/// formatQuantity for widgets.
[[nodiscard]] inline QString text(double value, Unit unit)
{
    return QString::fromStdString(formatQuantity(value, unit));
}

[[nodiscard]] inline QString utf8(std::string_view words)
{
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

/// How a part of a step has changed from A: "+20.0 %", "−37.0 %", "11×", "unchanged"; "new" where A has none.
[[nodiscard]] QString changeOf(double now, double before);

} // namespace kneepoint
