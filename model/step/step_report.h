// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory_use.h"
#include "model/cost/traffic.h"
#include "model/scenario/choices.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace kneepoint {

/// The parts of a step, in the order in which the time is spent.
enum class Part {
    input,         ///< waiting for the input pipeline
    compute,       ///< GEMMs and attention; at textbook depth, all FLOPs at the sustained rate
    memory,        ///< elementwise kernels; at textbook depth, additional time of HBM traffic
    launch,        ///< additional time of the kernel-launch floor
    tensor_comm,   ///< tensor-parallel collectives
    context_comm,  ///< keys and values exchanged between context-parallel ranks
    expert_comm,   ///< expert all-to-all
    pipeline_comm, ///< activations passed between pipeline stages
    bubble,        ///< pipeline stages waiting for their first and last micro-batch
    data_comm,     ///< gradient synchronization between replicas
    optimizer,     ///< the update of weights and optimizer state, and what offloading adds
    straggler,     ///< waiting for the slowest worker
    delay,         ///< fixed delays per step and micro-batch
};
inline constexpr std::size_t part_count = 13;
/// The parts that are communication.
inline constexpr std::array communication_parts{
    Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm, Part::data_comm};

/// Stable name of a part, as written to JSON: `data_comm`.
[[nodiscard]] std::string_view partId(Part part);
/// Name of a part for people: "data-parallel communication".
[[nodiscard]] std::string_view partLabel(Part part);

struct PartTime {
    double exposed_s = 0; ///< adds to the step
    double hidden_s = 0;  ///< hidden behind compute, does not add
    [[nodiscard]] double total_s() const { return exposed_s + hidden_s; }
    bool operator==(const PartTime&) const = default;
};

/// What takes the largest share of a step beyond useful compute, or compute itself.
enum class Bound { compute, memory, communication, input, bubble, straggler, overhead };
inline constexpr std::size_t bound_count = 7;
/// Stable name: `compute`, `memory`, `communication`, `data-loading`, `pipeline-bubble`, `straggler`, `overhead`.
[[nodiscard]] std::string_view boundId(Bound bound);
/// "compute-bound", "communication-bound" ...
[[nodiscard]] std::string_view boundLabel(Bound bound);

/// The limits of a step in the roofline, per GPU.
struct Roof {
    double peak_flops = 0;              ///< dense peak of the compute precision, FLOP/s
    double sustained_flops = 0;         ///< peak × sustained efficiency: the compute roof
    double memory_bandwidth = 0;        ///< bytes/s
    double network_bandwidth = 0;       ///< bytes/s available to gradient synchronization
    double arithmetic_intensity = 0;    ///< FLOP per byte of HBM traffic
    double communication_intensity = 0; ///< FLOP per byte of gradients sent and received; 0 without network traffic
    bool operator==(const Roof&) const = default;
};

/// One step of one scenario. All times in seconds, per step, on the slowest pipeline stage of one replica.
struct StepReport {
    double workers = 1;
    double gpus = 1;
    std::array<PartTime, part_count> parts{};
    double step_s = 0;      ///< the sum of all exposed parts, exactly
    double compute_s = 0;   ///< t_comp: compute + memory + launch parts
    double comm_s = 0;      ///< t_comm: all communication_parts, hidden and exposed
    double load_s = 0;      ///< input pipeline, hidden and exposed
    double attention_s = 0; ///< of the compute part, attention; at kernel depth
    double gamma = 0;       ///< comm_s / compute_s
    Bound bound = Bound::compute;

    double latency_s = 0;  ///< the part of comm_s that is latency, not bandwidth
    double microbatch = 0; ///< examples in one forward-backward pass of a replica
    double microbatches = 1;
    double forward_s = 0;      ///< one micro-batch on the first stage, with frozen layers on that with most others
    double backward_s = 0;     ///< the same backward
    double weight_s = 0;       ///< gradients of weights, contained in backward_s
    double global_batch = 0;   ///< examples per step over all replicas
    double gradient_bytes = 0; ///< payload of one synchronization per GPU
    double network_bytes = 0;  ///< sent and received per GPU and step by gradient synchronization
    double step_flops = 0;     ///< model FLOPs of one replica and step, by flopsPerExample()
    double hardware_flops = 0; ///< including recomputation, by recomputeFactor()
    double p_any_slow = 0;     ///< probability that some worker is slow in a step
    Precision precision_used =
        Precision::bf16; ///< the requested precision, or the next wider one that the GPU supports
    LinkTraffic traffic; ///< sent per GPU and step by all groups; for the data group this is network_bytes
    Roof roof;
    MemoryUse memory;

    [[nodiscard]] const PartTime& part(Part p) const { return parts[static_cast<std::size_t>(p)]; }
    [[nodiscard]] PartTime& part(Part p) { return parts[static_cast<std::size_t>(p)]; }
    [[nodiscard]] double exposedCommunication() const
    {
        double sum = 0;
        for (const Part p : communication_parts)
            sum += part(p).exposed_s;
        return sum;
    }
    bool operator==(const StepReport&) const = default;
};

} // namespace kneepoint
