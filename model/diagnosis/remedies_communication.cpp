// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedy_record.h"

#include "model/cost/operations.h"
#include "model/diagnosis/remedy_words.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

using namespace remedy;

namespace {

double bucket(const DiagnosedJob& j)
{
    return resolve(j.s, j.calibration).placement.exchange.bucket_bytes;
}

double largerBucket(const DiagnosedJob& j)
{
    const double payload = std::max(j.step.gradient_bytes, 1e3);
    return std::min(8 * bucket(j), payload);
}

bool softwareSaysWhatOverlaps(const DiagnosedJob& j)
{
    return j.s.assumptions.overlap_model == OverlapModel::stack;
}

bool usesServers(const DiagnosedJob& j)
{
    return j.s.plan.synchronization != Synchronization::all_reduce;
}

bool hasNvlink(const Cluster& c)
{
    constexpr double slowest_Bps = 100e9;
    return c.scale_up_bandwidth >= slowest_Bps;
}

/// The slowest interconnect of the library with at least twice the current achieved bandwidth.
const InterconnectPreset* nextInterconnect(const Cluster& c)
{
    const double now_Bps = c.link_rate * c.link_efficiency;
    const InterconnectPreset* next = nullptr;
    const auto reached = [](const InterconnectPreset& p) { return p.line_rate * p.efficiency; };
    for (const InterconnectPreset& p : interconnectPresets())
        if (p.protocol == Protocol::rdma && p.efficiency < 1 && reached(p) >= 2 * now_Bps
            && (!next || reached(p) < reached(*next)))
            next = &p;
    return next;
}

} // namespace

std::span<const RemedyRecord> communicationRemedies()
{
    static const RemedyRecord records[] = {
        {"gradients-bf16", against(Cause::exposed_communication), "BF16 gradients",
            [](Now j) {
                return when(j.s.plan.gradient_precision == GradientPrecision::fp32, "plan.gradient_precision",
                    choice(GradientPrecision::bf16));
            },
            {.effort = Effort::convergence, .note = "gradient sums are rounded to 16 bits"}},
        {"gradients-fp8", against(Cause::exposed_communication), "FP8 gradients",
            [](Now j) {
                return when(j.s.plan.gradient_precision == GradientPrecision::bf16, "plan.gradient_precision",
                    choice(GradientPrecision::fp8));
            },
            {.effort = Effort::lossy, .note = "needs scaling factors"}},
        {"compress-10x", against(Cause::exposed_communication), "10× gradient compression",
            [](Now j) { return when(j.s.plan.gradient_compression < 10, "plan.gradient_compression", 10); },
            {.effort = Effort::lossy, .note = "needs error feedback"}},
        {"batch-2x", against(Cause::exposed_communication, Cause::tiny_batch),
            [](Now j) { return batchLabel(j, 2 * j.s.workload.batch_per_gpu); },
            [](Now j) { return set("workload.batch_per_gpu", 2 * j.s.workload.batch_per_gpu); }},
        {"rdma", against(Cause::exposed_communication, Cause::protocol_overhead), "RDMA instead of TCP",
            [](Now j) {
                return when(j.s.cluster.protocol == Protocol::tcp, "cluster.protocol", choice(Protocol::rdma));
            },
            {.effort = Effort::hardware, .note = "RDMA-capable NICs and switches"}},
        {"tuned-transport", against(Cause::exposed_communication, Cause::protocol_overhead),
            "NCCL/transport tuning (88 % of line rate)",
            [](Now j) { return when(j.s.cluster.link_efficiency < 0.88, "cluster.link_efficiency", 0.88); },
            {.effort = Effort::engineering}},
        {"buckets", against(Cause::exposed_communication, Cause::protocol_overhead),
            [](Now j) { return fmt::format("{} gradient buckets", formatQuantity(largerBucket(j), Unit::bytes)); },
            [](Now j) { return when(largerBucket(j) > bucket(j), "plan.bucket_bytes", largerBucket(j)); },
            {.note = "the first bucket is sent later"}},
        {"all-reduce", against(Cause::exposed_communication, Cause::protocol_overhead, Cause::contention),
            "All-reduce instead of parameter servers",
            [](Now j) { return when(usesServers(j), "plan.synchronisation", choice(Synchronization::all_reduce)); },
            {.effort = Effort::engineering}},
        {"servers-2x", against(Cause::exposed_communication, Cause::contention),
            [](Now j) { return fmt::format("{} parameter servers", text(2 * j.s.plan.parameter_servers)); },
            [](Now j) { return when(usesServers(j), "plan.parameter_servers", 2 * j.s.plan.parameter_servers); },
            {.effort = Effort::hardware, .note = "each on its own host and NIC"}},
        {"collective-auto", against(Cause::exposed_communication, Cause::protocol_overhead),
            "Automatic choice of the collective algorithm",
            [](Now j) { return to("plan.collective", j.s.plan.collective, CollectiveAlgorithm::automatic); }},
        {"collective-tree", against(Cause::protocol_overhead), "Tree all-reduce",
            [](Now j) { return to("plan.collective", j.s.plan.collective, CollectiveAlgorithm::tree); }},
        {"collective-hierarchical", against(Cause::protocol_overhead, Cause::contention), "Hierarchical all-reduce",
            [](Now j) { return to("plan.collective", j.s.plan.collective, CollectiveAlgorithm::hierarchical); }},
        {"port-per-gpu", against(Cause::contention), "One NIC per GPU",
            [](Now j) {
                return when(j.s.cluster.nics_per_node < j.s.cluster.gpus_per_node, "cluster.nics_per_node",
                    j.s.cluster.gpus_per_node);
            },
            {.effort = Effort::hardware}},
        {"full-bisection", against(Cause::contention), "Full-bisection, rail-optimized fabric",
            [](Now j) { return when(j.s.cluster.oversubscription > 1, "cluster.oversubscription", 1); },
            {.effort = Effort::hardware}},
        {"half-oversubscription", against(Cause::contention),
            [](Now j) { return fmt::format("{}:1 oversubscription", text(j.s.cluster.oversubscription / 2)); },
            [](Now j) {
                return when(
                    j.s.cluster.oversubscription > 2, "cluster.oversubscription", j.s.cluster.oversubscription / 2);
            },
            {.effort = Effort::hardware}},
        {"one-leaf", against(Cause::contention), "Whole job under one leaf switch",
            [](Now j) {
                return when(j.s.cluster.oversubscription > 1 && j.s.cluster.pod_gpus < j.s.cluster.gpus,
                    "cluster.pod_gpus", j.s.cluster.gpus);
            },
            {.effort = Effort::engineering, .note = "topology-aware placement or larger leaf switches"}},
        {"accumulate-4x",
            against(
                Cause::exposed_communication, Cause::protocol_overhead, Cause::contention, Cause::optimizer_gathers),
            [](Now j) { return fmt::format("Accumulate over {} micro-batches", text(4 * j.s.plan.accumulation)); },
            [](Now j) {
                return ParameterChanges{{"plan.accumulation", 4 * j.s.plan.accumulation},
                    {"workload.batch_per_gpu", j.s.workload.batch_per_gpu}};
            }},
        {"sync-every-8", against(Cause::exposed_communication, Cause::protocol_overhead, Cause::contention),
            "Sync every 8 steps (local SGD)", [](Now j) { return when(j.s.plan.sync_every < 8, "plan.sync_every", 8); },
            {.effort = Effort::lossy, .note = "replicas drift apart between syncs"}},
        {"outer-streaming", against(Cause::exposed_communication),
            "Sites exchange 16 fragments behind compute (Streaming DiLoCo)",
            [](Now j) {
                constexpr double fragments = 16;
                return when(j.s.cluster.sites > 1 && j.s.plan.outer_every >= fragments
                        && (j.s.plan.outer_fragments < fragments || j.s.plan.outer_overlap <= 0),
                    {{"plan.outer_fragments", fragments},
                        {"plan.outer_overlap", std::floor(j.s.plan.outer_every / fragments)}});
            },
            {.effort = Effort::convergence}},
        {"outer-4-bit", against(Cause::exposed_communication), "4-bit changes of parameters between sites",
            [](Now j) { return when(j.s.cluster.sites > 1 && j.s.plan.outer_bytes > 0.5, "plan.outer_bytes", 0.5); },
            {.effort = Effort::convergence}},
        {"outer-rarely", against(Cause::exposed_communication),
            [](Now j) { return fmt::format("Sites exchange every {} steps", text(4 * j.s.plan.outer_every)); },
            [](Now j) { return when(j.s.cluster.sites > 1, "plan.outer_every", 4 * j.s.plan.outer_every); },
            {.effort = Effort::lossy, .note = "sites drift apart between exchanges"}},
        {"overlap", against(Cause::exposed_communication),
            [](Now j) {
                return std::string(softwareSaysWhatOverlaps(j)
                        ? "Overlap gradient reduction with the backward pass (95 %)"
                        : "95 % overlap of communication");
            },
            [](Now j) {
                return softwareSaysWhatOverlaps(j) ? when(j.s.stack.data_overlap < 0.95, "stack.data_overlap", 0.95)
                                                   : when(j.s.assumptions.overlap < 0.95, "assumptions.overlap", 0.95);
            },
            {.effort = Effort::engineering}},
        {"overlap-window", against(Cause::exposed_communication), "Overlap with the whole backward pass",
            [](Now j) {
                return when(!softwareSaysWhatOverlaps(j) && j.s.assumptions.overlap_window < 0.667,
                    "assumptions.overlap_window", 0.667);
            },
            {.effort = Effort::engineering}},
        {"prefetch-weights", against(Cause::exposed_communication), "Prefetch the next layer's weights (95 % overlap)",
            [](Now j) {
                return when(softwareSaysWhatOverlaps(j) && j.s.plan.zero_stage >= 2 && j.s.stack.shard_overlap < 0.95,
                    "stack.shard_overlap", 0.95);
            },
            {.effort = Effort::engineering, .note = "holds the weights of two layers"}},
        {"fuse-gathers", against(Cause::exposed_communication), "One all-gather per layer",
            [](Now j) {
                return when(softwareSaysWhatOverlaps(j) && j.s.stack.shard_calls > 1,
                    {{"stack.shard_calls", 1}, {"stack.gathers_again", 0}});
            },
            {.effort = Effort::engineering}},
        {"zero-2", against(Cause::exposed_communication, Cause::optimizer_gathers), "ZeRO-2",
            [](Now j) { return when(j.s.plan.zero_stage == 3, "plan.zero_stage", 2); }},
        {"interconnect",
            against(Cause::exposed_communication, Cause::tensor_parallel_slow_link, Cause::expert_all_to_all),
            [](Now j) { return fmt::format("Faster network ({})", nextInterconnect(j.s.cluster)->name); },
            [](Now j) {
                const InterconnectPreset* next = nextInterconnect(j.s.cluster);
                return next ? set("cluster.interconnect", static_cast<double>(next - interconnectPresets().data() + 1))
                            : ParameterChanges{};
            },
            {.effort = Effort::hardware}},
        {"nodes-of-8", against(Cause::exposed_communication),
            [](Now j) { return std::string(hasNvlink(j.s.cluster) ? "8-GPU NVLink nodes" : "8-GPU nodes"); },
            [](Now j) {
                return when(j.s.cluster.gpus_per_node < std::min(8.0, j.s.cluster.gpus), "cluster.gpus_per_node", 8);
            },
            {.effort = Effort::hardware}},
    };
    return records;
}

} // namespace kneepoint
