// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/column_meaning.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

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
    ColumnRule{"speed throughput perf performance time", {ColumnKind::by_unit}},
    ColumnRule{"mfu", {ColumnKind::mfu}},
    ColumnRule{"mfupct mfupercent", {ColumnKind::mfu, 0.01}},
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

using Words = std::vector<std::string>;
using Names = std::initializer_list<std::string_view>;

/// A word at its "per": "tokens per gpu per sec" of "tokenspergpupersec".
void addWord(Words& words, std::string_view word)
{
    const std::size_t per = word.rfind("per");
    if (per != std::string_view::npos && per > 0
        && isOneOf(word.substr(per + 3),
            {"s", "sec", "second", "gpu", "device", "chip", "rank", "it", "iter", "iteration", "step", "batch"})) {
        addWord(words, word.substr(0, per));
        words.emplace_back("per");
        word.remove_prefix(per + 3);
    }
    words.emplace_back(word);
}

/// The words of a heading, in lower case: runs of letters and digits.
Words headingWords(std::string_view heading)
{
    Words words;
    std::string word;
    for (const char c : std::string(heading) + ' ')
        if (std::isalnum(static_cast<unsigned char>(c))) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!word.empty()) {
            addWord(words, word);
            word.clear();
        }
    return words;
}

std::string joined(const Words& words, std::size_t first, std::size_t last)
{
    std::string text;
    for (std::size_t i = first; i < last; ++i)
        text += words[i];
    return text;
}

/// Seconds in the unit of time that a word is.
std::optional<double> secondsOfUnit(std::string_view word)
{
    if (isOneOf(word, {"s", "sec", "secs", "second", "seconds"}))
        return 1;
    return isOneOf(word, {"ms", "msec", "millisecond", "milliseconds"}) ? std::optional(1e-3) : std::nullopt;
}

/// Takes "per GPU" and its like out of a heading: "tokens/GPU/s", "tps_per_device".
bool takePerGpu(Words& words)
{
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool says_per = words[i - 1] == "per";
        if (!isOneOf(words[i], {"gpu", "device", "chip", "rank"})
            || (!says_per && i + 1 < words.size() && secondsOfUnit(words[i + 1]) != 1 && words[i + 1] != "per"))
            continue;
        const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
        words.erase(says_per ? at - 1 : at, at + 1);
        return true;
    }
    return false;
}

/// Whether a heading ends in one of these things per second: "tokens/s", "tokens_s", "tokens per sec". A thing whose
/// own time may be meant, as in "step (s)", needs a slash or a "per".
bool endsPerSecond(const Words& words, Names things, bool needs_per)
{
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const bool says_per = words[i + 1] == "per";
        if (isOneOf(words[i], things) && (says_per || !needs_per)
            && secondsOfUnit(joined(words, i + 1 + (says_per ? 1 : 0), words.size())) == 1)
            return true;
    }
    return false;
}

/// 1e3 of a word that is "k" or "thousand"; 1 of any other.
double magnitudeIn(std::string_view word)
{
    if (isOneOf(word, {"k", "thousand", "thousands"}))
        return 1e3;
    if (isOneOf(word, {"m", "million", "millions"}))
        return 1e6;
    return isOneOf(word, {"b", "g", "billion", "billions"}) ? 1e9 : 1;
}

/// Takes the magnitude of a rate: "ktokens/s", "M tokens/s", "tokens/s (k)".
double takeMagnitude(Words& words)
{
    double magnitude = 1;
    for (std::string& word : words)
        for (const std::string_view thing : {"tok", "tps"})
            if (word.size() > 1 && word.substr(1).starts_with(thing) && magnitudeIn(word.substr(0, 1)) > 1) {
                magnitude *= magnitudeIn(word.substr(0, 1));
                word.erase(0, 1);
            }
    for (const std::string& word : words)
        magnitude *= magnitudeIn(word);
    std::erase_if(words, [](const std::string& word) { return magnitudeIn(word) > 1; });
    return magnitude;
}

const Names step_names{"step", "iter", "iteration", "it", "batch"};

/// "Step time (ms)", "iteration (s)", "s/it", "avg time per step".
ColumnMeaning timeOfStep(const Words& words, bool slash)
{
    bool says_step = false, says_time = false;
    std::optional<double> unit;
    for (const std::string& word : words) {
        const std::size_t at = word.find("time"); // "steptime", "timestep", "itertimems"
        says_time = says_time || at != std::string::npos;
        const std::string before = at == std::string::npos ? word : word.substr(0, at);
        const std::string after = at == std::string::npos ? std::string() : word.substr(at + 4);
        for (const std::string& part : {before, after})
            if (const auto seconds = secondsOfUnit(part))
                unit = seconds;
            else if (isOneOf(part, step_names))
                says_step = true;
            else if (!isOneOf(part, {"", "per", "avg", "average", "mean", "median", "elapsed", "train", "training"}))
                return {};
    }
    if (!says_step || (!says_time && (!unit || endsPerSecond(words, step_names, !slash))))
        return {};
    return {ColumnKind::seconds, unit.value_or(1), {}, !unit};
}

/// "Peak memory (GiB)".
ColumnMeaning memoryOfGpu(const Words& words)
{
    const auto isKnown = [](const std::string& word) {
        return isOneOf(word,
            {"peak", "max", "gpu", "device", "mem", "memory", "allocated", "reserved", "usage", "used", "vram", "gib",
                "gb"});
    };
    const auto isMemory = [](const std::string& word) { return isOneOf(word, {"mem", "memory", "vram"}); };
    if (!std::ranges::all_of(words, isKnown) || !std::ranges::any_of(words, isMemory)
        || !isOneOf(words.back(), {"gib", "gb"}))
        return {};
    return {ColumnKind::memory, words.back() == "gib" ? bytes_per_gib : 1e9};
}

/// Headings by their words: a thing that is counted and a unit of time.
ColumnMeaning byWords(std::string_view heading)
{
    Words words = headingWords(heading);
    const std::string whole = joined(words, 0, words.size());
    for (const std::string_view part : {"speedup", "efficiency", "loss", "total", "cost"})
        if (contains(whole, part))
            return {};
    if (contains(whole, "tflop") && !contains(whole, "model"))
        return {ColumnKind::flops, 1e12};
    if (!words.empty() && memoryOfGpu(words).meaning != ColumnKind::none)
        return memoryOfGpu(words);
    const bool slash = contains(heading, "/");
    const bool per_gpu = takePerGpu(words);
    if (const ColumnMeaning time = timeOfStep(words, slash); !per_gpu && time.meaning != ColumnKind::none)
        return time;
    const double magnitude = takeMagnitude(words);
    if (words.empty())
        return {};
    if (endsPerSecond(words, {"tokens", "token", "toks", "tok"}, false) || words.back().ends_with("tps")
        || words.back() == "tokps")
        return {per_gpu ? ColumnKind::tokens_per_gpu : ColumnKind::tokens, magnitude};
    if (endsPerSecond(words,
            {"samples", "sample", "images", "image", "imgs", "img", "examples", "example", "sequences", "sequence",
                "seqs", "seq"},
            false))
        return {per_gpu ? ColumnKind::examples_per_gpu : ColumnKind::examples, magnitude};
    const Names steps{"it", "its", "iter", "iters", "iteration", "iterations", "step", "steps", "batch", "batches"};
    if (!per_gpu && endsPerSecond(words, steps, !slash))
        return {ColumnKind::steps, magnitude};
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
    if (const auto found = rules.find(key); found != rules.end()) {
        ColumnMeaning meaning = *found->second;
        if (meaning.meaning == ColumnKind::mfu && heading.find('%') != std::string::npos)
            meaning.factor = 0.01;
        return meaning;
    }
    if (isOneOf(key, {"nodesgpus", "nodesxgpus"}) && heading.find('/') == std::string::npos)
        return {ColumnKind::gpus};
    return byWords(heading);
}

} // namespace kneepoint
