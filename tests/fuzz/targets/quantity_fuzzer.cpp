// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/units.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// Quantities with units and arithmetic: the first byte chooses the unit, the rest is the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto unit = static_cast<Unit>(data[0] % (static_cast<int>(Unit::dollars_per_hour) + 1));
    const auto value = parseQuantity(fuzz::textOf(data + 1, size - 1), unit);
    if (!value) {
        fuzz::requireSentence(value.error());
        return 0;
    }
    fuzz::require(std::isfinite(*value), "a quantity is finite");
    fuzz::require(!formatQuantity(*value, unit).empty(), "a quantity can be shown");
    return 0;
}
