// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/log_settings.h"

#include "model/catalogue/catalogue.h"
#include "model/imports/job_configuration/keys.h"
#include "model/scenario/choices.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>

namespace kneepoint {
namespace {

/// A number of a run that Megatron-LM and its relatives name like this, and what it sets.
struct NumericOption {
    std::string_view name;
    std::string_view parameter;
};

constexpr std::array numeric_options{
    NumericOption{"num_layers", "workload.layers"},
    NumericOption{"hidden_size", "workload.hidden"},
    NumericOption{"num_attention_heads", "workload.heads"},
    NumericOption{"ffn_hidden_size", "workload.ffn"},
    NumericOption{"padded_vocab_size", "workload.vocabulary"},
    NumericOption{"num_experts", "workload.experts"},
    NumericOption{"moe_router_topk", "workload.top_k"},
    NumericOption{"seq_length", "workload.sequence_length"},
    NumericOption{"micro_batch_size", "workload.batch_per_gpu"},
    NumericOption{"global_batch_size", "workload.global_batch"},
    NumericOption{"tensor_model_parallel_size", "plan.tensor_parallel"},
    NumericOption{"pipeline_model_parallel_size", "plan.pipeline_parallel"},
    NumericOption{"context_parallel_size", "plan.context_parallel"},
    NumericOption{"expert_model_parallel_size", "plan.expert_parallel"},
    NumericOption{"zero_stage", "plan.zero_stage"},
};

/// Options that set something in another way.
constexpr std::array<std::string_view, 15> other_options{"sequence_parallel", "swiglu",
    "untie_embeddings_and_output_weights", "bf16", "fp16", "use_distributed_optimizer", "num_query_groups",
    "recompute_granularity", "checkpoint_activations", "fp8", "kv_lora_rank", "q_lora_rank",
    "num_layers_per_virtual_pipeline_stage", "world_size", "gpus_per_node"};

bool isOptionName(std::string_view name)
{
    return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) && std::ranges::all_of(name, [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-';
    });
}

bool isOn(std::string_view value)
{
    return value == "True" || value == "true" || value == "1";
}

} // namespace

void LogSettings::set(const std::string& name, std::string_view value, const std::string& place)
{
    constexpr std::size_t most_options = 4000, longest_value = 60;
    if (m_options.size() < most_options)
        m_options[name] = {std::string(value.substr(0, longest_value)), place};
}

std::string LogSettings::valueOf(std::string_view name) const
{
    const auto found = m_options.find(name);
    return found == m_options.end() ? std::string() : found->second.value;
}

double LogSettings::sequence() const
{
    return plainNumber(valueOf("seq_length")).value_or(0);
}

void LogSettings::takeArgument(std::string_view line, const std::string& place)
{
    const std::size_t dots = line.find(" ..");
    if (dots == std::string_view::npos)
        return;
    std::string_view name = trimmed(line.substr(0, dots));
    if (const std::size_t prefix = name.rfind(' '); prefix != std::string_view::npos)
        name.remove_prefix(prefix + 1); // "vm-07-14: hidden_size"
    const std::size_t value = line.find_first_not_of('.', dots + 1);
    if (isOptionName(name) && value != std::string_view::npos)
        set(std::string(name), trimmed(line.substr(value)), place);
}

void LogSettings::takeCommand(std::string_view line, const std::string& place)
{
    if (!contains(line, "--tensor-model-parallel-size") && !contains(line, "--num-layers"))
        return;
    const std::vector<std::string_view> words = wordsOf(line);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("--"))
            continue;
        std::string name(words[i].substr(2));
        std::ranges::replace(name, '-', '_');
        std::string_view value = i + 1 < words.size() && !words[i + 1].starts_with("--") ? words[i + 1] : "True";
        if (value.size() > 2 && value.front() == '\'' && value.back() == '\'')
            value = value.substr(1, value.size() - 2);
        if (isOptionName(name) && !m_options.contains(name))
            set(name, value, place);
    }
}

void LogSettings::takeSizes(std::string_view line, const std::string& place)
{
    const auto size = [&](std::string_view label, const char* name) {
        if (const auto value = numberAfter(line, label))
            set(name, fmt::format("{}", *value), place);
    };
    if (contains(line, "using world size:")) {
        m_gpus = numberAfter(line, "using world size:").value_or(0);
        size("tensor-model-parallel size:", "tensor_model_parallel_size");
        size("pipeline-model-parallel size:", "pipeline_model_parallel_size");
        size("context-parallel size:", "context_parallel_size");
    } else if (contains(line, "num_local_procs=") && contains(line, "nnodes=")) {
        size("num_local_procs=", "gpus_per_node");
        m_gpus = numberAfter(line, "num_local_procs=").value_or(0) * numberAfter(line, "nnodes=").value_or(0);
    } else if (const std::size_t mesh = line.find("device mesh with ["); mesh != std::string_view::npos) {
        // TorchTitan: Building 2-D device mesh with ['dp_shard', 'tp'], [8, 4]
        double product = 1;
        const std::size_t numbers = line.find("], [", mesh);
        if (numbers == std::string_view::npos)
            return;
        const std::size_t first = numbers + 4;
        for (const std::string_view part : split(line.substr(first, line.find(']', first) - first), ','))
            product *= plainNumber(part).value_or(0);
        m_gpus = product;
    } else if (contains(line, "local batch size") && contains(line, "sequence length")) {
        size("local batch size", "micro_batch_size");
        size("global batch size", "global_batch_size");
        size("sequence length", "seq_length");
    }
}

void LogSettings::take(std::string_view line, const std::string& place)
{
    takeArgument(line, place);
    takeCommand(line, place);
    takeSizes(line, place);
}

bool LogSettings::contradict(const LogSettings& other) const
{
    if (m_gpus > 0 && other.m_gpus > 0 && m_gpus != other.m_gpus)
        return true;
    const auto differs = [&](std::string_view name) {
        const auto own = m_options.find(name), others = other.m_options.find(name);
        return own != m_options.end() && others != other.m_options.end() && own->second.value != others->second.value;
    };
    return !empty()
        && (std::ranges::any_of(numeric_options, differs, &NumericOption::name)
            || std::ranges::any_of(other_options, differs));
}

void LogSettings::fillFrom(LogSettings other)
{
    m_options.merge(other.m_options);
    m_gpus = m_gpus > 0 ? m_gpus : other.m_gpus;
}

/// Options that change the step besides, and those that are known but not modeled.
void LogSettings::addMore(Evidence& evidence) const
{
    if (isOn(valueOf("checkpoint_activations")) && !settingOf(evidence, "plan.recompute"))
        observe(evidence, {"plan.recompute", static_cast<double>(Recompute::full), placeOf("checkpoint_activations")});
    if (const std::string fp8 = valueOf("fp8"); fp8 == "hybrid" || fp8 == "e4m3")
        observe(evidence, {"workload.precision", static_cast<double>(Precision::fp8), placeOf("fp8")});
    if (isOn(valueOf("multi_latent_attention")))
        for (const auto& [name, id] :
            {std::pair{"kv_lora_rank", "workload.key_latent"}, {"q_lora_rank", "workload.query_latent"}})
            if (const auto rank = plainNumber(valueOf(name)); rank)
                observe(evidence, {id, *rank, placeOf(name)});
    const auto chunk = plainNumber(valueOf("num_layers_per_virtual_pipeline_stage"));
    const double layers = settingOf(evidence, "workload.layers").value_or(0);
    const double stages = settingOf(evidence, "plan.pipeline_parallel").value_or(1);
    if (chunk && *chunk > 0) {
        const double chunks = layers / stages / *chunk;
        const std::string at = placeOf("num_layers_per_virtual_pipeline_stage");
        if (chunks == std::floor(chunks) && checkValue(parameter("plan.virtual_stages"), chunks)) {
            observe(evidence, {"plan.virtual_stages", chunks, at});
            observe(evidence, {"plan.pipeline_schedule", static_cast<double>(PipelineSchedule::interleaved), at});
        } else {
            evidence.skipped.push_back({at, "layers of a virtual stage that do not divide those of a stage"});
        }
    }
    constexpr std::array<std::string_view, 8> nothing{"", "None", "False", "0", "1", "-1", "[]", "{}"};
    for (const auto& [name, option] : m_options) {
        const job::KeyRow* row = job::rowOf(job::Software::megatron, name);
        const bool concerns = row && (row->reads == job::Reads::matters || row->reads == job::Reads::unless);
        if (concerns && std::ranges::find(nothing, option.value) == nothing.end())
            evidence.skipped.push_back({option.place,
                fmt::format("{} {} is not used; it concerns {}", name, excerpt(option.value), row->words)});
    }
}

void LogSettings::addTo(Evidence& evidence) const
{
    const auto observed = [&](std::string_view id, double value, const std::string& place) {
        observe(evidence, {std::string(id), value, place});
    };
    for (const NumericOption& option : numeric_options)
        if (const auto value = plainNumber(valueOf(option.name)))
            observed(option.parameter, *value, placeOf(option.name));
    const auto flag = [&](const char* name, std::string_view id, double on, std::optional<double> off) {
        const std::string value = valueOf(name);
        if (!value.empty() && (isOn(value) || off))
            observed(id, isOn(value) ? on : *off, placeOf(name));
    };
    flag("sequence_parallel", "plan.sequence_parallel", 1, 0);
    flag("swiglu", "workload.gated", 1, 0);
    flag("untie_embeddings_and_output_weights", "workload.tied_embeddings", 0, 1);
    flag("bf16", "workload.precision", static_cast<double>(Precision::bf16), {});
    flag("fp16", "workload.precision", static_cast<double>(Precision::fp16), {});
    if (valueOf("zero_stage").empty())
        flag("use_distributed_optimizer", "plan.zero_stage", 1, {});
    if (isOn(valueOf("group_query_attention")))
        if (const auto groups = plainNumber(valueOf("num_query_groups")))
            observed("workload.kv_heads", *groups, placeOf("num_query_groups"));
    if (const std::string recompute = valueOf("recompute_granularity"); recompute == "full" || recompute == "selective")
        observed("plan.recompute", static_cast<double>(recompute == "full" ? Recompute::full : Recompute::selective),
            placeOf("recompute_granularity"));
    addMore(evidence);
    const std::string world = valueOf("world_size");
    const double gpus = m_gpus > 0 ? m_gpus : plainNumber(world).value_or(0);
    if (gpus > 0)
        observed("cluster.gpus", gpus, m_gpus > 0 ? "world size" : placeOf("world_size"));
    if (const auto node = plainNumber(valueOf("gpus_per_node")))
        observed("cluster.gpus_per_node", *node, placeOf("gpus_per_node"));
}

} // namespace kneepoint
