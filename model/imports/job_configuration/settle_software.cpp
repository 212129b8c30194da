// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/imports/job_configuration/settling.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint::job {
namespace {

/// The optimizer that a lower-case name means: "adamw_torch_fused", "paged_adamw_8bit", "dist_muon"; empty if none is
/// known by its states.
std::string_view optimizerNamed(std::string_view name)
{
    const auto has = [&](std::string_view part) { return contains(name, part); };
    if (has("4bit") || has("fp8") || has("galore") || has("apollo") || has("mini"))
        return {};
    if (has("8bit"))
        return has("adam") ? "adamw-8bit" : "";
    for (const std::string_view one : {"muon", "adafactor", "lion", "sgd"})
        if (has(one))
            return one;
    return has("adam") ? "adamw" : "";
}

} // namespace

void Settling::settleRecipe()
{
    const auto recipe = find("job.recipe");
    if (!recipe)
        return;
    const bool is_format = recipe->text == "mxfp8" || recipe->text == "nvfp4";
    setChoice(is_format ? "workload.precision" : "workload.narrow_scaling", recipe->text, recipe->place);
}

void Settling::settlePrecision()
{
    const auto converts = [](const auto& converters, std::string_view format) {
        return converters && contains(converters->text, format);
    };
    if (const auto narrow = find("job.narrow")) {
        setChoice("workload.precision", narrow->text, narrow->place);
        settleRecipe();
    } else if (const auto mixed = find("job.mixed_precision")) { // "fp8 current"
        const std::string_view words = mixed->text;
        const std::size_t format = std::min(words.find(' '), words.size());
        setChoice("workload.precision", words.substr(0, format), mixed->place);
        if (format < words.size())
            setChoice("workload.narrow_scaling", words.substr(format + 1), mixed->place);
    } else if (const auto converters = find("job.converters"); converts(converters, "float8")) {
        setChoice("workload.precision", "fp8", converters->place);
        settleRecipe();
    } else if (converts(converters, "mx")) {
        setChoice("workload.precision", "mxfp8", converters->place);
    } else if (const auto pure = find("job.pure_bf16")) {
        setChoice("workload.precision", "bf16", pure->place);
        skip(pure->place, "weights and optimizer states are in 16 bits too; they are counted in 32");
    } else if (const auto stated = find("workload.precision"), loaded = find("job.loaded_in");
               loaded && (!stated || stated->assumed)) {
        if (loaded->text == "auto") {
            question("workload.precision", "Which precision is the model kept in, from which its weights are loaded?");
        } else {
            setChoice("workload.precision", loaded->text, loaded->place);
            skip(loaded->place, "weights and optimizer states are in 16 bits too; they are counted in 32");
        }
    } else if (stated && !(stated->assumed && lacksFile())) {
        set("workload.precision", *stated);
    }
    pass("plan.gradient_precision");
    const auto precision = find("workload.precision");
    const bool megatron = m_files.front().software == "Megatron-LM" || m_files.front().software == "Primus";
    if (megatron && precision && precision->text == "bf16" && !has("plan.gradient_precision"))
        setChoice("plan.gradient_precision", "fp32",
            "default of Megatron-LM with bf16 (megatron/training/arguments.py)", true);
    const auto layers = find("job.recompute_layers"), method = find("job.recompute_method");
    const auto recompute = find("plan.recompute");
    const double stage_layers = settingOf(m_evidence, "workload.layers").value_or(INFINITY)
        / settingOf(m_evidence, "plan.pipeline_parallel").value_or(1);
    if (recompute && recompute->text == "full" && method && layers && method->text == "block"
        && layers->number < stage_layers) {
        skip(layers->place, "recomputation of a block of layers is not modeled, so recomputation is not set");
        question("plan.recompute", "Which recomputation comes closest: full, selective or none?");
    } else if (const auto sharded = find("job.fsdp_recompute"); sharded && (sharded->number != 0 || !recompute)) {
        // The script may recompute too; what it states comes first.
        setChoice("plan.recompute", sharded->number != 0 ? "full" : "none", sharded->place, sharded->number == 0);
    } else {
        pass("plan.recompute");
    }
    if (const auto optimizer = find("job.optimizer")) {
        if (const std::string_view known = optimizerNamed(lowered(optimizer->text)); !known.empty())
            setChoice("plan.optimizer", known, optimizer->place);
        else
            skip(optimizer->place,
                fmt::format(
                    "the states of the optimizer {} are not known; those of Adam are used", excerpt(optimizer->text)));
    }
}

void Settling::settleSharding()
{
    const auto sharding = find("job.sharding");
    const auto words = find("job.fsdp_words");
    const auto distributed = find("job.distributed");
    const double replicas = m_gpus / m_replica;
    const auto group = [&](double size, const std::string& place) {
        if (size >= 2 && size < replicas)
            set("plan.shard_group", size, place);
    };
    if (const auto strategy = find("job.fsdp_stage"); strategy && numberOf("job.fsdp", 0) != 0) {
        set("plan.zero_stage", *strategy);
    } else if (const auto fsdp = find("job.fsdp"); fsdp && fsdp->number != 0) {
        set("plan.zero_stage", 3, fsdp->place);
    } else if (const auto optimizer = find("job.distributed_optimizer"); optimizer && optimizer->number != 0) {
        set("plan.zero_stage", 1, optimizer->place);
    } else if (sharding) {
        const std::string& name = sharding->text;
        if (contains(name, "FULL_SHARD") || name == "1")
            set("plan.zero_stage", 3, sharding->place);
        else if (contains(name, "SHARD_GRAD_OP") || name == "2")
            set("plan.zero_stage", 2, sharding->place);
        else if (contains(name, "NO_SHARD") || name == "3")
            set("plan.zero_stage", 0, sharding->place);
        else if (contains(name, "HYBRID_SHARD") || name == "4") {
            set("plan.zero_stage", 3, sharding->place);
            if (m_per_node > 0)
                group(m_per_node, sharding->place + ", within a node");
            else if (!find("job.shard_group"))
                question("plan.shard_group", "How many GPUs does hybrid sharding shard among?");
        } else
            skip(sharding->place, fmt::format("the sharding strategy {} is not understood", excerpt(name)));
    } else if (words && contains(words->text, "full_shard")) {
        set("plan.zero_stage", 3, words->place);
    } else if (words && contains(words->text, "shard_grad_op")) {
        set("plan.zero_stage", 2, words->place);
    } else if (const auto stage = find("plan.zero_stage"); stage && !stage->assumed) {
        set("plan.zero_stage", stage->number, stage->place);
    } else if (const auto shard = find("job.shard")) {
        const double replicate = numberOf("job.replicate", 1);
        const bool staged = settingOf(m_evidence, "plan.pipeline_parallel").value_or(1) > 1;
        const auto reshards = find("job.reshards");
        if (shard->number == 1)
            set("plan.zero_stage", 0, shard->place);
        else
            set("plan.zero_stage", reshards ? reshards->number : staged ? 2 : 3, shard->place, shard->assumed);
        if (replicate > 1 && shard->number != 1)
            group(shard->number > 1 ? shard->number : replicas / replicate, shard->place);
    } else if (distributed && (distributed->text == "MULTI_GPU" || distributed->text == "ddp")) {
        set("plan.zero_stage", 0, distributed->place);
    } else if (stage && !lacksFile()) {
        set("plan.zero_stage", *stage);
    }
    if (const auto stated = find("job.shard_group"))
        group(stated->number, stated->place);
    question("plan.zero_stage", "Are optimizer states, gradients and weights sharded (ZeRO stage 0 to 3)?");
}

void Settling::settleSoftware()
{
    for (const JobStatement& file : m_files)
        if (!file.stack.empty()) {
            std::string stack = file.stack;
            if (file.software == "TorchTitan" && numberOf("job.compile", 0) != 0)
                stack = numberOf("job.async_tensor", 0) != 0 ? "torchtitan-async" : "torchtitan-2024";
            else if (file.software == "Megatron-LM" && numberOf("job.overlap", 0) != 0)
                stack = "nemo-2024"; // Megatron-Core whose gradients overlap (presets/names/software.json)
            else if ((file.software == "torchtune" || file.software == "OLMo-core") && numberOf("job.compile", 0) != 0)
                stack = "generic-fsdp-compiled";
            setChoice(
                "stack.software", stack, fmt::format("a file of {}; its release is not stated", file.software), true);
            break;
        }
    if (const auto partial = find("job.partial"))
        question({}, fmt::format("This job is not modeled ({}): {}.", partial->place, partial->text));
    if (const auto goal = find("job.other_goal"); goal && !comparesAnswers())
        question({},
            fmt::format("This job is not modeled ({}): a step of {} runs other models too.", goal->place, goal->text));
    if (const auto loss = find("job.loss"); loss && contains(loss->text, "rlhf"))
        question({},
            fmt::format(
                "This job is not modeled ({}): a step of {} runs other models too.", loss->place, excerpt(loss->text)));
    listOtherFiles();
}

bool Settling::isMissing(const JobFact& fact) const
{
    const std::string name = fact.text.substr(fact.text.rfind('/') == std::string::npos ? 0 : fact.text.rfind('/') + 1);
    return fact.target == "job.other_file" && std::ranges::find(m_files, name, &JobStatement::file) == m_files.end();
}

bool Settling::lacksFile() const
{
    return std::ranges::any_of(m_facts, [&](const JobFact& fact) { return isMissing(fact); });
}

void Settling::listOtherFiles()
{
    for (const JobFact& fact : m_facts) {
        if (isMissing(fact))
            skip(fact.place, fmt::format("{} is part of this job; import it with this file", excerpt(fact.text)));
    }
}

void Settling::askWhatIsOpen()
{
    for (const JobFact& fact : m_facts) {
        const Parameter* p = fact.target == "job.open" ? findParameter(fact.text) : nullptr;
        if (p)
            question(p->id, fmt::format("{}: which value? The files leave it open ({}).", p->label, fact.place));
    }
}

void Settling::ask()
{
    pass("cluster.machine");
    if (!has("cluster.gpu") && !has("cluster.machine"))
        question("cluster.gpu", "Which GPU?");
    if (!has("cluster.interconnect") && !has("cluster.machine")
        && (m_gpus <= 0 || m_per_node <= 0 || m_gpus > m_per_node))
        question("cluster.interconnect", "Which network connects the nodes?");
    question("workload.precision", "Which precision?");
    question("plan.recompute", "Are activations recomputed: full, selective or none?");
    askWhatIsOpen();
    std::erase_if(m_evidence.questions, [&](const JobQuestion& q) {
        return !q.parameter.empty()
            && (has(q.parameter)
                || std::ranges::find(m_answers, q.parameter, &ObservedSetting::parameter) != m_answers.end());
    });
}

} // namespace kneepoint::job
