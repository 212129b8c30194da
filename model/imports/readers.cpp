// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/model_config.h"
#include "model/imports/nccl_tests.h"
#include "model/imports/reader.h"

namespace kneepoint {

std::span<const Reader> readers()
{
    static constexpr Reader all[] = {
        {"nccl-tests", "nccl-tests output", isNcclText, readNcclText},
        {"nccl-tests", "NCCL Inspector log", isInspectorLog, readInspectorLog},
        {"nccl-tests", "nccl-tests JSON", isNcclJson, readNcclJson},
        {"model-config", "Hugging Face config.json", isModelConfig, readModelConfig},
        {"nccl-tests", "nccl-tests CSV", isNcclCsv, readNcclCsv},
    };
    return all;
}

} // namespace kneepoint
