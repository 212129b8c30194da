// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_software.h"

#include <array>

namespace kneepoint {
namespace {

bool mentions(std::string_view text, std::string_view what)
{
    return text.find(what) != std::string_view::npos;
}

/// Container versions from 26.06 on launch whole graphs and hide the all-to-all.
bool isRecentBridge(const RunRecord& run)
{
    for (const std::string_view version : {"26.06", "26.07", "26.08", "26.09", "26.1"})
        if (mentions(run.source, version) || mentions(run.id, version))
            return true;
    return false;
}

RunSoftware guess(const RunRecord& run)
{
    const bool sharded = run.zero_stage >= 2 || !run.sharding.empty();
    if (sharded)
        return {run.year <= 2022   ? "deepspeed-zero3-2021"
                : run.compile == 1 ? "torchtitan-2024"
                                   : "llm-foundry-2023",
            false};
    if (run.year <= 2022)
        return {"megatron-2021", false};
    return {run.year <= 2023 ? "megatron-deepspeed-2023" : run.year <= 2024 ? "nemo-2024" : "nemo-2025", false};
}

bool isScaling(std::string_view stem)
{
    return stem == "hkbu" || stem == "dlperf" || stem == "dle" || stem == "goyal" || stem == "byteps";
}

} // namespace

std::string_view seriesStem(const RunRecord& run)
{
    const std::string_view series = run.series;
    return series.substr(0, series.find_first_of("- "));
}

RunSoftware softwareOf(const RunRecord& run)
{
    const std::string_view stem = seriesStem(run);
    if (stem == "dle")
        return {"nvidia-examples"};
    if (isScaling(stem))
        return {mentions(run.sync, "BSP") ? "ddp-blocking" : "ddp-bucketed"};
    if (stem == "korthikanti22")
        return {"megatron-2022"};
    if (stem == "megatron21" || stem == "megatron20")
        return {run.zero_stage >= 3 ? "deepspeed-zero3-2021" : "megatron-2021"};
    if (stem == "vtrain")
        return {"megatron-deepspeed-2023"};
    if (stem == "bigscience" || stem == "mtnlg")
        return {"megatron-deepspeed-2021"};
    if (stem == "mosaic")
        return {"llm-foundry-2023"};
    if (stem == "torchtitan" || stem == "torchtitan25")
        return {run.compile == 0                                                        ? "torchtitan-2024-eager"
                : mentions(run.overlap, "async TP") || mentions(run.overlap, "asyncTP") ? "torchtitan-async"
                                                                                        : "torchtitan-2024"};
    if (stem == "fmsfsdp")
        return {"fms-fsdp-2024"};
    if (stem == "nemo2407" || stem == "mcore24")
        return {"nemo-2024"};
    if (stem == "nemo" || stem == "dgxc")
        return {"nemo-2025"};
    if (stem == "mbridge")
        return {isRecentBridge(run) ? "megatron-bridge-2026" : "megatron-bridge-2025"};
    if (stem == "llama3")
        return {"nemo-2024", false};
    return guess(run);
}

std::string reportSeries(const RunRecord& run)
{
    const std::string stem(seriesStem(run));
    const bool mixture = run.experts > 1;
    if (stem == "mbridge" || stem == "dgxc")
        return stem + (mixture ? "-moe" : "-dense");
    if (stem == "vtrain")
        return mentions(run.series, "single") ? "vtrain-single" : "vtrain-multi";
    if (stem == "megatron21")
        return mentions(run.series, "t2") ? "megatron21-table2"
            : mentions(run.series, "t1")  ? "megatron21-table1"
                                          : stem;
    if (stem == "torchtitan25")
        return "torchtitan";
    return stem.empty() ? "unnamed" : stem;
}

} // namespace kneepoint
