// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/settling.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/divide_batch.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/machine_names.h"
#include "model/imports/job_configuration/fact_values.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint::job {
namespace {

/// The number and the name of "gpu:h100:8", "h100:8" and "8". Slurm takes one of "gpu:h100".
struct Cards {
    double count = 1;
    std::string name;
};
Cards cardsIn(std::string_view text)
{
    Cards cards;
    for (const std::string_view part : split(text, ':'))
        if (const auto number = plainNumber(part))
            cards.count = *number;
        else if (part != "gpu")
            cards.name = std::string(part);
    return cards;
}

/// GPUs of the library that a family is made as: "a100" with 40 and 80 GB.
std::ptrdiff_t formsOf(const std::string& family)
{
    const std::string beginning = lowered(family) + "-";
    return std::ranges::count_if(
        gpuPresets(), [&](const GpuPreset& gpu) { return std::string_view(gpu.id).starts_with(beginning); });
}

} // namespace

void Settling::settleMachine()
{
    const auto product = find("job.gpu_product");
    const std::string_view gpu = product ? gpuPresetOf(product->text) : std::string_view();
    if (product && gpu.empty())
        skip(product->place, fmt::format("the GPU {} is not known", excerpt(product->text)));
    if (const auto named = find("job.machine")) {
        m_machine = machineNamed(named->text);
        if (m_machine)
            setChoice("cluster.machine", m_machine->id, named->place);
        else
            skip(named->place, whyNoMachine(named->text));
    }
    if (m_machine && !gpu.empty() && gpu != m_machine->gpu)
        skip(product->place,
            fmt::format("{} is not the GPU of {}, which is used", excerpt(product->text), m_machine->name));
    else if (!m_machine && !gpu.empty())
        setChoice("cluster.gpu", gpu, product->place);
}

/// A feature of nodes that names a GPU: "h100", "gpu&a100"; one of several is not known.
void Settling::settleConstraint()
{
    const auto feature = find("job.constraint");
    if (!feature || m_machine || has("cluster.gpu"))
        return;
    const std::string_view gpu = gpuPresetOf(feature->text);
    if (!gpu.empty() && feature->text.find('|') == std::string::npos)
        setChoice("cluster.gpu", gpu, feature->place);
}

void Settling::settleNodes()
{
    settleMachine();
    const auto processes = find("job.processes_per_node");
    const auto cards = find("job.cards_per_node");
    const auto tasks = find("job.tasks_per_node");
    std::string place;
    if (cards) {
        const Cards read = cardsIn(cards->text);
        m_per_node = read.count;
        place = cards->place;
        const std::string_view id = gpuPresetOf(read.name);
        if (m_machine && !read.name.empty() && id != m_machine->gpu)
            skip(cards->place,
                fmt::format("{} is not the GPU of {}, which is used", excerpt(read.name), m_machine->name));
        else if (!m_machine && !read.name.empty() && !id.empty()) {
            setChoice("cluster.gpu", id, cards->place);
            if (formsOf(read.name) > 1)
                skip(cards->place,
                    fmt::format("{} has several forms, with other memory or links; this one is taken: {}",
                        excerpt(read.name), id));
        }
    }
    if (const auto each = find("job.cards_per_task"); each && m_per_node <= 0 && tasks) {
        m_per_node = cardsIn(each->text).count * tasks->number;
        place = each->place;
    }
    if (processes && processes->number >= 1) {
        if (m_per_node > 0 && m_per_node != processes->number)
            skip(place,
                fmt::format("{} GPUs per node are asked for, {} processes started ({}), which are used", m_per_node,
                    processes->number, processes->place));
        m_per_node = processes->number;
        place = processes->place;
    } else if (m_per_node <= 0 && tasks && tasks->number > 1) {
        m_per_node = tasks->number;
        place = tasks->place;
    }
    if (m_machine && m_per_node <= 0)
        m_per_node = m_machine->gpus;
    if (m_per_node >= 1 && !(m_machine && m_per_node == m_machine->gpus))
        set("cluster.gpus_per_node", m_per_node, place);
    settleConstraint();
}

double Settling::meshDevices()
{
    const auto shard = find("job.shard"), slices = find("job.replicate");
    if (!shard || shard->assumed || shard->number < 1 || !slices || slices->number < 1)
        return 0;
    for (const JobFact& fact : m_facts)
        if (fact.target == "job.other_axis" && fact.number != 1) {
            skip(fact.place, "this axis of the mesh is not modeled, so the GPUs are asked");
            return 0;
        }
    return shard->number * slices->number * std::max(1.0, numberOf("plan.expert_parallel", 1)) * m_replica;
}

void Settling::settleGpus()
{
    const auto nodes = find("job.nodes");
    const auto total = find("cluster.gpus");
    const auto tasks = find("job.tasks");
    const auto cards = find("job.cards");
    const auto data = find("job.data_parallel");
    if (total) {
        m_gpus = total->number;
        set("cluster.gpus", *total);
        if (nodes && m_per_node <= 0 && isWholeNumber(m_gpus / nodes->number)) {
            m_per_node = m_gpus / nodes->number;
            set("cluster.gpus_per_node", m_per_node, fmt::format("{} GPUs on {} nodes", m_gpus, nodes->number));
        } else if (nodes && m_per_node > 0 && nodes->number * m_per_node != m_gpus) {
            skip(nodes->place,
                fmt::format("{} nodes of {} GPUs are not the {} GPUs of {}, which are used", nodes->number, m_per_node,
                    m_gpus, total->place));
        }
    } else if (nodes && m_per_node > 0) {
        m_gpus = nodes->number * m_per_node;
        set("cluster.gpus", m_gpus, fmt::format("{} nodes ({}) of {} GPUs", nodes->number, nodes->place, m_per_node));
    } else if (cards && cardsIn(cards->text).count >= 1) {
        m_gpus = cardsIn(cards->text).count;
        set("cluster.gpus", m_gpus, cards->place);
    } else if (tasks && tasks->number > 1 && !find("job.processes_per_node")) {
        m_gpus = tasks->number;
        set("cluster.gpus", m_gpus, tasks->place);
    } else if (data) {
        m_gpus = data->number * m_replica;
        set("cluster.gpus", m_gpus, fmt::format("{} replicas of {} GPUs ({})", data->number, m_replica, data->place));
    } else if (find("job.device_batch")) { // of MaxText
        if (const double devices = meshDevices(); devices > 0)
            set("cluster.gpus", m_gpus = devices, fmt::format("axes of the mesh ({})", find("job.shard")->place));
    } else if (const auto shard = find("job.shard"); shard && !shard->assumed && shard->number >= 1) {
        m_gpus = shard->number * std::max(1.0, numberOf("job.replicate", 1)) * m_replica;
        set("cluster.gpus", m_gpus, fmt::format("degrees of parallelism ({})", shard->place));
    }
}

/// Megatron-LM's sizes start with the neighbors: "2 4" are four groups of two.
void Settling::settleContext()
{
    pass("plan.context_exchange");
    const auto sizes = find("job.context_sizes");
    if (!sizes)
        return;
    const std::size_t start = sizes->text.find_first_of("0123456789");
    const std::size_t end = sizes->text.find_first_not_of("0123456789", std::min(start, sizes->text.size()));
    const auto inner = start < sizes->text.size() ? numberIn(sizes->text.substr(start, end - start)) : std::nullopt;
    if (inner)
        set("plan.context_inner", *inner, sizes->place);
    else
        skip(sizes->place, "the sizes of hierarchical context parallelism are not understood");
}

void Settling::settleDivision()
{
    if (const auto stages = find("job.pipeline_or_none"))
        set("plan.pipeline_parallel", std::max(1.0, stages->number), stages->place, stages->assumed);
    for (const char* id : {"plan.tensor_parallel", "plan.pipeline_parallel", "plan.context_parallel",
             "plan.expert_parallel", "plan.sequence_parallel", "plan.pipeline_schedule", "plan.virtual_stages",
             "plan.first_stage_layers", "plan.last_stage_layers"})
        if (!has(id))
            pass(id);
    settleContext();
    const auto dispatch = find("plan.expert_dispatch"), backend = find("job.flex_backend");
    const bool flexible = !dispatch || dispatch->text == "once-per-node";
    if (backend && flexible)
        setChoice("plan.expert_dispatch", backend->text, backend->place);
    else
        pass("plan.expert_dispatch");
    const auto degree = [&](const char* id) { return settingOf(m_evidence, id).value_or(1); };
    m_replica = degree("plan.tensor_parallel") * degree("plan.pipeline_parallel") * degree("plan.context_parallel");
    if (const auto layers = find("job.virtual_layers")) {
        const double stages = degree("plan.pipeline_parallel");
        const double chunks = settingOf(m_evidence, "workload.layers").value_or(0) / stages / layers->number;
        if (isWholeNumber(chunks))
            set("plan.virtual_stages", chunks, layers->place);
        else
            skip(layers->place,
                "the layers of a virtual stage are not used: the number of layers is not known, or they do "
                "not divide it");
    }
    if (degree("plan.virtual_stages") > 1 && !has("plan.pipeline_schedule"))
        setChoice("plan.pipeline_schedule", "interleaved", "virtual stages");
    settleNodes();
    settleGpus();
    auto global = find("workload.global_batch"); // of an answer
    if (!global)
        global = find("job.global");
    const auto micro = find("job.micro"), steps = find("job.accumulation");
    if (m_gpus <= 0 && global && micro && steps && !steps->assumed && !micro->assumed) {
        const double replicas = global->number / (micro->number * steps->number);
        if (isWholeNumber(replicas)) {
            m_gpus = replicas * m_replica;
            set("cluster.gpus", m_gpus,
                fmt::format(
                    "{} / ({} × {}) replicas of {} GPUs", global->number, micro->number, steps->number, m_replica));
        } else {
            skip(global->place, "the batch is no multiple of micro-batch × accumulation");
        }
    }
    if (m_gpus > 0 && !isWholeNumber(m_gpus / m_replica))
        skip("layout", fmt::format("{} GPUs are no multiple of the {} GPUs of a replica", m_gpus, m_replica));
    if (m_gpus <= 0 && m_per_node > 0)
        question("cluster.gpus", fmt::format("How many nodes of {} GPUs?", m_per_node));
    else if (m_gpus <= 0)
        question("cluster.gpus", "How many GPUs?");
}

void Settling::settleBatch()
{
    pass("workload.sequence_length");
    if (const auto length = find("job.sequence_or_none"))
        set("workload.sequence_length", *length);
    if (const auto steps = find("job.steps_or_none"); steps && steps->number >= 1)
        set("workload.training_steps", *steps);
    pass("workload.training_steps");
    if (has("workload.training_steps"))
        setChoice("workload.training_goal", "steps", "training steps");
    question("workload.sequence_length", "How many tokens are in a sequence?");
    auto micro = find("job.micro");
    auto steps = find("job.accumulation");
    auto global = find("workload.global_batch"); // of an answer
    const bool is_answered = global.has_value();
    if (!global)
        global = find("job.global");
    if (global && global->number < 1)
        global.reset();
    if (const auto local = find("job.local_batch")) { // of a rank, cut into micro-batches by the pipeline alone
        const bool staged = settingOf(m_evidence, "plan.pipeline_parallel").value_or(1) > 1;
        micro = local;
        if (staged)
            micro->number = std::max(1.0, numberOf("job.pipeline_micro", 1));
        steps = Value{local->number / micro->number, {}, local->place, local->assumed};
    }
    if (const auto device = find("job.device_batch")) {
        const double of_replica = device->number * m_replica;
        const double count = std::max(1.0, numberOf("job.accumulation", 1));
        micro = Value{of_replica / count, {}, fmt::format("{} per device ({})", device->number, device->place)};
    }
    const auto sequences = [&](std::string_view tokens) -> std::optional<Value> {
        const auto stated = find(tokens);
        const double length = settingOf(m_evidence, "workload.sequence_length").value_or(0);
        if (!stated || length < 1)
            return {};
        if (isWholeNumber(stated->number / length))
            return Value{stated->number / length, {}, fmt::format("{} tokens ({})", stated->number, stated->place)};
        skip(stated->place, fmt::format("{} tokens are no multiple of the sequence length", stated->number));
        return {};
    };
    if (!micro)
        micro = sequences("job.micro_tokens");
    if (!global)
        global = sequences("job.global_tokens");
    for (auto* pairs : {&micro, &global}) // an answered batch counts sequences, as the parameter does
        if (*pairs && comparesAnswers() && !(pairs == &global && is_answered))
            **pairs = Value{2 * (*pairs)->number, {}, fmt::format("pairs of answers ({})", (*pairs)->place)};
    const double replicas = m_gpus / m_replica;
    if (micro)
        set("workload.batch_per_gpu", *micro);
    else
        question("workload.batch_per_gpu", "What is the micro-batch size?");
    if (const auto tokens = find("job.global_tokens"); tokens && !has("workload.sequence_length")) {
        skip(tokens->place,
            fmt::format("a batch of {} tokens is a number of sequences once their length is known", tokens->number));
        return;
    }
    if (!global) {
        setChoice("workload.scaling", "weak", "no global batch is stated, so that of a replica is fixed");
        if (micro && steps)
            set("plan.accumulation", *steps);
        return;
    }
    setChoice("workload.scaling", "strong", global->place);
    set("workload.global_batch", *global);
    if (!micro || replicas < 1)
        return;
    const double needed = global->number / (micro->number * replicas);
    if (!isWholeNumber(needed))
        skip(global->place,
            fmt::format("a global batch of {} is no multiple of micro-batch {} × {} replicas", global->number,
                micro->number, replicas));
    else if (steps && !steps->assumed && !find("job.local_batch") && steps->number != needed)
        skip(steps->place,
            fmt::format("{} accumulated micro-batches contradict a global batch of {} on {} replicas, which needs {}",
                steps->number, global->number, replicas, needed));
    else if (steps && !steps->assumed && !find("job.local_batch"))
        set("plan.accumulation", *steps);
}

} // namespace kneepoint::job
