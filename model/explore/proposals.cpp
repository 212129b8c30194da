// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/remedies.h"

#include "model/cost/failures.h"
#include "model/cost/pipeline.h"
#include "model/scenario/presets.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr std::string_view other_hardware = "other hardware";
constexpr std::string_view lossy = "lossy: keep the error as feedback and watch convergence";
constexpr std::string_view larger_batch = "the global batch grows: retune the learning rate";
constexpr std::string_view drift = "replicas drift apart between synchronisations: watch convergence";
constexpr std::string_view engineering = "engineering time";

struct Turn {
    std::string_view id;
    double value;
};

/// What can be tried, collected for one scenario.
class Shelf {
public:
    Shelf(const Scenario& s, const StepReport& step)
        : m_s(s)
        , m_step(step)
    {
    }

    void gradients()
    {
        if (m_s.plan.gradient_precision == GradientPrecision::fp32)
            offer("gradients-bf16", "BF16 gradients", {{"plan.gradient_precision", choice(GradientPrecision::bf16)}},
                "sums of gradients round to 16 bits");
        if (m_s.plan.gradient_precision == GradientPrecision::bf16)
            offer("gradients-fp8", "FP8 gradients", {{"plan.gradient_precision", choice(GradientPrecision::fp8)}},
                "needs scaling factors; watch convergence");
        if (m_s.plan.gradient_compression < 10)
            offer("compress-10x", "Gradients compressed 10×", {{"plan.gradient_compression", 10}}, lossy);
    }

    void fewerSynchronisations()
    {
        const double m = m_s.plan.accumulation;
        offer("accumulate-4x", fmt::format("Accumulate {} micro-batches", text(4 * m)), {{"plan.accumulation", 4 * m}},
            larger_batch);
        if (m_s.plan.sync_every < 8)
            offer("sync-every-8", "Synchronise every 8 steps", {{"plan.sync_every", 8}}, drift);
    }

    void batch(double factor)
    {
        const double b = m_s.workload.batch_per_gpu * factor;
        offer(factor == 2 ? "batch-2x" : "batch-4x", fmt::format("Batch of {} per GPU", text(b)),
            {{"workload.batch_per_gpu", b}}, larger_batch);
    }

    void smallerBatch(double factor)
    {
        const double b = m_s.workload.batch_per_gpu / factor;
        if (b >= 1)
            offer(factor == 2 ? "batch-half" : "batch-quarter", fmt::format("Batch of {} per GPU", text(b)),
                {{"workload.batch_per_gpu", b}});
    }

    void fewerGpus()
    {
        const double gpus = m_s.cluster.gpus / 2;
        if (gpus >= gpusPerReplica(m_s))
            offer("gpus-half", fmt::format("{} GPUs", text(gpus)), {{"cluster.gpus", gpus}}, {}, Target::cost);
    }

    void overlap()
    {
        if (m_s.assumptions.overlap_model == OverlapModel::stack)
            return softwareOverlap();
        if (m_s.assumptions.overlap < 0.95)
            offer("overlap", "Overlap of 95 %", {{"assumptions.overlap", 0.95}}, engineering);
        if (m_s.assumptions.overlap_window < 0.667)
            offer("overlap-window", "Overlap with the whole backward pass", {{"assumptions.overlap_window", 0.667}},
                engineering);
    }

    /// The same where the software's windows say what overlaps.
    void softwareOverlap()
    {
        if (m_s.plan.zero_stage >= 2 && m_s.stack.shard_overlap < 0.95)
            offer("prefetch-weights", "Weights gathered a layer ahead, behind 95 % of a layer",
                {{"stack.shard_overlap", 0.95}}, "memory for the weights of two layers");
        if (m_s.stack.data_overlap < 0.95)
            offer("overlap", "Gradients sent behind 95 % of the backward pass", {{"stack.data_overlap", 0.95}},
                engineering);
        if (m_s.stack.shard_calls > 1)
            offer("fuse-gathers", "One gather for all tensors of a layer", {{"stack.shard_calls", 1}}, engineering);
    }

    void lessSharding()
    {
        if (m_s.plan.zero_stage == 3)
            offer("zero-2", "ZeRO stage 2", {{"plan.zero_stage", 2}});
    }

    /// The next interconnect with at least twice the bandwidth that is reached now.
    void fasterInterconnect()
    {
        const double now_Bps = m_s.cluster.link_rate * m_s.cluster.link_efficiency;
        const auto library = interconnectPresets();
        const InterconnectPreset* next = nullptr;
        const auto reached = [](const InterconnectPreset& p) { return p.line_rate * p.efficiency; };
        for (const InterconnectPreset& p : library)
            if (p.protocol == Protocol::rdma && p.efficiency < 1 && reached(p) >= 2 * now_Bps
                && (!next || reached(p) < reached(*next)))
                next = &p;
        if (next)
            offer("interconnect", next->name,
                {{"cluster.interconnect", static_cast<double>(next - library.data() + 1)}}, other_hardware);
    }

    void largerNodes()
    {
        if (m_s.cluster.gpus_per_node < 8)
            offer("nodes-of-8", "Nodes of 8 GPUs", {{"cluster.gpus_per_node", 8}}, other_hardware);
    }

    void protocol()
    {
        if (m_s.cluster.protocol == Protocol::tcp)
            offer("rdma", "RDMA instead of TCP", {{"cluster.protocol", choice(Protocol::rdma)}},
                "needs RDMA-capable ports and switches");
        if (m_s.cluster.link_efficiency < 0.88)
            offer("tuned-transport", "Transport tuned to 88 % of the line rate", {{"cluster.link_efficiency", 0.88}},
                engineering);
        const double payload = std::max(m_step.gradient_bytes, 1e3);
        const double bucket = std::min(8 * m_s.plan.bucket_bytes, payload);
        if (bucket > m_s.plan.bucket_bytes)
            offer("buckets", fmt::format("Buckets of {}", formatQuantity(bucket, Unit::bytes)),
                {{"plan.bucket_bytes", bucket}}, "the first bucket starts later");
        collective(CollectiveAlgorithm::automatic, "collective-auto", "Automatic choice of the collective");
    }

    void collective(CollectiveAlgorithm algorithm, std::string_view id, std::string label)
    {
        if (m_s.plan.collective != algorithm)
            offer(id, std::move(label), {{"plan.collective", choice(algorithm)}});
    }

    void contention()
    {
        if (m_s.cluster.nic_sharing > 1)
            offer("port-per-gpu", "A network port for every GPU", {{"cluster.nic_sharing", 1}}, other_hardware);
        if (m_s.cluster.oversubscription > 1) {
            offer("full-bisection", "Fabric without oversubscription, rail-optimised",
                {{"cluster.oversubscription", 1}}, other_hardware);
            if (m_s.cluster.oversubscription > 2)
                offer("half-oversubscription",
                    fmt::format("Oversubscription {}:1", text(m_s.cluster.oversubscription / 2)),
                    {{"cluster.oversubscription", m_s.cluster.oversubscription / 2}}, other_hardware);
            if (m_s.cluster.pod_gpus < m_s.cluster.gpus)
                offer("one-leaf", "The whole job under one leaf", {{"cluster.pod_gpus", m_s.cluster.gpus}},
                    "needs placement by topology, or larger leaves");
        }
        collective(CollectiveAlgorithm::hierarchical, "collective-hierarchical", "Hierarchical all-reduce");
    }

    void input()
    {
        if (m_s.assumptions.input_overlap < 1)
            offer("prefetch", "Prefetch the next batch", {{"assumptions.input_overlap", 1}}, "host memory");
        for (const double factor : {2.0, 4.0})
            offer(factor == 2 ? "loader-2x" : "loader-4x",
                fmt::format("Loader at {} a replica",
                    formatQuantity(m_s.cluster.loader_rate * factor, Unit::examples_per_second)),
                {{"cluster.loader_rate", m_s.cluster.loader_rate * factor}},
                "more loader workers, decoding on the GPU or prepared records");
    }

    void stragglers()
    {
        const Assumptions& a = m_s.assumptions;
        if (a.stragglers && a.straggler_probability > 0)
            offer("retire-slow", "Slow GPUs taken out, a tenth as many slow steps",
                {{"assumptions.straggler_probability", a.straggler_probability / 10}}, "needs spare GPUs");
        if (a.stragglers && a.straggler_slowdown > 0)
            offer("milder-stragglers", "Balanced sequence lengths and pinned clocks, half the slowdown",
                {{"assumptions.straggler_slowdown", a.straggler_slowdown / 2}}, engineering);
        if (a.stragglers && a.jitter > 0)
            offer("less-jitter", "Half the jitter", {{"assumptions.jitter", a.jitter / 2}}, engineering);
        if (m_s.stack.straggler_slope > 0)
            offer("less-drift", "Balanced sequence lengths and pinned clocks, half the drift between replicas",
                {{"stack.straggler_slope", m_s.stack.straggler_slope / 2}}, engineering);
        if (a.sync_delay_s > 0)
            offer("no-delay", "No fixed delay at the barrier", {{"assumptions.sync_delay", 0}}, engineering);
        // Models that are split or sharded are not trained that way.
        if (gpusPerReplica(m_s) <= 1 && m_s.plan.zero_stage == 0)
            offer("asynchronous", "Asynchronous parameter server",
                {{"plan.synchronisation", choice(Synchronisation::parameter_server)}},
                "stale gradients: watch convergence");
    }

    void kernels()
    {
        const double m = m_s.plan.accumulation;
        if (m > 1 && m_s.plan.pipeline_parallel <= 1)
            offer("one-pass", "One pass instead of micro-batches",
                {{"plan.accumulation", 1}, {"workload.batch_per_gpu", m * m_s.workload.batch_per_gpu}});
        if (m_s.stack.launch_floor_s > 0)
            offer("graph-launch", "Captured graphs or compiled kernels, a quarter of the launch floor",
                {{"stack.launch_floor", m_s.stack.launch_floor_s / 4}}, engineering);
        if (m_s.assumptions.compute_model == ComputeModel::kernels)
            offer("graph-layers", "Captured graphs or compiled kernels, a quarter of the launch time",
                {{"stack.layer_launch", m_s.stack.layer_launch_s / 4}}, engineering);
    }

    void largeBatchOptimiser()
    {
        if (m_s.workload.critical_batch > 0)
            offer("large-batch-optimiser", "Large-batch optimiser (LARS, LAMB), four times the critical batch",
                {{"workload.critical_batch", 4 * m_s.workload.critical_batch}},
                "an assumption to be proven on your loss curve");
    }

    void bubble()
    {
        const Plan& p = m_s.plan;
        const double b = m_s.workload.batch_per_gpu;
        for (const double factor : {2.0, 4.0})
            offer(factor == 2 ? "micro-batches-2x" : "micro-batches-4x",
                fmt::format("{} micro-batches", text(factor * p.accumulation)),
                {{"plan.accumulation", factor * p.accumulation}}, larger_batch);
        if (b >= 2)
            offer("smaller-micro-batches", fmt::format("{} micro-batches of {}", text(2 * p.accumulation), text(b / 2)),
                {{"plan.accumulation", 2 * p.accumulation}, {"workload.batch_per_gpu", b / 2}});
        const double chunks = 2 * chunksPerStage(m_s);
        if (chunks * p.pipeline_parallel <= m_s.workload.layers)
            offer("interleave", fmt::format("Interleaved schedule, {} chunks a stage", text(chunks)),
                {{"plan.virtual_stages", chunks}}, "more messages between stages");
        if (p.pipeline_parallel >= 2)
            offer("fewer-stages", fmt::format("{} pipeline stages", text(p.pipeline_parallel / 2)),
                {{"plan.pipeline_parallel", p.pipeline_parallel / 2}});
    }

    void tensorGroups()
    {
        const Plan& p = m_s.plan;
        const double inside = std::exp2(std::floor(std::log2(std::max(1.0, m_s.cluster.gpus_per_node))));
        if (p.tensor_parallel > inside) {
            const double ratio = p.tensor_parallel / inside;
            offer("tensor-in-node", fmt::format("Tensor parallel {}, inside the node", text(inside)),
                {{"plan.tensor_parallel", inside}});
            offer("tensor-in-node-pipeline",
                fmt::format(
                    "Tensor parallel {}, pipeline parallel {}", text(inside), text(p.pipeline_parallel * ratio)),
                {{"plan.tensor_parallel", inside}, {"plan.pipeline_parallel", p.pipeline_parallel * ratio}});
            offer("tensor-in-node-zero-3", fmt::format("Tensor parallel {} and ZeRO stage 3", text(inside)),
                {{"plan.tensor_parallel", inside}, {"plan.zero_stage", 3}});
            offer("nodes-as-wide", fmt::format("Scale-up domain of {} GPUs", text(p.tensor_parallel)),
                {{"cluster.gpus_per_node", p.tensor_parallel}}, other_hardware);
        } else if (p.tensor_parallel > 1) {
            offer("tensor-half", fmt::format("Tensor parallel {}", text(p.tensor_parallel / 2)),
                {{"plan.tensor_parallel", p.tensor_parallel / 2}});
        }
        if (m_s.cluster.scale_up_bandwidth < 300e9)
            offer("scale-up", "NVLink in the node", {{"cluster.scale_up_bandwidth", 300e9}}, other_hardware);
        overlapUpTo(0.5, "tensor-overlap", "Half of the tensor-parallel collectives overlapped",
            m_s.stack.tensor_overlap, "stack.tensor_overlap", m_s.assumptions.tensor_overlap,
            "assumptions.tensor_overlap");
    }

    void expertGroups()
    {
        const double e = m_s.plan.expert_parallel;
        const double inside = std::floor(m_s.cluster.gpus_per_node / gpusPerReplica(m_s));
        if (inside >= 1 && inside < e)
            offer("experts-in-node", fmt::format("Expert parallel {}, inside the node", text(inside)),
                {{"plan.expert_parallel", inside}});
        if (e >= 2)
            offer("experts-half", fmt::format("Expert parallel {}", text(e / 2)), {{"plan.expert_parallel", e / 2}});
        overlapUpTo(0.6, "expert-overlap", "60 % of the all-to-all overlapped with other micro-batches",
            m_s.stack.expert_overlap, "stack.expert_overlap", m_s.assumptions.expert_overlap,
            "assumptions.expert_overlap");
    }

    void memory()
    {
        const Plan& p = m_s.plan;
        const Workload& w = m_s.workload;
        for (int stage = p.zero_stage + 1; stage <= 3; ++stage)
            save(zero_ids[static_cast<std::size_t>(stage)], fmt::format("ZeRO stage {}", stage),
                {{"plan.zero_stage", static_cast<double>(stage)}});
        if (p.recompute == Recompute::none)
            save("recompute-selective", "Selective recomputation", {{"plan.recompute", choice(Recompute::selective)}});
        if (p.recompute != Recompute::full)
            save("recompute-full", "Full recomputation", {{"plan.recompute", choice(Recompute::full)}});
        for (const double factor : {2.0, 4.0})
            if (w.batch_per_gpu >= factor)
                save(factor == 2 ? "smaller-passes" : "quarter-passes",
                    fmt::format(
                        "{} micro-batches of {}", text(factor * p.accumulation), text(w.batch_per_gpu / factor)),
                    {{"plan.accumulation", factor * p.accumulation},
                        {"workload.batch_per_gpu", w.batch_per_gpu / factor}});
        if (w.kind == ModelKind::transformer) {
            for (double t = 2 * p.tensor_parallel; t <= m_s.cluster.gpus_per_node; t *= 2)
                save(t <= 2 * p.tensor_parallel ? "tensor-2x" : "tensor-wider",
                    fmt::format("Tensor parallel {}", text(t)), {{"plan.tensor_parallel", t}});
            save("pipeline-2x", fmt::format("{} pipeline stages", text(2 * p.pipeline_parallel)),
                {{"plan.pipeline_parallel", 2 * p.pipeline_parallel}});
        }
        largerGpu();
    }

    void checkpoints()
    {
        const Plan& p = m_s.plan;
        if (p.checkpoint_every_s > 0)
            offer("checkpoint-optimum",
                fmt::format("Checkpoint every {}",
                    formatQuantity(
                        std::sqrt(2 * p.checkpoint_write_s * m_s.cluster.gpu_mtbf_s / m_step.gpus), Unit::seconds)),
                {{"plan.checkpoint_every", 0}});
        if (p.checkpoint_write_s > 0) {
            offer("checkpoint-asynchronous", "Asynchronous checkpoints, a tenth of the pause",
                {{"plan.checkpoint_write", p.checkpoint_write_s / 10}}, "host memory");
            offer("checkpoint-asynchronous-optimum", "Asynchronous checkpoints, as often as is best",
                {{"plan.checkpoint_write", p.checkpoint_write_s / 10}, {"plan.checkpoint_every", 0}}, "host memory");
        }
        offer("fast-restart", "Hot spares and automatic restart, a quarter of the restart time",
            {{"cluster.restart", m_s.cluster.restart_s / 4}}, "spare nodes");
        offer("screen-nodes", "Failing nodes screened out, half as many interruptions",
            {{"cluster.gpu_mtbf", 2 * m_s.cluster.gpu_mtbf_s}}, engineering);
    }

    [[nodiscard]] std::vector<Proposal> take() { return std::move(m_all); }

private:
    static constexpr std::string_view zero_ids[] = {"zero-0", "zero-1", "zero-2", "zero-3"};

    template <class Choice> static double choice(Choice c) { return static_cast<double>(c); }
    static std::string text(double value) { return formatQuantity(value, Unit::none); }

    void offer(std::string_view id, std::string label, std::initializer_list<Turn> turns, std::string_view risk = {},
        Target target = Target::speed)
    {
        Proposal p{id, std::move(label), {}, target, risk};
        for (const Turn& turn : turns)
            p.edit.push_back({&parameter(turn.id), turn.value});
        m_all.push_back(std::move(p));
    }

    void save(std::string_view id, std::string label, std::initializer_list<Turn> turns, std::string_view risk = {})
    {
        offer(id, std::move(label), turns, risk, Target::memory);
    }

    /// Turns the knob that this depth of the model listens to.
    void overlapUpTo(double share, std::string_view id, std::string label, double of_stack, std::string_view stack_id,
        double assumed, std::string_view assumed_id)
    {
        const bool kernels = m_s.assumptions.compute_model == ComputeModel::kernels;
        if ((kernels ? of_stack : assumed) < share)
            offer(id, std::move(label), {{kernels ? stack_id : assumed_id, share}}, engineering);
    }

    /// The smallest GPU of the library that holds the job; the fastest of equals.
    void largerGpu()
    {
        const auto library = gpuPresets();
        const GpuPreset* best = nullptr;
        for (const GpuPreset& g : library)
            if (g.memory_bytes >= m_step.memory.total() && (!best || g.memory_bytes < best->memory_bytes))
                best = &g;
        if (best)
            save("larger-gpu", best->name, {{"cluster.gpu", static_cast<double>(best - library.data() + 1)}},
                other_hardware);
    }

    const Scenario& m_s;
    const StepReport& m_step;
    std::vector<Proposal> m_all;
};

void gather(Shelf& shelf, Cause cause)
{
    switch (cause) {
    case Cause::none:
        break;
    case Cause::exposed_communication:
        shelf.gradients();
        shelf.batch(2);
        shelf.fewerSynchronisations();
        shelf.overlap();
        shelf.lessSharding();
        shelf.protocol();
        shelf.fasterInterconnect();
        shelf.largerNodes();
        shelf.fewerGpus();
        break;
    case Cause::starved_input:
        shelf.input();
        shelf.fewerGpus();
        break;
    case Cause::straggler:
        shelf.stragglers();
        shelf.fewerGpus();
        break;
    case Cause::tiny_batch:
        shelf.batch(2);
        shelf.batch(4);
        shelf.kernels();
        shelf.fewerGpus();
        break;
    case Cause::large_batch:
        shelf.largeBatchOptimiser();
        shelf.smallerBatch(2);
        shelf.smallerBatch(4);
        shelf.fewerGpus();
        break;
    case Cause::protocol_overhead:
        shelf.protocol();
        shelf.collective(CollectiveAlgorithm::tree, "collective-tree", "Tree all-reduce");
        shelf.collective(CollectiveAlgorithm::hierarchical, "collective-hierarchical", "Hierarchical all-reduce");
        shelf.fewerSynchronisations();
        break;
    case Cause::contention:
        shelf.contention();
        shelf.fewerSynchronisations();
        break;
    case Cause::pipeline_bubble:
        shelf.bubble();
        break;
    case Cause::tensor_parallel_slow_link:
        shelf.tensorGroups();
        shelf.fasterInterconnect();
        break;
    case Cause::expert_all_to_all:
        shelf.expertGroups();
        shelf.fasterInterconnect();
        break;
    case Cause::out_of_memory:
        shelf.memory();
        break;
    case Cause::failures:
        shelf.checkpoints();
        shelf.fewerGpus();
        break;
    }
}

} // namespace

std::vector<Proposal> proposals(Cause cause, const Scenario& s, const StepReport& step)
{
    Shelf shelf(s, step);
    gather(shelf, cause);
    return shelf.take();
}

} // namespace kneepoint
