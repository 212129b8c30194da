// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets/import_promises.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// Reports and tables of nvidia-smi, and the devices of a host.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::requireReadable("nvidia-smi -q", fuzz::textOf(data, size));
    fuzz::requireReadable("ibstat, ibv_devinfo or lspci", fuzz::textOf(data, size));
    return 0;
}
