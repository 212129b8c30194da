// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/cause_evidence.h"

#include "model/analysis/throughput.h"
#include "model/cost/collectives.h"
#include "model/cost/offload.h"
#include "model/cost/operations.h"
#include "model/cost/optimizer_update.h"
#include "model/job/adapters.h"
#include "model/job/pipeline.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint::evidence {

using words::bytes;
using words::number;
using words::percent;
using words::seconds;

namespace {

std::string bits(double value)
{
    return formatQuantity(value, Unit::bits_per_second);
}

std::string partTimes(const StepReport& step, Part part)
{
    const PartTime& t = step.part(part);
    const std::string exposed = t.hidden_s > 0 ? seconds(t.exposed_s) : "all";
    return fmt::format(
        "Of each step, {} goes to {}; {} of it is exposed.", seconds(t.total_s()), partLabel(part), exposed);
}

/// The verdicts of the network-bottleneck article, step 5: of γ at 1 and 10, of utilization at 50 % and 20 %.
Sentences networkVerdicts(const Analysis& a)
{
    Sentences said;
    const double gamma = a.step.gamma;
    const double used = gpuUtilization(a.step);
    if (gamma > 1)
        said.push_back(fmt::format("{}: communication takes {} as long as compute.",
            gamma > 10 ? "Severely network-bound" : "Network-bound", formatQuantity(gamma, Unit::factor)));
    if (used < 0.2)
        said.push_back(fmt::format("GPUs compute {} of the time and are idle the rest.", percent(used)));
    else if (used < 0.5)
        said.push_back(fmt::format("GPUs compute {} of the time: the network is the bottleneck.", percent(used)));
    return said;
}

} // namespace

Part largestExposure(const StepReport& step)
{
    constexpr std::array parts{Part::data_comm, Part::pipeline_comm, Part::context_comm};
    return *std::ranges::max_element(parts, {}, [&](Part part) { return step.part(part).exposed_s; });
}

Sentences exposedCommunication(const Analysis& a, const Loss&)
{
    const StepReport& r = a.step;
    const Part part = largestExposure(r);
    Sentences said;
    if (part == Part::data_comm)
        said.push_back(fmt::format("{} of gradients per GPU and step; each GPU sends and receives {}.",
            bytes(r.gradient_bytes), bytes(r.network_bytes)));
    said.push_back(fmt::format(
        "γ = {}: {} of communication for {} of compute.", number(r.gamma), seconds(r.comm_s), seconds(r.compute_s)));
    said.push_back(partTimes(r, part));
    for (std::string& verdict : networkVerdicts(a))
        said.push_back(std::move(verdict));
    return said;
}

Sentences starvedInput(const Analysis& a, const Loss&)
{
    const Scenario& s = a.scenario;
    const double per_replica = a.step.microbatch * a.step.microbatches;
    const double busy_s = a.step.step_s - a.step.part(Part::input).exposed_s;
    return {fmt::format("Each replica consumes {} examples per step; its data loader delivers {}, so loading takes {}.",
                number(per_replica), formatQuantity(s.cluster.loader_rate, Unit::examples_per_second),
                seconds(a.step.load_s)),
        fmt::format("The rest of the step takes {}; to keep up, the loader has to deliver {}.", seconds(busy_s),
            formatQuantity(per_replica / busy_s, Unit::examples_per_second))};
}

Sentences straggler(const Analysis& a, const Loss&)
{
    Sentences said;
    if (a.scenario.assumptions.stragglers)
        said.push_back(fmt::format("With {} GPUs, {} of the steps have at least one slow GPU.", number(a.step.gpus),
            percent(a.step.p_any_slow)));
    if (const double slope = a.scenario.stack.straggler_slope; slope > 0)
        said.push_back(
            fmt::format("With this software the step grows by {} for every doubling of the replicas.", percent(slope)));
    if (a.step.part(Part::straggler).exposed_s > 0)
        said.push_back(partTimes(a.step, Part::straggler));
    if (a.scenario.assumptions.sync_delay_s > 0)
        said.push_back(fmt::format("A fixed delay of {} at every barrier adds up to {} GPU-hours over the run.",
            seconds(a.scenario.assumptions.sync_delay_s),
            number(a.scenario.assumptions.sync_delay_s * a.training.steps * a.step.gpus / 3600)));
    return said;
}

Sentences tinyBatch(const Analysis& a, const Loss&)
{
    const StepReport& r = a.step;
    return {fmt::format("Micro-batch {} ({} tokens).", number(r.microbatch),
                number(r.microbatch * tokensPerExample(a.scenario.workload))),
        fmt::format("Arithmetic intensity is {} FLOP per byte of HBM traffic; the ridge is at {}.",
            number(r.roof.arithmetic_intensity), number(a.roofline.memory_ridge)),
        fmt::format("Kernel launches add {} and HBM traffic {} to the GEMMs.", seconds(r.part(Part::launch).exposed_s),
            seconds(r.part(Part::memory).exposed_s))};
}

Sentences largeBatch(const Analysis& a, const Loss&)
{
    return {fmt::format("The global batch is {}, the critical batch size {}.", number(a.step.global_batch),
                number(a.scenario.workload.critical_batch)),
        fmt::format("{} of the examples help; the run takes {} steps.", percent(a.training.statistical_efficiency),
            number(a.training.steps)),
        fmt::format(
            "GPUs compute {} of the time, so the hardware is not the bottleneck.", percent(gpuUtilization(a.step)))};
}

Sentences protocolOverhead(const Analysis& a, const Loss&)
{
    const Cluster& c = a.scenario.cluster;
    Sentences said{fmt::format("The transport reaches {} of the line rate: {} of {}.", percent(c.link_efficiency),
        bits(c.link_rate * c.link_efficiency), bits(c.link_rate))};
    if (a.step.latency_s > 0) // a collective model without latency says nothing about it
        said.push_back(fmt::format(
            "{} of the {} of communication is latency.", seconds(a.step.latency_s), seconds(a.step.comm_s)));
    const double bucket_bytes = resolve(a.scenario, a.calibration).placement.exchange.bucket_bytes;
    const double buckets = std::ceil(std::max(1.0, a.step.gradient_bytes / bucket_bytes));
    said.push_back(fmt::format("{} of gradients are sent in {}.", bytes(a.step.gradient_bytes),
        buckets == 1 ? "one bucket" : number(buckets) + " buckets"));
    return said;
}

Sentences contention(const Analysis& a, const Loss&)
{
    const Cluster& c = a.scenario.cluster;
    Sentences said;
    if (c.nics_per_node < c.gpus_per_node)
        said.push_back(fmt::format("The {} GPUs of a node share {} of {}: {} per GPU.", number(c.gpus_per_node),
            c.nics_per_node == 1 ? "one NIC" : number(c.nics_per_node) + " NICs", bits(c.link_rate),
            bits(c.lineRatePerGpu())));
    if (c.oversubscription > 1)
        said.push_back(fmt::format(
            "{} GPUs span leaf switches of {} GPUs each; traffic between them gets 1/{} of the NIC bandwidth.",
            number(a.step.gpus), number(c.pod_gpus), number(c.oversubscription)));
    return said;
}

Sentences pipelineBubble(const Analysis& a, const Loss&)
{
    const Plan& p = a.scenario.plan;
    const double chunks = chunksPerStage(a.scenario.plan);
    return {fmt::format("{} stages, {} micro-batches, {} virtual stage{} per GPU.", number(p.pipeline_parallel),
                number(p.accumulation), number(chunks), chunks == 1 ? "" : "s"),
        partTimes(a.step, Part::bubble)};
}

Sentences slowTensorLink(const Analysis& a, const Loss&)
{
    const Scenario& s = a.scenario;
    const GroupLinks links = groupLinks(s.cluster, s.plan.tensor_parallel, 1);
    return {fmt::format("Tensor-parallel groups of {} on {}-GPU nodes: their ring runs at {}.",
                number(s.plan.tensor_parallel), number(s.cluster.gpus_per_node),
                formatQuantity(links.ringBps(), Unit::bytes_per_second)),
        partTimes(a.step, Part::tensor_comm)};
}

Sentences overSharding(const Analysis& a, const Loss& loss)
{
    const Plan& p = a.scenario.plan;
    Sentences said{fmt::format("TP {} × PP {} leaves {} of {} per GPU unused.", number(p.tensor_parallel),
        number(p.pipeline_parallel), bytes(a.step.memory.capacity - a.step.memory.total()),
        bytes(a.step.memory.capacity))};
    if (!loss.layout.empty())
        said.push_back(fmt::format("{} takes {} per step instead of {}.",
            layoutLabel(a.scenario, loss.layout, a.calibration), seconds(loss.step_without_s), seconds(a.step.step_s)));
    for (const Part part : {Part::tensor_comm, Part::bubble})
        if (a.step.part(part).exposed_s > 0)
            said.push_back(partTimes(a.step, part));
    return said;
}

Sentences expertAllToAll(const Analysis& a, const Loss&)
{
    const Scenario& s = a.scenario;
    return {fmt::format("{} experts over {} replicas on {}-GPU nodes; each token is routed to {}.",
                number(s.workload.experts), number(std::min(s.plan.expert_parallel, a.step.workers)),
                number(s.cluster.gpus_per_node), number(s.workload.top_k)),
        partTimes(a.step, Part::expert_comm)};
}

Sentences outOfMemory(const Analysis& a, const Loss&)
{
    const MemoryUse& m = a.step.memory;
    std::string kinds;
    for (const MemoryKind& kind : memory_kinds)
        if (m.*kind.bytes > 0)
            kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", kind.label, bytes(m.*kind.bytes));
    Sentences said{fmt::format("Needs {} per GPU; {} available, {} short.", bytes(m.total()), bytes(m.capacity),
                       bytes(m.total() - m.capacity)),
        "By kind: " + kinds + "."};
    if (const int stages = stageCount(a.scenario.plan.pipeline_parallel); stages > 1)
        said.push_back(fmt::format("Pipeline stage {} of {} needs the most.", m.stage + 1, stages));
    return said;
}

Sentences failures(const Analysis& a, const Loss&)
{
    const Goodput& g = a.training.goodput;
    const auto hours = [](double value) { return formatQuantity(value, Unit::hours); };
    return {fmt::format("{} GPUs are interrupted every {} on average; a run of {} sees {} interruptions.",
                number(a.step.gpus), hours(g.interruption_s), hours(a.training.time_s),
                number(std::round(a.training.time_s / g.interruption_s))),
        fmt::format("Checkpoints every {} take {} of the run, repeated work {}, restarts {}.",
            seconds(g.checkpoint_interval_s), percent(g.checkpoint_share), percent(g.rework_share),
            percent(g.restart_share))};
}

Sentences offloadLink(const Analysis& a, const Loss&)
{
    const OffloadTime time = offloadTime(resolve(a.scenario, a.calibration));
    Sentences said{fmt::format("The host holds {} for each GPU; the link to it carries {} each way.",
        bytes(a.step.memory.host), formatQuantity(a.scenario.cluster.host_bandwidth, Unit::bytes_per_second))};
    if (time.update_s > 0)
        said.push_back(
            fmt::format("The CPUs of a node update its parameters in {}, once per step.", seconds(time.update_s)));
    if (time.stream_s > 0)
        said.push_back(fmt::format("The passes send {} over that link.", seconds(time.stream_s)));
    return said;
}

Sentences dequantization(const Analysis& a, const Loss&)
{
    return {
        fmt::format("{} frozen parameters are restored from 4 to 16 bits in every pass of each of {} micro-batches.",
            formatQuantity(a.scenario.workload.parameters, Unit::count), number(a.step.microbatches)),
        fmt::format("That does not depend on the tokens of a micro-batch, of which there are {}.",
            number(a.step.microbatch * a.scenario.workload.sequence_length))};
}

Sentences expertImbalance(const Analysis& a, const Loss&)
{
    return {fmt::format("The fullest of {} expert-parallel ranks gets {} times as many tokens as the mean.",
                number(a.scenario.plan.expert_parallel), number(a.scenario.workload.expert_imbalance)),
        "The others wait for it in every layer with experts, and it needs memory for more tokens."};
}

Sentences padding(const Analysis& a, const Loss&)
{
    const Workload& w = a.scenario.workload;
    return {fmt::format("The mean example fills {} of {} tokens of a sequence.", number(tokensPerExample(w)),
                number(w.sequence_length)),
        "All layers compute the rest, too, and keep its activations."};
}

Sentences adapterBound(const Analysis& a, const Loss&)
{
    const ModelShape shape = resolve(a.scenario, a.calibration).setup.model;
    const bool experts = shape.dense_layers < shape.layers;
    const AdapterCount layer = adaptersOfLayer(shape, experts);
    const double trained = adaptersOfStages(shape, 1);
    return {fmt::format("Adapters of rank {} beside {} matrices of a layer train {} of {} parameters.",
                number(shape.adapters.rank), number(std::round(layer.modules)), formatQuantity(trained, Unit::count),
                formatQuantity(a.scenario.workload.parameters, Unit::count)),
        fmt::format("Each adds two GEMMs and their launches to a pass over {} tokens, and its output is added to that "
                    "of its matrix.",
            number(a.step.microbatch * a.scenario.workload.sequence_length))};
}

Sentences optimizerGathers(const Analysis& a, const Loss&)
{
    const OptimizerUpdate update = optimizerUpdate(resolve(a.scenario, a.calibration));
    Sentences said{fmt::format("Orthogonalizing the updates of whole matrices takes {} of each step, reading and "
                               "writing the state {}.",
        seconds(update.whole_s), seconds(update.state_s))};
    if (update.gather_s > 0)
        said.push_back(
            fmt::format("Sending shards to where matrices are whole, and back, takes {}.", seconds(update.gather_s)));
    if (a.scenario.plan.zero_stage == 0 && a.step.workers > 1)
        said.push_back(
            fmt::format("Without ZeRO, each of {} replicas repeats all of it.", number(std::floor(a.step.workers))));
    return said;
}

} // namespace kneepoint::evidence
