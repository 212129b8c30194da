// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets/import_promises.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// SQLite exports of Nsight Systems.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::requireReadable("Nsight Systems export (SQLite)", fuzz::textOf(data, size));
    return 0;
}
