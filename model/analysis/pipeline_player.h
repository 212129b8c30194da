// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/pipeline_schedule.h"

#include <vector>

/// Simulates the stages of a pipeline together, pass by pass.
namespace kneepoint {

/// One pass of a micro-batch through a place, which is a stage or one of its chunks. Places are in the order of layers.
struct PlacedPass {
    Pass pass = Pass::forward;
    int place = 0;
    int micro_batch = 0;
};
/// What a stage does without a break: one pass, or several that overlap.
struct StageAction {
    std::vector<PlacedPass> passes;
    double start_s = 0;
};
using StageOrder = std::vector<StageAction>;

struct PassSeconds {
    double forward = 0, backward = 0, weights = 0; ///< at one place
    [[nodiscard]] double of(Pass pass) const
    {
        return pass == Pass::forward ? forward : pass == Pass::backward ? backward : weights;
    }
};

/// Runs all stages together, each in its order: an action starts when its inputs have arrived, a time after they were
/// begun that is `passed_on` times as long as they take.
class PipelinePlayer {
public:
    PipelinePlayer(std::vector<StageOrder>& orders, int places, const PipelineTimes& times, int micro_batches,
        const PassSeconds& seconds)
        : m_orders(orders)
        , m_places(places)
        , m_times(times)
        , m_micro_batches(micro_batches)
        , m_seconds(seconds)
    {
    }
    /// When the last stage is done; below 0 if two stages wait for each other.
    double play(double passed_on);

private:
    [[nodiscard]] double seconds(Pass pass, int place) const;
    double& started(Pass pass, int place, int micro_batch);
    /// When the inputs of a pass are there; below 0: not yet known. A stage does nothing before what it needs of its
    /// own.
    double ready(const PlacedPass& placed);
    bool start(StageAction& action, double& free_s);

    std::vector<StageOrder>& m_orders;
    int m_places;
    const PipelineTimes& m_times;
    int m_micro_batches;
    PassSeconds m_seconds;
    double m_passed_on = 1;
    std::vector<double> m_started; ///< by direction and place
};

} // namespace kneepoint
