// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/prices.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// Price tables: every price is an amount, and a written table reads back the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto list = parsePrices(fuzz::textOf(data, size), "fuzz");
    if (!list) {
        fuzz::requireSentence(list.error());
        return 0;
    }
    for (const Price& price : list->prices)
        fuzz::require(price.value >= 0 && std::isfinite(price.value), "a price is an amount");
    const auto again = parsePrices(writePrices(*list), "again");
    fuzz::require(again && *again == *list, "a price table is read back the same");
    return 0;
}
