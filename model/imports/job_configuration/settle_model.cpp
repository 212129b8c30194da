// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/settling.h"

#include "model/catalogue/architecture.h"
#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint::job {
namespace {

/// Sizes that describe a transformer, as files state them.
constexpr std::array<std::string_view, 12> sizes{"workload.layers", "workload.hidden", "workload.heads",
    "workload.head_width", "workload.gated", "workload.tied_embeddings", "workload.parallel_block", "workload.experts",
    "workload.expert_groups", "workload.top_groups", "workload.query_latent", "workload.attention_window"};

/// "[1]*48": no layer without experts.
bool everyLayer(std::string_view frequency)
{
    return contains(frequency, "[1]*") && !contains(frequency, "[0]") && !contains(frequency, "0,");
}

/// What may follow the name of a model without making it another one.
bool isSameModel(std::string_view rest)
{
    constexpr std::array<std::string_view, 11> suffixes{
        "-instruct", "-base", "-hf", "-v0.1", "-v0.2", "-v0.3", "-chat", "-it", "-pt", "-bf16", "-sft"};
    while (!rest.empty()) {
        const auto found =
            std::ranges::find_if(suffixes, [&](std::string_view suffix) { return rest.starts_with(suffix); });
        if (found == suffixes.end())
            return false;
        rest.remove_prefix(found->size());
    }
    return true;
}

} // namespace

std::string_view modelPresetOf(std::string_view name)
{
    std::string plain =
        lowered(trimmed(name.substr(name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/') + 1)));
    if (plain.ends_with(".yaml"))
        plain.resize(plain.size() - 5);
    std::ranges::replace(plain, '_', '-');
    const auto replace = [&](std::string_view from, std::string_view to) {
        if (plain.starts_with(from))
            plain = std::string(to) + plain.substr(from.size());
    };
    replace("meta-", "");
    for (const std::string_view llama : {"llama-3.1-", "llama-3.3-", "llama-3-", "llama3-1-", "llama3.1-", "llama3-"})
        if (plain.starts_with(llama)) {
            replace(llama, "llama3.1-");
            break;
        }
    replace("llama-2-", "llama2-");
    replace("gemma-2-", "gemma2-");
    replace("gemma-3-", "gemma3-");
    replace("qwen2-5-", "qwen2.5-");
    std::string_view best;
    for (const ModelPreset& model : modelPresets())
        if (plain.starts_with(model.id) && model.id.size() > best.size()
            && isSameModel(std::string_view(plain).substr(model.id.size())))
            best = model.id;
    return best;
}

void Settling::settleModel()
{
    if (const auto answer = find("workload.model"))
        return set("workload.model", *answer);
    if (find("workload.hidden") && find("workload.layers")) {
        settleSizes();
        return countParameters();
    }
    auto name = find("job.model");
    if (!name)
        name = find("job.component");
    if (const auto flavor = find("job.model_flavor"); !name && flavor)
        if (const auto family = find("job.model_name"))
            name = Value{.text = family->text + "-" + flavor->text, .place = family->place};
    if (!name)
        return question("workload.model", "Which model? Import its config.json with this file.");
    for (const char* size :
        {"workload.layers", "workload.hidden", "workload.ffn", "workload.heads", "workload.experts"})
        if (const auto changed = find(size); changed && !changed->assumed) {
            skip(changed->place, fmt::format("it changes {}, so the library's model is not used", excerpt(name->text)));
            return question("workload.model",
                fmt::format("Which sizes has {} after the changes of the file? Import its config.json with this file.",
                    excerpt(name->text)));
        }
    std::string text = name->text;
    if (const std::size_t dot = text.rfind('.'); name->text.starts_with("torchtune.") && dot != std::string::npos)
        text = text.substr(dot + 1);
    for (const std::string_view adapter : {"qlora_", "lora_"}) // torchtune names what it trains with the model
        if (text.starts_with(adapter))
            text = text.substr(adapter.size());
    const std::string_view id = modelPresetOf(text);
    if (id.empty()) {
        skip(name->place, fmt::format("the model {} is in no library", excerpt(name->text)));
        return question(
            "workload.model", fmt::format("What is {}? Import its config.json with this file.", excerpt(name->text)));
    }
    setChoice("workload.model", id, name->place);
}

void Settling::settleSizes()
{
    for (const std::string_view size : sizes)
        pass(size);
    const bool gated = numberOf("workload.gated", 0) != 0;
    const double hidden = numberOf("workload.hidden", 0);
    if (find("workload.ffn")) {
        pass("workload.ffn");
    } else if (const auto fused = find("job.fused_ffn")) {
        set("workload.ffn", gated ? fused->number / 2 : fused->number, fused->place);
    } else if (const auto ratio = find("job.ffn_ratio")) {
        set("workload.ffn", ratio->number * hidden / (gated ? 2 : 1), ratio->place);
    } else if (m_files.front().software == "Megatron-LM" || (m_files.front().software == "GPT-NeoX" && !gated)) {
        constexpr double multiple = 64;
        set("workload.ffn", gated ? std::floor(4 * hidden * 2 / 3 / multiple) * multiple : 4 * hidden,
            fmt::format("default of {}, from the hidden size", m_files.front().software), true);
    }
    if (numberOf("job.one_query_head", 0) != 0) {
        set("workload.kv_heads", 1, find("job.one_query_head")->place);
    } else if (const auto kv = find("workload.kv_heads")) {
        set("workload.kv_heads", *kv);
    } else if (const auto groups = find("job.query_groups"); groups && numberOf("job.grouped_queries", 0) != 0) {
        set("workload.kv_heads", groups->number, groups->place);
    } else if (const auto heads = find("workload.heads")) {
        if (groups)
            skip(groups->place, "num_query_groups has no effect without group_query_attention");
        set("workload.kv_heads", heads->number, "as many as attention heads", true);
    }
    if (numberOf("job.latent_attention", 0) != 0) {
        const auto rank = find("job.key_latent");
        constexpr double usual_rank = 512;
        set("workload.key_latent", rank ? rank->number : usual_rank, rank ? rank->place : "default of Megatron-LM",
            !rank);
    }
    settleVocabulary();
    settleExperts();
}

void Settling::settleVocabulary()
{
    if (find("workload.vocabulary"))
        return pass("workload.vocabulary");
    auto words = find("job.vocabulary");
    if (const auto tokenizer = find("job.tokenizer"); !words && tokenizer && tokenizer->text == "GPT2BPETokenizer")
        words = Value{50257, {}, tokenizer->place + ", GPT-2's tokenizer", true};
    if (!words)
        return question("workload.vocabulary", "How large is the vocabulary?");
    const double multiple = numberOf("job.vocabulary_multiple", 1) * std::max(1.0, numberOf("plan.tensor_parallel", 1));
    set("workload.vocabulary", std::ceil(words->number / multiple) * multiple, words->place, words->assumed);
}

void Settling::settleExperts()
{
    if (numberOf("workload.experts", 1) <= 1)
        return;
    const auto of_deepspeed = find("job.deepspeed_top_k");
    const bool deepspeed = numberOf("job.deepspeed", 0) != 0 || of_deepspeed;
    if (deepspeed)
        set("workload.top_k", of_deepspeed ? of_deepspeed->number : 1,
            of_deepspeed ? of_deepspeed->place : "default of Megatron-DeepSpeed (megatron/arguments.py)",
            !of_deepspeed);
    else
        pass("workload.top_k");
    const double dense_ffn = settingOf(m_evidence, "workload.ffn").value_or(0);
    const auto expert = find("job.expert_ffn");
    if (expert)
        set("workload.ffn", expert->number, expert->place);
    const double expert_ffn = expert ? expert->number : dense_ffn;
    if (const auto shared = find("job.shared_ffn"); shared && expert_ffn > 0) {
        const double count = shared->number / expert_ffn;
        if (count == std::floor(count))
            set("workload.shared_experts", count, shared->place);
        else
            skip(shared->place, "a shared expert that is no whole number of experts wide is not used");
    } else {
        pass("workload.shared_experts");
    }
    const double layer_count = numberOf("workload.layers", 0);
    if (const auto interval = find("job.expert_interval"); interval && interval->number > 1 && layer_count > 0) {
        set("workload.dense_layers", layer_count - std::floor(layer_count / interval->number), interval->place,
            interval->assumed);
        set("workload.dense_ffn", expert ? dense_ffn : 0, interval->place, interval->assumed);
        skip(interval->place,
            fmt::format(
                "experts in every {} layers are counted as if the layers without came first", interval->number));
    } else if (deepspeed && !interval) { // 2 or 1, by the release
        question("workload.dense_layers", "How many layers have no experts?");
    }
    if (const auto first = find("job.first_dense"); first && first->number > 0) {
        set("workload.dense_layers", *first);
        set("workload.dense_ffn", expert ? dense_ffn : 0, first->place);
    }
    if (const auto layers = find("job.mixture_layers");
        layers && layers->text != "1" && layers->text != "'1'" && !everyLayer(layers->text)) {
        // "([0]*3+[1]*58)": three layers without experts at the beginning.
        const std::size_t star = layers->text.find("[0]*");
        const auto count =
            star == std::string::npos ? std::nullopt : leadingNumber(std::string_view(layers->text).substr(star + 4));
        const bool leads = layers->text.find("[1]") > star;
        if (count && leads && layers->text.find("[0]", star + 1) == std::string::npos) {
            set("workload.dense_layers", *count, layers->place);
            set("workload.dense_ffn", expert ? dense_ffn : 0, layers->place);
        } else {
            skip(layers->place, fmt::format("moe_layer_freq {} is not understood", excerpt(layers->text)));
            question("workload.dense_layers", "How many layers at the beginning have no experts?");
        }
    }
}

void Settling::countParameters()
{
    if (const auto experts = find("job.unread_experts"); experts && !has("workload.experts"))
        question({},
            fmt::format(
                "This job is not modeled ({}): its model has experts whose sizes are not read.", experts->place));
    Scenario s;
    const Parameter* lacking = nullptr;
    for (const char* id : {"workload.heads", "workload.ffn", "workload.vocabulary"})
        if (!has(id) && !lacking)
            lacking = &parameter(id);
    if (lacking) {
        question(lacking->id, fmt::format("What is the model's {}?", lowered(lacking->label)));
        return;
    }
    resetModel(s);
    for (const ObservedSetting& setting : m_evidence.settings)
        if (setting.parameter.starts_with("workload."))
            parameter(setting.parameter).assign(s, setting.value);
    const ParameterCount count = kneepoint::countParameters(s.workload);
    setChoice("workload.kind", "transformer", "counted");
    set("workload.parameters", count.total, "counted from the sizes of the layers");
    set("workload.active_parameters", count.active, "counted from the sizes of the layers");
}

} // namespace kneepoint::job
