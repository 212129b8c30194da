// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <string>

/// Short wrappers of formatQuantity for composing sentences.
namespace kneepoint::words {

[[nodiscard]] inline std::string number(double value)
{
    return formatQuantity(value, Unit::none);
}
[[nodiscard]] inline std::string seconds(double value)
{
    return formatQuantity(value, Unit::seconds);
}
[[nodiscard]] inline std::string percent(double value)
{
    return formatQuantity(value, Unit::ratio);
}
[[nodiscard]] inline std::string bytes(double value)
{
    return formatQuantity(value, Unit::bytes);
}

} // namespace kneepoint::words
