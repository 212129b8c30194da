// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/keys.h"

#include "model/presets/preset_library.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <string>
#include <vector>

namespace kneepoint::job {
namespace {

using Json = nlohmann::ordered_json;

bool matches(std::string_view row, std::string_view key)
{
    return row.ends_with('*') ? key.starts_with(row.substr(0, row.size() - 1)) : row == key;
}

const KeyRow* find(Software software, std::string_view key)
{
    const std::vector<KeyRow>& rows = softwareRow(software).keys;
    const auto found = std::ranges::find_if(rows, [&](const KeyRow& row) { return matches(row.key, key); });
    return found == rows.end() ? nullptr : &*found;
}

std::string_view lastPart(std::string_view key)
{
    return key.substr(key.rfind('.') == std::string_view::npos ? 0 : key.rfind('.') + 1);
}

/// Settings of something else than the training step, though their names may be the same.
bool isOfAnotherPart(std::string_view key)
{
    constexpr std::array<std::string_view, 9> parts{
        "valid", "eval", "test", "inference", "rollout", "critic", "ref.", "reward", "export"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

std::vector<std::string> wordsOfKey(std::string_view key)
{
    std::vector<std::string> words(1);
    for (const char c : key)
        if (std::isalnum(static_cast<unsigned char>(c)))
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!words.back().empty())
            words.emplace_back();
    return words;
}

template <class Value, std::size_t count>
Value named(const std::array<std::string_view, count>& names, const std::string& name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw std::invalid_argument(name);
    return static_cast<Value>(found - names.begin());
}

Reads readsOf(const std::string& name)
{
    constexpr std::array<std::string_view, 9> names{
        "number", "flag", "inverse", "when_on", "choice", "text", "matters", "unless", "tells"};
    return named<Reads>(names, name);
}

Software softwareNamed(const std::string& id)
{
    constexpr std::array<std::string_view, 17> ids{"megatron", "neox", "deepspeed", "torchtitan", "torchtune",
        "axolotl", "llama_factory", "trainer", "accelerate", "nemo", "megatron_bridge", "primus", "nanotron", "maxtext",
        "olmo", "olmo_core", "launch"};
    return named<Software>(ids, id);
}

SoftwareRow readSoftware(const Json& json)
{
    SoftwareRow row{softwareNamed(json.at("id")), json.at("name"), json.at("release"), json.at("stack"),
        json.at("telling"), {}, {}};
    for (const Json& d : json.value("defaults", Json::array()))
        row.defaults.push_back({d.at(0), d.at(1), d.at(2)});
    for (const Json& key : json.at("keys"))
        row.keys.push_back({key.at(0), key.at(1), key.size() > 2 ? readsOf(key.at(2)) : Reads::number,
            key.size() > 3 ? key.at(3) : Json("")});
    return row;
}

std::vector<SoftwareRow> readSoftwares()
{
    std::vector<SoftwareRow> all;
    library::readFile("names/job_keys", [&](const Json& json) {
        for (const Json& software : json.at("software"))
            all.push_back(readSoftware(software));
    });
    return all;
}

} // namespace

const SoftwareRow& softwareRow(Software software)
{
    return *std::ranges::find(softwares(), software, &SoftwareRow::software);
}

const KeyRow* rowOf(Software software, std::string_view key)
{
    if (key.starts_with("launch."))
        return find(Software::launch, key);
    switch (software) {
    case Software::neox: {
        std::string plain(key);
        std::ranges::replace(plain, '-', '_');
        return find(software, plain);
    }
    case Software::llama_factory:
        if (const KeyRow* row = find(software, key))
            return row;
        return find(Software::trainer, key);
    case Software::olmo_core:
        for (const std::string_view part : {"train_module.", "data_loader.", "dataset."})
            if (key.starts_with(part))
                key.remove_prefix(part.size());
        return find(software, key);
    case Software::nemo:
    case Software::megatron_bridge:
        if (isOfAnotherPart(key))
            return nullptr;
        for (const std::string_view name : {key, lastPart(key)})
            if (const KeyRow* row = find(Software::nemo, name))
                return row;
        return find(Software::megatron, lastPart(key));
    case Software::primus: {
        constexpr std::string_view overrides = "overrides.";
        const std::size_t at = key.find(overrides);
        if (at == std::string_view::npos)
            return key.starts_with("modules.") && key.ends_with(".model") ? find(software, "modules.model") : nullptr;
        return find(Software::megatron, key.substr(at + overrides.size()));
    }
    default:
        return find(software, key);
    }
}

bool isHarmless(std::string_view key)
{
    static constexpr std::string_view words[] = {"lr", "learning", "seed", "log", "logging", "logger", "logs", "save",
        "saving", "load", "path", "dir", "directory", "wandb", "tensorboard", "swanlab", "mlflow", "report",
        "tokenizer", "weight", "decay", "beta", "beta1", "beta2", "betas", "eps", "epsilon", "warmup", "scheduler",
        "schedule", "init", "std", "clip", "clipping", "norm", "eval", "evaluation", "val", "valid", "validation",
        "test", "dataset", "datasets", "data", "split", "vocab", "merge", "file", "files", "checkpoint", "interval",
        "epoch", "epochs", "name", "project", "entity", "run", "output", "overwrite", "resume", "metric", "metrics",
        "template", "prompt", "chat", "samples", "preprocessing", "workers", "shuffle", "cache", "hub", "push",
        "description", "print", "special", "tokens", "steps", "iters", "timeout", "backend", "port", "addr", "address",
        "rdzv", "master", "profile", "profiling", "debug", "strict", "loss", "exit", "dump", "folder", "position",
        "rotary", "rope", "dropout"};
    static constexpr std::string_view never[] = {"parallel", "batch", "offload", "recompute", "checkpointing", "shard",
        "sharding", "micro", "precision", "dtype", "overlap", "fsdp", "zero", "quantization", "float8", "fp8",
        "attention", "experts", "moe", "kernel", "compile", "fused"};
    const std::vector<std::string> parts = wordsOfKey(key);
    const auto contains = [&](const auto& list) {
        return std::ranges::any_of(parts,
            [&](const std::string& part) { return std::ranges::find(list, std::string_view(part)) != std::end(list); });
    };
    return contains(words) && !contains(never);
}

std::span<const SoftwareRow> softwares()
{
    static const std::vector<SoftwareRow> all = readSoftwares();
    return all;
}

} // namespace kneepoint::job
