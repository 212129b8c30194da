// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"
#include "model/imports/job_configuration/job_configuration.h"
#include "model/imports/nccl_debug.h"
#include "model/imports/nccl_tests.h"
#include "model/imports/reader.h"
#include "model/imports/trace.h"
#include "model/imports/training_log.h"

namespace kneepoint {

std::span<const Reader> readers()
{
    static constexpr Reader all[] = {
        {"trace", "PyTorch profiler trace", isTrace, readTrace},
        {"trace", "Nsight Systems export (SQLite)", isDatabase, readNsightDatabase},
        {"nccl-tests", "nccl-tests output", isNcclText, readNcclText},
        {"nccl-tests", "NCCL Inspector log", isInspectorLog, readInspectorLog},
        {"nccl-tests", "nccl-tests JSON", isNcclJson, readNcclJson},
        {"model-config", "Hugging Face config.json", isModelConfig, readModelConfig},
        {"topology", "nvidia-smi topo -m", isTopology, readTopology},
        {"topology", "nvidia-smi -q", isDeviceQuery, readDeviceQuery},
        {"link-test", "perftest or iperf3 output", isPortTest, readPortTest},
        {"nccl-tests", "nccom-test or OSU output", isLinkTest, readLinkTest},
        {"nccl-tests", "nccl-tests CSV", isNcclCsv, readNcclCsv},
        {"topology", "ibstat, ibv_devinfo or lspci", isHostDevices, readHostDevices},
        {"trace", "Nsight Systems kernel summary", isKernelSummary, readKernelSummary},
        {"training-log", "Weights & Biases or TensorBoard CSV", isTrackedRuns, readTrackedRuns},
        {"scaling-table", "table of runs", isScalingTable, readScalingTable},
        {"training-log", "training log", isTrainingLog, readTrainingLog},
        {"training-log", "Hugging Face Trainer history", isTrainerHistory, readTrainerHistory},
        {"job-configuration", "job configuration", isJobConfiguration, readJobConfiguration},
        {"nccl-log", "NCCL debug lines", isNcclDebug, readNcclDebug},
    };
    return all;
}

} // namespace kneepoint
