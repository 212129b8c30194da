// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

#include <vector>

namespace kneepoint {

/// `weights`: gradients of weights, where they are computed apart from the rest of the backward pass.
enum class Pass { none, forward, backward, weights };

/// A time interval on a lane.
struct TimelineBlock {
    Part part = Part::compute;
    double start_s = 0;
    double end_s = 0;
    bool hidden = false;    ///< runs behind compute and does not lengthen the step
    Pass pass = Pass::none; ///< of a micro-batch
    int number = 0;         ///< micro-batch or bucket, from 1; 0 for neither, and for several in one block
    int chunk = 0;          ///< of an interleaved schedule, from 1; 0 where a stage has one
    bool together = false;  ///< all parts of one pass or of several
    [[nodiscard]] double seconds() const { return end_s - start_s; }
};

/// The inputs of a schedule.
struct PipelineTimes {
    PipelineSchedule kind = PipelineSchedule::one_f_one_b;
    int stages = 1;
    int micro_batches = 1;
    int chunks = 1;
    double start_s = 0;
    double busy_s = 0;   ///< of the slowest stage: forward, backward and the communication between them
    double bubble_s = 0; ///< of the slowest stage
    double forward_share = 0;
    double weight_share = 0;                     ///< of gradients of weights, where they are computed apart
    std::vector<std::pair<Part, double>> shares; ///< of every pass, adding up to 1, in their order
    std::vector<double> loads; ///< of each stage: its busy time over that of the slowest one; empty: all alike
    [[nodiscard]] double load(int stage) const { return loads.empty() ? 1 : loads.at(static_cast<std::size_t>(stage)); }
};

/// The times at which each stage of a pipeline runs each micro-batch, for any number of both. GPipe: all forward
/// passes, then all backward ones. 1F1B: p − i forward passes, then one backward and one forward in turn
/// (PipeDream-Flush; Narayanan et al. 2021, figure 4). Interleaved: the same with chunks, in Megatron-LM's order.
/// Breadth-first: all micro-batches through one chunk after another, then back (arXiv:2211.05953, figure 4). Every
/// stage is busy for its own time, and idle for the rest of the slowest one's and for the bubble of the step. All begin
/// micro-batches at the pace of the slowest. What the bubble has more than the passes that fill and drain the pipeline
/// is drawn between the first forward passes, with chunks throughout. Interleaved schedules that Megatron-LM rejects
/// (micro-batches not a multiple of the stages) or with more than 10⁵ passes are drawn with whole stages, as for 1F1B.
/// So are zero-bubble schedules with micro-batches that do not fill them, or with more than 2·10⁴ passes; DualPipe's
/// overlapping passes are drawn one after the other.
class StageSchedules {
public:
    StageSchedules() = default;
    explicit StageSchedules(PipelineTimes times);

    [[nodiscard]] int stages() const { return static_cast<int>(m_runs.size()); }
    [[nodiscard]] const PipelineTimes& times() const { return m_times; }
    /// The blocks of stage 0 … stages() − 1 from `from_s` to `to_s`, in order and without gaps; blocks at the edges are
    /// not cut. A pass whose parts are shorter than `shortest_s` is a single block, and passes shorter than that are
    /// merged into blocks without a number. This bounds the number of blocks by the length of the window divided by
    /// `shortest_s`; 0: no merging.
    [[nodiscard]] std::vector<TimelineBlock> blocks(int stage, double from_s, double to_s, double shortest_s) const;

private:
    struct Operation {
        Pass pass = Pass::forward;
        double offset_s = 0; ///< in its period
        double seconds = 0;
        int first = 1; ///< micro-batch of the first period
        int chunk = 0;
    };
    /// A periodic sequence of operations.
    struct Run {
        double start_s = 0;
        double period_s = 0;
        int periods = 0;
        std::vector<Operation> operations;
        [[nodiscard]] double end() const { return start_s + period_s * periods; }
    };
    using Runs = std::vector<Run>;

    /// How much sooner than after its own pass a stage hands on the first ones (1: not at all), and how much later.
    struct Filling {
        double shorter = 1, more_s = 0;
    };
    [[nodiscard]] Filling filling() const;
    /// When stages begin their first forward passes, and how much later than the last stage their backward passes.
    void placeFirstPasses();
    void gpipe();
    void oneForwardOneBackward();
    /// Simulates the stages; if the schedule is too long, it uses whole stages instead of chunks from then on.
    void interleave();
    /// Simulates the stages of schedules with gradients of weights apart; does nothing if they do not fit the job or
    /// are too long.
    void splitBackward();
    void addOperation(
        std::vector<TimelineBlock>& out, const Operation& op, double start_s, int number, double shortest_s) const;
    void addRun(std::vector<TimelineBlock>& out, const Run& run, double from_s, double to_s, double shortest_s) const;

    PipelineTimes m_times;
    double m_forward_s = 0;  ///< one pass of the slowest stage
    double m_backward_s = 0; ///< one pass of the slowest stage
    std::vector<double> m_starts_s, m_drains_s;
    std::vector<Runs> m_runs;
};

} // namespace kneepoint
