// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets/import_promises.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// Scaling tables in CSV and Markdown.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::requireReadable("table of runs", fuzz::textOf(data, size));
    return 0;
}
