// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/scenario.h"
#include "model/step/micro_batch.h"
#include "model/step/step_report.h"

#include <optional>

namespace kneepoint {

/// One version of a job: what may differ along a curve or in a search.
struct StepVersion {
    Plan plan;
    double gpus = 1;
    double batch_per_gpu = 1; ///< examples
    double global_batch = 1;  ///< examples
};

/// Steps of one job in many versions, which differ in plan, number of GPUs and batch only: a curve over K, a search
/// over layouts. What a micro-batch takes and what memory holds are kept from one version to the next while nothing
/// they depend on changes; so neighbors should follow each other. Answers equal evaluate() to the last bit. One series
/// serves one thread.
class StepSeries {
public:
    StepSeries(const Scenario& job, Calibration calibration);

    [[nodiscard]] StepReport at(const StepVersion& version);
    /// What memory holds in a version, without its time.
    [[nodiscard]] const MemoryUse& memoryAt(const StepVersion& version);
    /// A time below which no step of the version is, whatever its ZeRO stage, sharding group, gradient format and
    /// number of chunks up to the version's: all of the step but gradient synchronization, the optimizer, input, and
    /// the messages between stages.
    [[nodiscard]] double floorAt(const StepVersion& version);
    /// A time below which no step of the version is, whatever else it is of floorAt() and whatever its pipeline stages,
    /// up to the version's, as long as the micro-batches of a step grow with them: the mean stage's work. 0 where no
    /// such time is known.
    [[nodiscard]] double floorOverStages(const StepVersion& version);
    /// The scenario of the version asked for last.
    [[nodiscard]] const Scenario& scenario() const { return m_version; }
    /// The job's own plan on k replicas, as withWorkers() has it.
    [[nodiscard]] StepReport withWorkers(double k);
    /// One replica's work as withWorkers(1) has it, done by one of k replicas that share state and experts.
    [[nodiscard]] StepReport oneAmong(double k);

private:
    /// What a piece of a step depends on, of all that differs between versions.
    struct Origin {
        Plan plan;
        double batch_per_gpu = 0;
        double ranks = 0; ///< or replicas; 0 where it depends on neither
        bool operator==(const Origin&) const = default;
    };
    [[nodiscard]] Origin originOfLayers() const;
    [[nodiscard]] Origin originOfMemory() const;
    void become(const StepVersion& version);
    void updateLayers();
    void updateMemory();
    [[nodiscard]] StepReport step();

    Calibration m_calibration;
    Scenario m_job;
    Scenario m_version;
    bool m_kernels;
    std::optional<Origin> m_layers_of;
    MicroBatch m_layers;
    std::optional<Origin> m_memory_of;
    MemoryUse m_memory;
};

} // namespace kneepoint
