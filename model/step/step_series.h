// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/job/job.h"
#include "model/step/cached.h"
#include "model/step/micro_batch.h"
#include "model/step/step_report.h"
#include "model/step/step_version.h"

#include <memory>

namespace kneepoint {

/// Steps of one job in many variants that differ only in plan, number of GPUs and batch: a curve over K, a search over
/// layouts. Micro-batch times and memory are kept from one variant to the next as long as the parts of the layout that
/// they are computed from are equal, so similar variants should be evaluated one after the other. Results equal
/// evaluate() to the last bit. Not thread-safe: use one series per thread.
class StepSeries {
public:
    StepSeries(const Scenario& job, Calibration calibration);

    [[nodiscard]] StepReport at(const StepVersion& version);
    /// Memory of a variant, without its step time.
    [[nodiscard]] const MemoryUse& memoryAt(const StepVersion& version);
    /// A lower bound of the step time for any ZeRO stage, sharding group, gradient format and number of chunks up to
    /// the variant's, in its schedule, which is at least as short as GPipe's and 1F1B's: the step without gradient
    /// synchronization, optimizer, input, and messages between stages.
    [[nodiscard]] double floorAt(const StepVersion& version);
    /// Like floorAt(), but also for any number of pipeline stages up to the variant's, as long as the number of
    /// micro-batches grows with them: the work of the mean stage. 0 if no such bound is known.
    [[nodiscard]] double floorOverStages(const StepVersion& version);
    /// The scenario of the last evaluated variant.
    [[nodiscard]] const Scenario& scenario() const { return m_version; }
    /// The job's own plan on k replicas, as in withWorkers().
    [[nodiscard]] StepReport withWorkers(double k);
    /// The same without memory: for a search, of which only the times count.
    [[nodiscard]] StepReport timesWithWorkers(double k);

private:
    void become(const StepVersion& version);
    void becomeWorkers(double k);
    void place();
    const MicroBatch& microBatch();
    const MemoryUse& memory();
    [[nodiscard]] StepReport step();

    std::shared_ptr<const Calibration> m_calibration; ///< shared, because the job refers to it
    Scenario m_stated;
    Scenario m_version;
    Job m_job;
    Cached<MicroBatch, LayerSplit, LayerGroups, LayerSharding> m_micro_batch;
    Cached<MemoryUse, LayerSplit, Pipeline, StateSharding> m_memory;
};

} // namespace kneepoint
