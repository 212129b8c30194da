// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/evidence/tuning_names.h"
#include "model/imports/job_configuration/settling.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint::job {
namespace {

constexpr std::string_view rank_source = "default of PEFT (src/peft/tuners/lora/config.py)";

std::string_view idOf(LoraTargets targets)
{
    switch (targets) {
    case LoraTargets::query_value:
        return "query-value";
    case LoraTargets::attention:
        return "attention";
    case LoraTargets::feed_forward:
        return "feed-forward";
    case LoraTargets::all_linear:
        break;
    }
    return "all-linear";
}

} // namespace

/// Adapters, and whether the weights beside them have 4 bits. Where the software has no defaults of its own, PEFT gives
/// adapters of rank 8 to the queries and values of most models; torchtune names its recipe in the model.
void Settling::settleTuning()
{
    auto adapters = find("job.adapters");
    const auto component = find("job.component");
    if (!adapters && component && contains(component->text, "lora_"))
        adapters = Value{.text = contains(component->text, "qlora_") ? "qlora" : "lora", .place = component->place};
    if (!adapters) {
        const auto has_trainer = [](const JobStatement& file) { return file.software == "Hugging Face Trainer"; };
        if (std::ranges::any_of(m_files, has_trainer) && (find("workload.lora_rank") || find("job.lora_targets")))
            question(
                "workload.tuning", "Are adapters trained, or all weights? The files set adapters without saying so.");
        return;
    }
    if (adapters->text == "frozen-part")
        return settleFrozen(*adapters);
    const auto bits = find("job.frozen_bits");
    const bool quantized = adapters->text == "qlora" || (adapters->text == "lora" && bits && bits->number == 4);
    setChoice("workload.tuning", quantized ? "qlora" : adapters->text, adapters->place, adapters->assumed);
    if (adapters->text == "full")
        return;
    constexpr double usual_rank = 8;
    if (const auto rank = find("workload.lora_rank"))
        set("workload.lora_rank", *rank);
    else
        set("workload.lora_rank", usual_rank, std::string(rank_source), true);
    const auto all = find("job.lora_everywhere");
    const auto named = find("job.lora_targets");
    const auto targets = named ? loraTargetsOf(named->text) : std::nullopt;
    if (all && all->number != 0)
        setChoice("workload.lora_targets", "all-linear", all->place);
    else if (targets)
        setChoice("workload.lora_targets", idOf(*targets), named->place, named->assumed);
    else if (named)
        skip(named->place, fmt::format("which matrices {} are is not known", excerpt(named->text)));
    else
        setChoice("workload.lora_targets", "query-value", std::string(rank_source), true);
}

double Settling::layersOfModel() const
{
    if (const auto stated = settingOf(m_evidence, "workload.layers"))
        return *stated;
    const auto named = settingOf(m_evidence, "workload.model");
    const ModelPreset* model = named ? presetAt(modelPresets(), static_cast<PresetIndex>(*named)) : nullptr;
    if (!model)
        return 0;
    const auto layers = std::ranges::find(model->settings, "workload.layers", &PresetValue::parameter);
    return layers == model->settings.end() ? 0 : layers->value;
}

/// LLaMA-Factory trains the last layers, two unless another number is stated; a negative number trains the first ones.
void Settling::settleFrozen(const Value& adapters)
{
    constexpr double usual = 2;
    const auto stated = find("job.trained_layers");
    const double trained = stated ? stated->number : usual;
    const std::string place =
        stated ? stated->place : "default of LLaMA-Factory (src/llamafactory/hparams/finetuning_args.py)";
    const double layers = layersOfModel();
    if (trained <= 0) {
        skip(place, "the first layers are trained: only frozen first layers are modeled");
        question("workload.tuning", "Which part is trained? The first layers cannot be trained alone.");
    } else if (layers <= 0) {
        question("workload.frozen_share", "How many layers does the model have? The last ones are trained.");
    } else {
        setChoice("workload.tuning", "frozen-part", adapters.place, adapters.assumed);
        set("workload.frozen_share",
            std::clamp(1 - trained / layers, 0.0, parameter("workload.frozen_share").range.max), place, !stated);
    }
}

bool Settling::comparesAnswers()
{
    const auto goal = find("job.other_goal");
    return goal && goal->text == "dpo";
}

/// TRL copies the model, or takes it without its adapters (trl/trainer/dpo_trainer.py).
void Settling::settleReference()
{
    if (!comparesAnswers())
        return;
    const auto goal = find("job.other_goal");
    const auto before = find("job.reference_before");
    const auto loss = find("job.preference_loss");
    if (before && before->number != 0)
        setChoice("workload.reference_model", "none", before->place);
    else if (loss && (loss->text == "orpo" || loss->text == "simpo"))
        setChoice("workload.reference_model", "none", loss->place);
    else
        setChoice("workload.reference_model",
            settingOf(m_evidence, "workload.tuning").value_or(0) > 0 ? "shared" : "copy", goal->place);
}

/// The most that is offloaded counts; disks are not modeled.
void Settling::settleOffload()
{
    if (const auto words = find("job.fsdp_words"); words && contains(words->text, "offload"))
        setChoice("plan.offload", "optimizer-and-parameters", words->place);
    struct Kind {
        std::string_view fact, choice;
    };
    static constexpr Kind kinds[] = {{"job.offload_parameters", "optimizer-and-parameters"},
        {"job.offload_optimizer", "optimizer"}, {"job.offload_activations", "activations"}};
    for (const auto& [fact, choice] : kinds) {
        const auto device = find(fact);
        if (!device)
            continue;
        if (device->text == "nvme")
            skip(device->place, "training state on disk is not modeled");
        else if (!has("plan.offload"))
            setChoice("plan.offload", choice, device->place);
        else if (choice == "activations")
            skip(device->place, "activations in host memory are not counted beside training state there");
    }
}

} // namespace kneepoint::job
