// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/layout_choice.h"

#include "model/evidence/measured_run.h"
#include "model/scenario/bounded_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonBounds bounds{
    .document = "a list of measured layouts", .bytes = layout_file_limit_bytes, .depth = 8, .values = 4000000};

double number(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return unknown;
    return found->is_number() ? found->get<double>() : found->is_boolean() ? (found->get<bool>() ? 1.0 : 0.0) : unknown;
}

/// The first of two names that is stated.
double either(const Json& object, const char* key, const char* other)
{
    const double value = number(object, key);
    return std::isfinite(value) ? value : number(object, other);
}

std::string text(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool contains(std::string_view whole, std::string_view part)
{
    return whole.find(part) != std::string_view::npos;
}

/// Megatron's fused kernel fuses the softmax only.
bool fusesAttention(std::string_view kernel)
{
    return kernel != "torch" && kernel != "fused" && !contains(kernel, "no flash");
}

/// The year decides which software a run is guessed to have had: no row states it. Fused attention stands for that of
/// 2024, unfused for that of 2023, Blackwell for that of 2025.
double likelyYear(const Json& row)
{
    if (contains(text(row, "gpu"), "B200"))
        return 2025;
    return fusesAttention(text(row, "kernel")) ? 2024 : 2023;
}

RunRecord recordOf(const Json& row)
{
    const Json none = Json::object();
    const Json& stated = row.contains("model") && row.at("model").is_object() ? row.at("model") : none;
    const Json& model = stated.contains("raw") && stated.at("raw").is_object() ? stated.at("raw") : stated;
    RunRecord run;
    run.id = text(row, "id");
    run.year = likelyYear(row);
    run.model = text(stated, "name");
    run.attention = text(model, "attention");
    run.layers = number(stated, "layers");
    run.hidden = either(model, "hidden", "hidden_size");
    run.heads = either(model, "heads", "head_num");
    run.kv_heads = either(model, "kv_heads", "kv_head_num");
    run.head_dim = either(model, "head_dim", "head_size");
    run.ffn_hidden = either(model, "ffn", "intermediate_size");
    run.gated_mlp = either(model, "gated", "use_swiglu");
    run.vocab = either(model, "vocab", "vocab_size");
    run.experts = either(model, "experts", "expert_num");
    run.top_k = either(model, "top_k", "topk");
    run.shared_experts = number(model, "shared_experts");
    run.moe_ffn_hidden = either(model, "moe_ffn", "moe_ffn_hidden_size");
    run.first_dense_layers = number(model, "dense_layers");
    run.seq_len = number(row, "seq");
    run.global_batch = number(row, "gbs");
    run.gpus = number(row, "gpus");
    run.gpus_per_node = number(row, "gpus_per_node");
    run.gpu = text(row, "gpu");
    run.network = text(row, "inter");
    run.tp = number(row, "tp");
    run.pp = number(row, "pp");
    run.dp = number(row, "dp");
    run.cp = number(row, "cp");
    run.ep = number(row, "ep");
    run.virtual_stages = number(row, "interleave");
    run.microbatch = number(row, "mbs");
    run.zero_stage = number(row, "zero");
    run.sequence_parallel = number(row, "seqpar");
    run.recompute = text(row, "recompute");
    run.precision = text(row, "precision");
    return run;
}

std::optional<LayoutEnd> endOf(const Json& row)
{
    const std::string status = text(row, "status");
    if (status == "ok")
        return LayoutEnd::ran;
    if (status == "oom" || (status == "fail" && text(row, "fail_kind") == "oom_likely"))
        return LayoutEnd::out_of_memory;
    if (status == "fail")
        return LayoutEnd::failed;
    return {};
}

bool isDoubted(const Json& row)
{
    const auto suspect = row.find("suspect");
    if (suspect == row.end() || !suspect->is_array())
        return false;
    return std::any_of(suspect->begin(), suspect->end(),
        [](const Json& why) { return why.is_string() && why.get<std::string>() != "near_capacity"; });
}

Result<MeasuredLayout> readRow(const Json& row, const Calibration& calibration)
{
    if (!row.is_object() || text(row, "rank_group").empty())
        return failure("belongs to no group");
    const auto end = endOf(row);
    if (!end)
        return failure("neither ran nor ran out of memory");
    if (isDoubted(row))
        return failure("doubted by its source");
    if (number(row, "heterogeneous") == 1 || row.contains("stage_layers"))
        return failure("stages or GPUs differ");
    const std::string recompute = text(row, "recompute");
    if (!std::isfinite(number(row, "tp")) || contains(recompute, "partial"))
        return failure("the layout is not one for all layers");
    const RunRecord run = recordOf(row);
    const Result<MeasuredRun> question = layoutOf(run, calibration);
    if (!question)
        return tl::unexpected(question.error());
    MeasuredLayout m{run.id, text(row, "rank_group"), question->candidates.front(), *end, 0};
    m.scenario.stack.fused_attention = fusesAttention(text(row, "kernel"));
    m.scenario.workload.tied_embeddings = number(row.at("model"), "tied") == 1;
    if (m.end == LayoutEnd::ran)
        m.step_s = number(row, "step_time_s");
    if (m.end == LayoutEnd::ran && !(m.step_s > 0))
        return failure("no step time is stated");
    return m;
}

} // namespace

Result<MeasuredLayouts> parseMeasuredLayouts(
    std::string_view json, std::string_view place, const Calibration& calibration)
{
    const Result<Json> file = parseBoundedJson(json, place, bounds);
    if (!file)
        return tl::unexpected(file.error());
    if (!file->is_object() || !file->contains("rows") || !file->at("rows").is_array())
        return failure(fmt::format("{}: expected an object with \"rows\"", place));
    MeasuredLayouts all;
    std::map<std::string, int> skipped;
    for (const Json& row : file->at("rows")) {
        if (Result<MeasuredLayout> read = readRow(row, calibration))
            all.rows.push_back(std::move(*read));
        else
            ++skipped[read.error().message];
    }
    all.skipped.assign(skipped.begin(), skipped.end());
    return all;
}

Result<MeasuredLayouts> loadMeasuredLayouts(const std::filesystem::path& path, const Calibration& calibration)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return failure(
            fmt::format("{}: no such file; measured layouts are not shipped, name a file with --file", path.string()));
    const Result<std::string> text = readBoundedFile(path, bounds);
    if (!text)
        return tl::unexpected(text.error());
    return parseMeasuredLayouts(*text, path.filename().string(), calibration);
}

} // namespace kneepoint
