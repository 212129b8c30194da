// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/stage_layers.h"
#include "model/scenario/scenario.h"
#include "model/search/layout.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A rule that a layout breaks.
struct BrokenRule {
    std::string_view id;  ///< stable: "heads"
    std::string sentence; ///< with the numbers
};

/// Parallelism supported by the software, from its preset; everything if no software is chosen.
struct SoftwareLimits {
    bool tensor = true, pipeline = true, context = true, expert = true;
    std::array<bool, 4> zero{true, true, true, true}; ///< stages of ZeRO
    std::array<bool, schedule_count> schedules{true, true, true, true, true, true, true, true};
    std::string_view schedules_source = {};
    [[nodiscard]] bool offers(PipelineSchedule schedule) const { return schedules[static_cast<std::size_t>(schedule)]; }
};
[[nodiscard]] SoftwareLimits softwareLimits(const Scenario& job);

/// Which layouts of a job are valid, apart from memory. This is the only definition: the search visits the layouts
/// allowed by these rules, and explanations of rejected layouts come from them.
///
/// A layout uses all GPUs, in whole replicas, as many at each site, that each process the same whole number of
/// micro-batches of the job's global batch. Tensor parallelism divides attention heads, key-value heads unless there is
/// only one, which each rank then copies (Chowdhery et al. 2022, PaLM), and the feed-forward width, and it either
/// divides a node or fills whole nodes. Pipeline stages, and their chunks if interleaved, have equal numbers of layers,
/// possibly counting the embedding and the output layer as one layer each, see tablesCount(): then the first chunk may
/// contain only the embedding. An odd number of layers may be spread unevenly over stages. Where the first or the last
/// stage has a stated number, the others have equal ones. Interleaving needs micro-batches in groups of p
/// (Megatron-LM). A schedule needs software that offers it, and a zero-bubble or breadth-first one enough micro-batches
/// to fill its pipeline: p, in V order 2p−1, with DualPipe 2p; V order needs layers for two chunks per stage, DualPipe
/// an even number of stages and of micro-batches. Context parallelism gives every rank two equal pieces of a causal
/// sequence (Megatron-Core). Experts are divided evenly among ranks that hold the same layers, expertPlaces().
/// Dimensions without effect have their neutral value, so each layout appears once.
class LayoutRules {
public:
    explicit LayoutRules(const Scenario& job);

    [[nodiscard]] double gpus() const { return m_gpus; }
    [[nodiscard]] double globalBatch() const { return m_batch; }
    [[nodiscard]] const Scenario& job() const { return m_job; }

    [[nodiscard]] bool tensor(double t) const;
    [[nodiscard]] bool context(double c) const;
    [[nodiscard]] bool pipeline(double p) const;
    /// Replicas of t·p·c GPUs fill the cluster, as many at each site.
    [[nodiscard]] bool fills(double replica_gpus) const;
    [[nodiscard]] bool sequence(double on, double t, double c) const;
    /// `ranks`: those that hold the same layers and the same part of them, K·c, of all sites.
    [[nodiscard]] bool expert(double e, double t, double ranks) const;
    [[nodiscard]] bool recompute(double r) const;
    [[nodiscard]] bool batch(double b, double replicas) const;
    [[nodiscard]] double accumulation(double b, double replicas) const { return m_batch / (b * replicas); }
    [[nodiscard]] bool schedule(double schedule, double v, double p, double micro_batches) const;
    /// The schedule of a pipeline with v chunks per stage: 1F1B or the interleaved one, unless the software has only
    /// the ones of all forward passes first.
    [[nodiscard]] PipelineSchedule usualSchedule(double v) const;
    /// Possible numbers of chunks per stage, over all numbers of stages.
    [[nodiscard]] std::vector<double> chunkCounts() const;
    /// `of_job`: ranks as of expert(); state is sharded among those of a site.
    [[nodiscard]] bool zero(double stage, double group, double of_job) const;

    /// The layout as these rules state it: without tensor parallelism no sequence parallelism, and no sharding group
    /// where weights are sharded among all ranks.
    [[nodiscard]] Layout neutral(Layout layout) const;
    [[nodiscard]] bool allows(const Layout& layout) const;
    /// The broken rules; empty if the layout is valid.
    [[nodiscard]] std::vector<BrokenRule> broken(const Layout& layout) const;

private:
    /// Whether p stages of v chunks can share the layers: evenly, or those that the first and the last stage leave.
    [[nodiscard]] bool shares(double p, double v) const;
    /// Why shares() refuses stages of which the first or the last has a stated number of layers.
    [[nodiscard]] std::string endsFault(double p) const;
    /// Why expert() refuses.
    [[nodiscard]] std::string expertFault(double e, double t, double ranks) const;
    /// Why schedule() refuses one, whose micro-batches are m.
    void addScheduleFaults(std::vector<BrokenRule>& all, const Layout& layout, double p, double m) const;

    Scenario m_job;
    SoftwareLimits m_software;
    double m_gpus;
    double m_batch;
    bool m_transformer;
    bool m_kernels;
    bool m_whole_experts;
    StageEnds m_ends;
    bool m_shards; ///< a sharding group has an effect with ZeRO stage 3
};

/// The batch nearest to the job's, within its batch tolerance, that the largest number of replicas with the cluster's
/// odd factors divides: 1056 for 1024 on 768 GPUs. The job's own if there is none or it is one.
[[nodiscard]] double divisibleBatch(const Scenario& job);
/// All batches within the tolerance that the GPUs, or half of them, a quarter …, divide, in this order, as far as the
/// job's own batch is none of them.
[[nodiscard]] std::vector<double> divisibleBatches(const Scenario& job);
/// The divisors of n, in ascending order; only 1 if n is not whole.
[[nodiscard]] std::vector<double> divisors(double n);
/// Whether the layers can be divided evenly over p stages of v chunks only if embedding and output layer count as
/// layers (Megatron-Core: account_for_embedding_in_pipeline_split, account_for_loss_in_pipeline_split).
[[nodiscard]] bool tablesCount(double layers, double p, double v);

} // namespace kneepoint
