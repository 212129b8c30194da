// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_record.h"

#include "model/evidence/lenient_json.h"
#include "model/evidence/tuning_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

using lenient::Json;

/// Shorter names of columns, in rows without sections and in files of layouts.
constexpr std::pair<std::string_view, std::string_view> short_names[] = {
    {"gpus", "cluster.gpus"},
    {"gpus_per_node", "cluster.gpus_per_node"},
    {"gpu", "cluster.gpu"},
    {"inter", "cluster.inter_node"},
    {"tp", "layout.tp"},
    {"pp", "layout.pp"},
    {"dp", "layout.dp"},
    {"cp", "layout.cp"},
    {"ep", "layout.ep"},
    {"interleave", "layout.virtual_stages"},
    {"mbs", "layout.microbatch"},
    {"microbatch", "layout.microbatch"},
    {"gbs", "layout.global_batch"},
    {"global_batch", "layout.global_batch"},
    {"zero", "layout.zero_stage"},
    {"zero_group", "layout.zero_group"},
    {"seqpar", "layout.sequence_parallel"},
    {"recompute", "layout.recompute"},
    {"precision", "layout.precision"},
    {"seq", "model.seq_len"},
    {"layers", "model.layers"},
    {"hidden", "model.hidden"},
    {"heads", "model.heads"},
    {"step_time_s", "measured.step_time_s"},
    {"model.hidden_size", "model.hidden"},
    {"model.head_num", "model.heads"},
    {"model.kv_head_num", "model.kv_heads"},
    {"model.head_size", "model.head_dim"},
    {"model.ffn", "model.ffn_hidden"},
    {"model.intermediate_size", "model.ffn_hidden"},
    {"model.gated", "model.gated_mlp"},
    {"model.use_swiglu", "model.gated_mlp"},
    {"model.vocab_size", "model.vocab"},
    {"model.expert_num", "model.experts"},
    {"model.topk", "model.top_k"},
    {"model.moe_ffn", "model.moe_ffn_hidden"},
    {"model.moe_ffn_hidden_size", "model.moe_ffn_hidden"},
    {"model.dense_layers", "model.first_dense_layers"},
};

enum class Counts { as_it_is, reciprocal, opposite, per_gpu };

/// What a column states: a parameter, or a metric.
struct Column {
    std::string_view name;
    std::string_view id;
    double unit = 1; ///< in base units
    Counts counts = Counts::as_it_is;
};

constexpr double gib = 1073741824.0;

constexpr Column settings[] = {
    {"model.params", "workload.parameters"},
    {"model.active_params", "workload.active_parameters"},
    {"model.layers", "workload.layers"},
    {"model.hidden", "workload.hidden"},
    {"model.heads", "workload.heads"},
    {"model.kv_heads", "workload.kv_heads"},
    {"model.head_dim", "workload.head_width"},
    {"model.ffn_hidden", "workload.dense_ffn"},
    {"model.moe_ffn_hidden", "workload.ffn"},
    {"model.gated_mlp", "workload.gated"},
    {"model.vocab", "workload.vocabulary"},
    {"model.tied", "workload.tied_embeddings"},
    {"model.seq_len", "workload.sequence_length"},
    {"model.experts", "workload.experts"},
    {"model.shared_experts", "workload.shared_experts"},
    {"model.top_k", "workload.top_k"},
    {"model.expert_groups", "workload.expert_groups"},
    {"model.top_groups", "workload.top_groups"},
    {"model.first_dense_layers", "workload.dense_layers"},
    {"model.bidirectional", "workload.causal", 1, Counts::opposite},
    {"model.parallel_block", "workload.parallel_block"},
    {"cluster.gpus", "cluster.gpus"},
    {"cluster.gpus_per_node", "cluster.gpus_per_node"},
    {"cluster.inter_node_gbps_per_gpu", "cluster.link_rate", 1e9 / 8},
    {"cluster.peak_tflops", "cluster.peak_bf16", 1e12},
    {"layout.tp", "plan.tensor_parallel"},
    {"layout.pp", "plan.pipeline_parallel"},
    {"layout.cp", "plan.context_parallel"},
    {"layout.ep", "plan.expert_parallel"},
    {"layout.virtual_stages", "plan.virtual_stages"},
    {"layout.microbatch", "workload.batch_per_gpu"},
    {"layout.global_batch", "workload.global_batch"},
    {"layout.zero_stage", "plan.zero_stage"},
    {"layout.sequence_parallel", "plan.sequence_parallel"},
    {"layout.bucket_bytes", "plan.bucket_bytes"},
    {"input.synthetic", "assumptions.input_limited", 1, Counts::opposite},
    {"measured.samples_per_s_1gpu", "workload.measured_example_s", 1, Counts::reciprocal},
};

/// The most direct first.
constexpr Column measurements[] = {
    {"measured.step_time_s", "step_s"},
    {"derived.step_time_s", "step_s"},
    {"measured.tokens_per_s", "tokens_per_s"},
    {"measured.tokens_per_s_per_gpu", "tokens_per_s", 1, Counts::per_gpu},
    {"measured.samples_per_s", "examples_per_s"},
    {"measured.peak_memory_GB", "memory_bytes", 1e9},
    {"measured.peak_memory_GiB", "memory_bytes", gib},
    {"layout.dp", "workers"},
};

struct TextColumn {
    std::string_view name;
    std::string RunRecord::*member;
};
constexpr TextColumn texts[] = {
    {"id", &RunRecord::id},
    {"series", &RunRecord::series},
    {"quality", &RunRecord::quality},
    {"kind", &RunRecord::kind},
    {"model.kind", &RunRecord::model_kind},
    {"model.attention", &RunRecord::attention},
    {"cluster.gpu", &RunRecord::gpu},
    {"cluster.inter_node", &RunRecord::network},
    {"layout.recompute", &RunRecord::recompute},
    {"layout.precision", &RunRecord::precision},
    {"layout.fsdp_sharding", &RunRecord::sharding},
    {"layout.mp_mode", &RunRecord::mp_mode},
    {"layout.master_dtype", &RunRecord::master},
    {"layout.sync", &RunRecord::sync},
    {"layout.schedule", &RunRecord::schedule},
    {"layout.overlap", &RunRecord::overlap},
    {"layout.attention_kernel", &RunRecord::attention_kernel},
    {"layout.gradient_precision", &RunRecord::gradient_precision},
    {"software", &RunRecord::software},
    {"notes", &RunRecord::notes},
};

std::string_view fullName(std::string_view name)
{
    const auto* found = std::ranges::find(short_names, name, [](const auto& pair) { return pair.first; });
    return found == std::end(short_names) ? name : found->second;
}

std::optional<double> numberIn(const RowCells& cells, std::string_view column)
{
    const Json& value = cells.at(column);
    const std::string text = lenient::text(value);
    const bool digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
    return digit ? std::optional<double>(text[0] - '0') : lenient::number(value);
}

/// The value of a column in the base unit of its parameter or metric.
std::optional<double> valueIn(const RowCells& cells, const Column& column, std::optional<double> gpus)
{
    const std::optional<double> value = numberIn(cells, column.name);
    if (!value)
        return {};
    switch (column.counts) {
    case Counts::as_it_is:
        return *value * column.unit;
    case Counts::reciprocal:
        return *value > 0 ? std::optional(1 / *value) : std::nullopt;
    case Counts::opposite:
        return *value == 1 ? 0 : 1;
    case Counts::per_gpu:
        return gpus ? std::optional(*value * *gpus) : std::nullopt;
    }
    return {};
}

/// The feed-forward width of a dense model is that of its only kind of layer; GPUs that shard the optimizer state
/// count as ranks of the data-parallel group.
void settle(RunRecord& run, const RowCells& cells)
{
    const std::optional<double> wide = run.setting("workload.dense_ffn"), expert = run.setting("workload.ffn");
    const bool mixture = run.setting("workload.experts") > 1;
    std::erase_if(run.stated.settings, [&](const ObservedSetting& s) {
        return !mixture && (s.parameter == "workload.dense_ffn" || s.parameter == "workload.ffn");
    });
    if (wide && !(mixture && expert))
        state(run.stated, {"workload.ffn", *wide, "model.ffn_hidden"});
    if (const auto group = numberIn(cells, "layout.zero_group"); group > 0)
        state(run.stated,
            {"plan.shard_group", std::max(1.0, *group / run.setting("plan.tensor_parallel", 1)), "layout.zero_group"});
}

/// Columns about memory name what was measured and end in its unit; there is no list of them.
void addMemory(RunRecord& run, std::string_view name, const Json& cell)
{
    const double unit = name.ends_with("_GB") ? 1e9 : name.ends_with("_GiB") ? gib : 0;
    if (const auto value = lenient::number(cell); name.starts_with("measured.") && unit > 0 && value > 0)
        run.memory.push_back({std::string(name), *value * unit});
}

} // namespace

void RowCells::add(std::string_view name, const Json& value)
{
    if (value.is_null())
        return;
    const std::string_view column = fullName(name);
    const auto found = std::ranges::find(m_cells, column, &std::pair<std::string, const Json*>::first);
    if (found == m_cells.end())
        m_cells.emplace_back(column, &value);
    else
        found->second = &value;
}

void RowCells::addObject(const Json& row)
{
    for (const auto& [section, content] : row.items()) {
        if (!content.is_object()) {
            add(section, content);
            continue;
        }
        for (const auto& [name, value] : content.items())
            add(fmt::format("{}.{}", section, name), value);
        for (const auto& [name, value] : lenient::member(content, "raw").items())
            add(fmt::format("{}.{}", section, name), value);
    }
}

const RowCells::Json& RowCells::at(std::string_view column) const
{
    static const Json none;
    const auto found = std::ranges::find(m_cells, column, &std::pair<std::string, const Json*>::first);
    return found == m_cells.end() ? none : *found->second;
}

RunRecord runRecordOf(const RowCells& cells)
{
    RunRecord run;
    for (const TextColumn& column : texts)
        run.*column.member = lenient::text(cells.at(column.name));
    for (const Column& column : settings)
        if (const auto value = valueIn(cells, column, {}))
            state(run.stated, {std::string(column.id), *value, std::string(column.name)});
    const std::optional<double> gpus = run.setting("cluster.gpus");
    for (const Column& column : measurements)
        if (const auto value = valueIn(cells, column, gpus))
            run.stated.measurements.push_back(
                {.metric = std::string(column.id), .value = *value, .place = std::string(column.name)});
    if (const auto compiled = numberIn(cells, "layout.compile"))
        run.compiled = *compiled != 0;
    if (const auto accumulates = numberIn(cells, "software.accumulates"))
        run.accumulates = *accumulates != 0;
    run.whole_layers = lenient::number(cells.at("model.whole_layers"));
    run.nvlink_domain = numberIn(cells, "cluster.nvlink_domain");
    run.local_batch = numberIn(cells, "layout.local_batch");
    for (const auto& [name, cell] : cells.all())
        addMemory(run, name, *cell);
    settle(run, cells);
    addTuning(run, cells);
    return run;
}

std::string_view parameterOfColumn(std::string_view name)
{
    const auto* found = std::ranges::find(settings, fullName(name), &Column::name);
    return found != std::end(settings) && found->counts == Counts::as_it_is && found->unit == 1 ? found->id : "";
}

} // namespace kneepoint
