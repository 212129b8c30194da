// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/fact_values.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace kneepoint::job {

bool isAbsent(std::string_view value)
{
    return isOneOf(value, {"", "null", "None", "~", "auto", "none", "???"});
}

std::optional<bool> truth(std::string_view value)
{
    if (isOneOf(value, {"true", "True", "TRUE", "1", "yes", "on"}))
        return true;
    return isOneOf(value, {"false", "False", "FALSE", "0", "no", "off"}) ? std::optional(false) : std::nullopt;
}

std::string_view decidedBy(std::string_view target)
{
    constexpr std::pair<std::string_view, std::string_view> all[] = {{"job.distributed_optimizer", "plan.zero_stage"},
        {"job.fsdp", "plan.zero_stage"}, {"job.fsdp_stage", "plan.zero_stage"}, {"job.fsdp_words", "plan.zero_stage"},
        {"job.sharding", "plan.zero_stage"}, {"job.shard", "plan.zero_stage"}, {"job.narrow", "workload.precision"},
        {"job.mixed_precision", "workload.precision"}, {"job.loaded_in", "workload.precision"},
        {"job.adapters", "workload.tuning"}, {"job.global", "workload.global_batch"},
        {"job.micro", "workload.batch_per_gpu"}, {"job.accumulation", "plan.accumulation"},
        {"job.local_batch", "workload.batch_per_gpu"}, {"job.micro_tokens", "workload.batch_per_gpu"},
        {"job.global_tokens", "workload.global_batch"}, {"job.grouped_queries", "workload.kv_heads"},
        {"job.query_groups", "workload.kv_heads"}, {"job.virtual_layers", "plan.virtual_stages"},
        {"job.pipeline_or_none", "plan.pipeline_parallel"}};
    for (const auto& [fact, parameter] : all)
        if (fact == target)
            return parameter;
    return target;
}

std::string_view concernedBy(std::string_view key)
{
    for (const std::string_view other :
        {"eval", "valid", "test", "save", "load", "generat", "rollout", "inference", "fusion", "fp32"})
        if (contains(key, other))
            return {};
    constexpr std::pair<std::string_view, std::string_view> all[] = {{"micro_batch", "job.micro"},
        {"microbatch_size", "job.micro"}, {"micro_train_batch", "job.micro"}, {"device_batch", "job.micro"},
        {"batch_size_per", "job.micro"}, {"batch_per", "job.micro"}, {"accumul", "job.accumulation"},
        {"grad_accum", "job.accumulation"}, {"activation_checkpoint", "plan.recompute"},
        {"gradient_checkpoint", "plan.recompute"}, {"grad_checkpoint", "plan.recompute"},
        {"recompute", "plan.recompute"}, {"remat", "plan.recompute"}, {"mixed_precision", "workload.precision"},
        {"param_dtype", "workload.precision"}, {"tensor_parallel", "plan.tensor_parallel"},
        {"pipeline_parallel", "plan.pipeline_parallel"}, {"context_parallel", "plan.context_parallel"},
        {"zero_stage", "plan.zero_stage"}};
    for (const auto& [words, target] : all)
        if (contains(key, words))
            return target;
    return {};
}

bool isOfTrl(std::string_view key)
{
    constexpr std::string_view keys[] = {uses_trl, "max_length", "max_seq_length", "use_peft", "packing",
        "padding_free", "dataset_text_field", "completion_only_loss", "assistant_only_loss", "activation_offloading",
        "lora_r", "lora_target_modules"};
    return std::ranges::find(keys, key) != std::ranges::end(keys);
}

std::string withoutEnvironment(std::string_view value)
{
    if (!value.starts_with("${"))
        return std::string(value);
    const std::size_t close = value.find('}');
    const std::string_view inside = value.substr(2, std::min(close, value.size()) - 2);
    const std::size_t at = inside.starts_with("oc.env:") ? inside.find(',') : inside.find(':');
    if (close == std::string_view::npos || at == std::string_view::npos || inside.substr(at + 1).starts_with("${"))
        return std::string(value);
    return std::string(trimmed(inside.substr(at + 1))) + std::string(value.substr(close + 1));
}

std::optional<double> numberIn(std::string_view value)
{
    if (const auto number = plainNumber(value))
        return number;
    std::string digits;
    for (std::size_t i = 0; i < value.size(); ++i)
        if (value[i] != '_' || i == 0 || i + 1 == value.size()
            || !std::isdigit(static_cast<unsigned char>(value[i - 1]))
            || !std::isdigit(static_cast<unsigned char>(value[i + 1])))
            digits += value[i];
    return plainNumber(digits);
}

bool countsExperts(const Record& record)
{
    const std::string_view key = std::string_view(record.key).substr(record.key.rfind('.') + 1);
    const bool is_count = key == "num_experts" || key == "moe_num_experts" || key == "num_local_experts"
        || key == "n_routed_experts" || key == "num_moe_experts" || key == "moe_num_local_experts";
    return is_count && plainNumber(record.value).value_or(2) > 1;
}

std::optional<std::string> chosen(std::string_view list, std::string_view text)
{
    std::string entry;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        if (at < list.size() && list.substr(at).starts_with("\\,")) {
            entry += ',';
            ++at;
        } else if (at < list.size() && list[at] != ',') {
            entry += list[at];
        } else {
            const std::size_t equals = entry.find('=');
            const std::string_view name = std::string_view(entry).substr(0, equals);
            if (std::ranges::equal(
                    name, text, {}, [](char c) { return std::tolower(static_cast<unsigned char>(c)); },
                    [](char c) { return std::tolower(static_cast<unsigned char>(c)); }))
                return entry.substr(equals + 1);
            entry.clear();
        }
    }
    return std::nullopt;
}

} // namespace kneepoint::job
