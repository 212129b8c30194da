// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/evidence/lenient_json.h"
#include "model/imports/json_text.h"
#include "model/imports/model_family.h"
#include "model/scenario/choices.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kneepoint {
namespace {

using lenient::Json;

constexpr JsonBounds config_bounds{
    .document = "a model's config.json", .bytes = 4 << 20, .depth = 16, .values = 200000, .members = 100000};

/// The part of a config that describes a language model, and its pointer: "/text_config".
struct LanguagePart {
    const Json* config = nullptr;
    std::string pointer;
};

LanguagePart languagePart(const Json& config)
{
    for (const char* name : {"text_config", "llm_config", "language_config"})
        if (const Json& part = lenient::member(config, name); part.is_object())
            return {&part, fmt::format("/{}", name)};
    return {&config, {}};
}

void addSettings(Evidence& evidence, const ConfigShape& m, const std::string& place)
{
    const auto set = [&](const char* id, double value) { observe(evidence, {id, value, place}); };
    const bool mixture = m.experts > 1;
    set("workload.kind", static_cast<double>(ModelKind::transformer));
    set("workload.parameters", m.parameters);
    set("workload.active_parameters", m.active);
    set("workload.layers", m.layers);
    set("workload.hidden", m.hidden);
    set("workload.heads", m.heads);
    set("workload.kv_heads", m.kv_heads);
    set("workload.head_width", m.head_width * m.heads == m.hidden && m.key_latent <= 0 ? 0 : m.head_width);
    set("workload.key_latent", m.key_latent);
    set("workload.query_latent", m.query_latent);
    set("workload.gated_attention", m.gated_attention);
    set("workload.attention_window", m.window);
    set("workload.full_attention_every", m.full_every);
    set("workload.linear_heads", m.linear_heads);
    set("workload.linear_key_heads", m.linear_key_heads);
    set("workload.linear_head_width", m.linear_head_width);
    set("workload.full_attention_layers", m.full_layers);
    set("workload.feed_forward_layers", m.feed_forward_layers);
    set("workload.state_heads", m.state_heads);
    set("workload.state_head_width", m.state_head_width);
    set("workload.state_size", m.state_size);
    set("workload.state_groups", m.state_groups);
    set("workload.parallel_mixers", m.parallel_mixers);
    set("workload.index_heads", m.index_heads);
    set("workload.index_head_width", m.index_head_width);
    set("workload.index_keys", m.index_keys);
    set("workload.expert_hidden", mixture ? m.expert_hidden : 0);
    set("workload.source_length", m.source_length);
    set("workload.encoder_layers", m.encoder_layers);
    set("workload.causal", m.causal);
    set("workload.parallel_block", m.parallel_block);
    set("workload.ffn", m.ffn);
    set("workload.gated", m.gated);
    set("workload.vocabulary", m.vocabulary);
    set("workload.tied_embeddings", m.tied);
    set("workload.experts", m.experts);
    set("workload.top_k", mixture ? m.top_k : 1);
    set("workload.expert_groups", m.expert_groups);
    set("workload.top_groups", m.top_groups);
    set("workload.shared_experts", m.shared_experts);
    set("workload.dense_layers", mixture ? m.dense_layers : 0);
    set("workload.expert_every", mixture ? m.expert_every : 1);
    set("workload.dense_ffn", mixture ? m.dense_ffn : 0);
}

std::string grouped(double count)
{
    std::string digits = fmt::format("{:.0f}", count);
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, ",");
    return digits;
}

std::string summaryOf(const ConfigShape& m, const std::string& type, bool known)
{
    std::string text = known
        ? fmt::format("{}: {} parameters", type, grouped(m.parameters))
        : fmt::format("unknown family {}: about {} parameters, counted by its keys",
            excerpt(type.empty() ? "(no model_type)" : type), formatQuantity(m.parameters, Unit::count));
    if (m.active < m.parameters)
        text += fmt::format(", {} active", known ? grouped(m.active) : formatQuantity(m.active, Unit::count));
    return text + fmt::format("; {} layers, hidden size {}", m.layers, m.hidden);
}

std::string unknownFamily(const std::string& type)
{
    return type.empty() ? "no model_type is given" : fmt::format("the family \"{}\" is not known", excerpt(type));
}

Result<Evidence> evidenceOf(const Json& config)
{
    const LanguagePart part = languagePart(config);
    std::string type = lenient::text(*part.config, "model_type");
    if (type.empty())
        type = lenient::text(config, "model_type");
    const ModelFamily* family = findModelFamily(type);
    const bool known = family != nullptr;
    const ConfigKeys keys(*part.config, known ? *family : estimateFamily());
    if (const std::string reason = known ? std::string() : uncountedReason(keys); !reason.empty())
        return failure(reason);
    const Result<ConfigShape> shape = checkedShape((known ? *family : estimateFamily()).shape(keys), keys);
    if (!shape)
        return failure(known
                ? shape.error().message
                : fmt::format("{}, and its keys do not make a count: {}", unknownFamily(type), shape.error().message));
    Evidence evidence;
    addSettings(evidence, *shape, part.pointer.empty() ? "config.json" : part.pointer);
    if (!known)
        evidence.skipped.push_back(
            {"/model_type", fmt::format("{}, so the number of parameters is an estimate", unknownFamily(type))});
    if (!part.pointer.empty())
        evidence.skipped.push_back({"/", "only the language model is counted, not the parts for pictures or sound"});
    for (const std::string& omitted : keys.omitted())
        evidence.skipped.push_back(
            {part.pointer + "/", fmt::format("{} is the library's default of {}", omitted, type)});
    if (std::vector<std::string> unread = keys.unread(); !unread.empty()) {
        for (std::string& key : unread)
            key = excerpt(key);
        evidence.skipped.push_back({part.pointer + "/",
            fmt::format("{} that the count does not read: {}", unread.size() == 1 ? "a key" : "keys",
                fmt::join(unread, ", "))});
    }
    if (!known && !part.config->contains("tie_word_embeddings") && !config.contains("tie_word_embeddings"))
        evidence.skipped.push_back({part.pointer + "/tie_word_embeddings",
            fmt::format("is not stated; input and output embedding are counted {}", shape->tied ? "once" : "twice")});
    for (const std::string& remark : shape->remarks)
        evidence.skipped.push_back({part.pointer + "/", remark});
    if (part.config->contains("quantization_config") || config.contains("quantization_config"))
        evidence.skipped.push_back({"/quantization_config",
            "changes how weights are stored, not their number; training precision is not set"});
    evidence.summary = summaryOf(*shape, type, known);
    return evidence;
}

} // namespace

bool isModelConfig(std::string_view head)
{
    const std::string_view text = withoutMark(head);
    return beginsJson(text) && text.front() == '{' && !mentionsKey(text, "kneepoint")
        && !mentionsKey(text, "traceEvents")
        && (mentionsKey(text, "model_type")
            || (mentionsKey(text, "hidden_size") && mentionsKey(text, "num_hidden_layers")));
}

Result<Evidence> readModelConfig(ByteSource& source)
{
    const Result<std::string> text = source.readAll(config_bounds.bytes, config_bounds.document);
    if (!text)
        return tl::unexpected(text.error());
    const Result<Json> config =
        parseBoundedJson(withoutPythonNumbers(withoutMark(*text)), source.name(), config_bounds);
    if (!config)
        return tl::unexpected(config.error());
    if (!config->is_object())
        return failure("is no JSON object");
    return evidenceOf(*config);
}

} // namespace kneepoint
