// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/tuning_names.h"

#include "model/evidence/lenient_json.h"
#include "model/evidence/names.h"
#include "model/evidence/run_record.h"

#include <nlohmann/json.hpp>

#include <string>

namespace kneepoint {
namespace {

double placeOf(auto choice)
{
    return static_cast<double>(choice);
}

} // namespace

std::optional<LoraTargets> loraTargetsOf(std::string_view modules)
{
    if (mentionsAny(modules, {"all"}))
        return LoraTargets::all_linear;
    const bool feed_forward =
        mentionsAny(modules, {"gate", "up_proj", "down_proj", "mlp", "fc1", "fc2", "w1", "w2", "w3"});
    const bool others = mentionsAny(modules, {"k_proj", "o_proj", "output", "c_attn", "c_proj", "qkv", "key", "dense"});
    const bool attention = others || mentionsAny(modules, {"q_proj", "v_proj", "query", "value"});
    if (feed_forward)
        return attention ? LoraTargets::all_linear : LoraTargets::feed_forward;
    if (!attention)
        return {};
    return others ? LoraTargets::attention : LoraTargets::query_value;
}

void addTuning(RunRecord& run, const RowCells& cells)
{
    const auto& lora = cells.at("model.lora");
    if (!lora.is_object())
        return;
    const std::string frozen = lenient::text(lora, "base_weights") + run.precision;
    const bool quantized = mentionsAny(frozen, {"4-bit", "int4", "nf4"});
    state(run.stated, {"workload.tuning", placeOf(quantized ? Tuning::qlora : Tuning::lora), "model.lora"});
    if (const auto rank = lenient::number(lora, "rank"); rank >= 1)
        state(run.stated, {"workload.lora_rank", *rank, "model.lora"});
    std::string modules = lenient::text(lora, "targets");
    for (const auto& module : lenient::member(lora, "targets"))
        modules += ' ' + lenient::text(module);
    if (const auto targets = loraTargetsOf(modules))
        state(run.stated, {"workload.lora_targets", placeOf(*targets), "model.lora"});
}

} // namespace kneepoint
