// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/column_meaning.h"

#include "model/imports/text_fields.h"

#include <array>
#include <map>
#include <string>

namespace kneepoint {
namespace {

struct ColumnRule {
    std::string_view keys; ///< plainKey of the names
    ColumnMeaning meaning;
};

constexpr double bytes_per_gib = 1 << 30;

constexpr std::array column_rules{
    ColumnRule{"numgpus gpus ngpus numberofgpus gpucount numgpu ngpu worldsize devices numdevices accelerators "
               "gpuconfig gpuconfiguration totalgpus gpustotal ranks numranks chips",
        {ColumnKind::gpus}},
    ColumnRule{"nodes numnodes nnodes numberofnodes machines hosts", {ColumnKind::nodes}},
    ColumnRule{"gpuspernode gpusnode gpupernode gpunode nprocpernode gpusnodes localsize", {ColumnKind::gpus_per_node}},
    ColumnRule{"throughputs throughputts tps", {ColumnKind::tokens}},
    ColumnRule{"throughputtsgpu tpsgpu tgs", {ColumnKind::tokens_per_gpu}},
    ColumnRule{"throughputss", {ColumnKind::examples}},
    ColumnRule{"steptime steptimes steptimesec iterationtime iterationtimes itertime itertimes secondsperstep "
               "timeperiterations timeperstep timeperiteration timeperiter timeiter timestep",
        {ColumnKind::seconds}},
    ColumnRule{"speed throughput perf performance time", {ColumnKind::by_unit}},
    ColumnRule{"mfu", {ColumnKind::mfu}},
    ColumnRule{"mfupct mfupercent", {ColumnKind::mfu, 0.01}},
    ColumnRule{"memorygib memgib gpumemorygib", {ColumnKind::memory, bytes_per_gib}},
    ColumnRule{"memorygb memgb gpumemorygb", {ColumnKind::memory, 1e9}},
    ColumnRule{"gpu gputype hardware gpumodel", {ColumnKind::gpu}},
    ColumnRule{
        "seqlent seqlen seqlength sequencelength contextlength", {ColumnKind::setting, 1, "workload.sequence_length"}},
    ColumnRule{"microbatchsize mbs microbatch microbs", {ColumnKind::setting, 1, "workload.batch_per_gpu"}},
    ColumnRule{"globalbatchsize gbs globalbatch globbs globalbs", {ColumnKind::setting, 1, "workload.global_batch"}},
    ColumnRule{"gradaccum gradientaccumulation gradaccumsteps gradientaccumulationsteps gas",
        {ColumnKind::setting, 1, "plan.accumulation"}},
    ColumnRule{"tp tensorparallel", {ColumnKind::setting, 1, "plan.tensor_parallel"}},
    ColumnRule{"pp pipelineparallel", {ColumnKind::setting, 1, "plan.pipeline_parallel"}},
    ColumnRule{"cp contextparallel", {ColumnKind::setting, 1, "plan.context_parallel"}},
    ColumnRule{"ep expertparallel", {ColumnKind::setting, 1, "plan.expert_parallel"}},
};

bool endsWith(std::string_view key, std::initializer_list<std::string_view> endings)
{
    for (const std::string_view ending : endings)
        if (key.ends_with(ending))
            return true;
    return false;
}

/// Takes "pergpu" and its like off the end of a key.
bool takePerGpu(std::string_view& key)
{
    for (const std::string_view ending : {"pergpu", "perdevice", "perchip", "perrank", "gpu", "device", "chip"})
        if (key.ends_with(ending) && key.size() > ending.size()) {
            key.remove_suffix(ending.size());
            return true;
        }
    return false;
}

/// Takes "pergpu" and its like out of the middle of a key: "tokenspergpupersec".
bool takePerGpuWithin(std::string& key)
{
    for (const std::string_view part : {"pergpu", "perdevice", "perchip", "perrank"})
        if (const std::size_t at = key.find(part); at != std::string::npos && at > 0) {
            key.erase(at, part.size());
            return true;
        }
    return false;
}

/// Whether a key ends in "per second".
bool isPerSecond(std::string_view key)
{
    return endsWith(key, {"s", "sec", "second", "seconds"});
}

/// Headings by their parts: a thing that is counted and a unit of time.
ColumnMeaning byParts(std::string_view heading)
{
    std::string plain(heading);
    const bool within = takePerGpuWithin(plain);
    std::string_view key = plain;
    const std::string_view whole = key;
    const auto has = [&](std::string_view part) { return contains(whole, part); };
    if (has("speedup") || has("efficiency") || has("loss") || has("total") || has("cost"))
        return {};
    if (has("tflop") && !has("model"))
        return {ColumnKind::flops, 1e12};
    const bool per_gpu = takePerGpu(key) || within;
    if ((has("tokens") || has("toks") || has("tokps") || has("tps")) && isPerSecond(key)) {
        const double factor = key.starts_with("kt") || has("ktok") ? 1e3 : has("mtok") ? 1e6 : 1;
        return {per_gpu ? ColumnKind::tokens_per_gpu : ColumnKind::tokens, factor};
    }
    for (const std::string_view thing : {"samples", "sample", "images", "image", "imgs", "img", "examples", "example",
             "sequences", "sequence", "seqs", "seq"})
        for (const std::string_view unit : {"s", "sec", "second", "persec", "persecond", "pers"})
            if (key.ends_with(std::string(thing) + std::string(unit)) && key != "samples" && key != "images"
                && key != "examples" && key != "sequences" && key != "seqs")
                return {per_gpu ? ColumnKind::examples_per_gpu : ColumnKind::examples};
    if (per_gpu)
        return {};
    for (const std::string_view thing :
        {"it", "its", "iter", "iters", "iteration", "iterations", "step", "steps", "batch", "batches"}) {
        const std::string t(thing);
        for (const std::string_view unit : {"s", "sec", "second", "persec", "persecond", "pers"})
            if (key.ends_with(t + std::string(unit)) && key.size() > t.size() && key != t + "s" && !has("time")
                && !contains("its iters iterations steps batches", key))
                return {ColumnKind::steps};
        for (const std::string_view per : {"", "per"}) {
            if (endsWith(key, {"ms" + std::string(per) + t, "msec" + std::string(per) + t}))
                return {ColumnKind::seconds, 1e-3};
            if (key == "s" + std::string(per) + t
                || endsWith(key, {"sec" + std::string(per) + t, "seconds" + std::string(per) + t}))
                return {ColumnKind::seconds};
        }
    }
    for (const std::string_view name :
        {"steptime", "iterationtime", "itertime", "timeperstep", "timeperiteration", "timeperiter", "timeiter",
            "timestep", "elapsedtimeperiteration", "batchtime", "timeperbatch", "timebatch"})
        if (const std::size_t at = key.find(name); at != std::string_view::npos) {
            const std::string_view unit = key.substr(at + name.size());
            if (unit == "ms" || unit == "msec" || unit == "milliseconds")
                return {ColumnKind::seconds, 1e-3};
            if (unit.empty() || unit == "s" || unit == "sec" || unit == "seconds" || unit == "secs")
                return {ColumnKind::seconds};
        }
    return {};
}

} // namespace

ColumnMeaning columnMeaning(const std::string& heading)
{
    static const auto rules = [] {
        std::map<std::string_view, const ColumnMeaning*> by_key;
        for (const ColumnRule& rule : column_rules)
            for (const std::string_view key : wordsOf(rule.keys))
                by_key.emplace(key, &rule.meaning);
        return by_key;
    }();
    const std::string key = plainKey(heading);
    if (heading.find("/s") != std::string::npos)
        for (const std::string_view rate :
            {"its", "itss", "iters", "iterss", "iterations", "iterationss", "steps", "stepss", "batchs", "batchess"})
            if (key == rate)
                return {ColumnKind::steps};
    // "it/s" and "s/it" have the same letters as "its" and "sit", which are no headings.
    if (heading.find('/') == std::string::npos && (key == "its" || key == "sit"))
        return {};
    if (const auto found = rules.find(key); found != rules.end()) {
        ColumnMeaning meaning = *found->second;
        if (meaning.meaning == ColumnKind::mfu && heading.find('%') != std::string::npos)
            meaning.factor = 0.01;
        return meaning;
    }
    return byParts(key);
}

} // namespace kneepoint
