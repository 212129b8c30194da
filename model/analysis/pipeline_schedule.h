// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/step_report.h"

#include <span>
#include <vector>

namespace kneepoint {

enum class Pass { none, forward, backward };

/// A stretch of time on a lane.
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

/// What a schedule is drawn from.
struct PipelineTimes {
    PipelineSchedule kind = PipelineSchedule::one_f_one_b;
    int stages = 1;
    int micro_batches = 1;
    int chunks = 1;
    double start_s = 0;
    double busy_s = 0;   ///< of a stage: forward, backward and the communication between them
    double bubble_s = 0; ///< of a stage
    double forward_share = 0;
    std::vector<std::pair<Part, double>> shares; ///< of every pass, adding up to 1, in their order
};

/// When every stage of a pipeline runs every micro-batch, for any number of both. GPipe: all forward passes, then all
/// backward ones. 1F1B: p − i forward passes, then one backward and one forward in turn (PipeDream-Flush; Narayanan et
/// al. 2021, figure 4). Interleaved: the same of chunks, in Megatron-LM's order. Stages are as long as the slowest, and
/// hand over after the mean stage, so that filling and draining take what the step's bubble says: every stage computes
/// the busy time and waits the bubble, exactly. Where Megatron-LM refuses an interleaved schedule (micro-batches no
/// multiple of the stages), or one of more than 10⁵ passes, whole stages are drawn as under 1F1B.
class StageSchedules {
public:
    StageSchedules() = default;
    explicit StageSchedules(PipelineTimes times);

    [[nodiscard]] int stages() const { return static_cast<int>(m_runs.size()); }
    [[nodiscard]] const PipelineTimes& times() const { return m_times; }
    /// What stage 0 … stages() − 1 does from `from_s` to `to_s`, in order and without gaps, blocks at the edges whole.
    /// Where the parts of a pass are shorter than `shortest_s` it is one block; passes that are shorter share a block
    /// without a number. So there are never many more blocks than the window has such stretches; 0: every one.
    [[nodiscard]] std::vector<TimelineBlock> blocks(int stage, double from_s, double to_s, double shortest_s) const;

private:
    struct Operation {
        Pass pass = Pass::forward;
        double offset_s = 0; ///< in its period
        double seconds = 0;
        int first = 1; ///< micro-batch of the first period
        int chunk = 0;
    };
    /// The same operations again and again.
    struct Run {
        double start_s = 0;
        double period_s = 0;
        int periods = 0;
        int stride = 1; ///< micro-batches from one period to the next
        std::vector<Operation> operations;
        [[nodiscard]] double end() const { return start_s + period_s * periods; }
    };
    using Runs = std::vector<Run>;

    [[nodiscard]] Runs gpipe(int stage) const;
    [[nodiscard]] Runs oneForwardOneBackward(int stage) const;
    /// Plays the stages; too long a schedule has whole stages instead of chunks from now on.
    void interleave();
    void addOperation(
        std::vector<TimelineBlock>& out, const Operation& op, double start_s, int number, double shortest_s) const;
    void addRun(std::vector<TimelineBlock>& out, const Run& run, double from_s, double to_s, double shortest_s) const;

    PipelineTimes m_times;
    double m_forward_s = 0;  ///< one pass
    double m_backward_s = 0; ///< one pass
    double m_fill_s = 0;     ///< from one stage to the next, forward
    double m_drain_s = 0;    ///< the same, backward
    std::vector<Runs> m_runs;
};

} // namespace kneepoint
