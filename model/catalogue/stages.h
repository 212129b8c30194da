// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario_fwd.h"

#include <vector>

/// How the values of a scenario follow from what is stated in it. For derive.h.
namespace kneepoint {

struct Calibration;

/// The parameters that the rules name.
struct Known {
    const Parameter& machine = parameter("cluster.machine");
    const Parameter& gpu = parameter("cluster.gpu");
    const Parameter& interconnect = parameter("cluster.interconnect");
    const Parameter& gpus = parameter("cluster.gpus");
    const Parameter& software = parameter("stack.software");
    const Parameter& model = parameter("workload.model");
    const Parameter& size = parameter("workload.parameters");
    const Parameter& active = parameter("workload.active_parameters");
    const Parameter& family = parameter("workload.family");
    const Parameter& kind = parameter("workload.kind");
    const Parameter& gated = parameter("workload.gated");
    const Parameter& vocabulary = parameter("workload.vocabulary");
    const Parameter& family_vocabulary = parameter("workload.family_vocabulary");
    const Parameter& node = parameter("cluster.gpus_per_node");
    const Parameter& nics = parameter("cluster.nics_per_node");
    const Parameter& rate = parameter("cluster.link_rate");
    const Parameter& oversubscription = parameter("cluster.oversubscription");
    const Parameter& pod = parameter("cluster.pod_gpus");
    const Parameter& protocol = parameter("cluster.protocol");
    const Parameter& schedule = parameter("plan.pipeline_schedule");
    const Parameter& chunks = parameter("plan.virtual_stages");
    const Parameter& expert = parameter("plan.expert_parallel");
    const Parameter& moments = parameter("plan.moment_bytes");
    const Parameter& micro = parameter("workload.batch_per_gpu");
    const Parameter& accumulation = parameter("plan.accumulation");
    const Parameter& global = parameter("workload.global_batch");
};
[[nodiscard]] const Known& known();

/// Derives these parts again, from what is stated and from each other. What is stated stays.
void deriveAgain(Scenario& s, Follows what, const Calibration& calibration);

/// Whether it chooses a preset: model, machine, GPU, interconnect, software.
[[nodiscard]] bool isPresetChoice(const Parameter& p);
/// The parameters that a choice of a preset sets; empty for any other parameter.
[[nodiscard]] const std::vector<const Parameter*>& setByChoice(const Parameter& choice, const Calibration& calibration);

/// What automatic planning sets, where it is not pinned.
[[nodiscard]] const std::vector<const Parameter*>& plannedParameters();

/// The global batch of the job: of a planned one, the batch before planning has moved it within its tolerance.
[[nodiscard]] double jobBatch(const Scenario& s);

/// Whether a stated size is a rounding of the one that was counted: a "7B" has 6.74 billion parameters.
[[nodiscard]] bool isSameSize(double stated, double counted);

} // namespace kneepoint
