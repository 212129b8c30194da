// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_series.h"

#include "model/cost/memory.h"
#include "model/cost/pipeline_bubble.h"
#include "model/step/step_model.h"
#include "model/step/waits.h"

#include <utility>

namespace kneepoint {
namespace {

constexpr double rounding = 1e-9; ///< of a lower bound
constexpr MemoryUse not_asked{};

StepVersion withoutZero(StepVersion version)
{
    version.plan.zero_stage = 0;
    version.plan.shard_group = 0;
    return version;
}

} // namespace

StepSeries::StepSeries(const Scenario& job, Calibration calibration)
    : m_calibration(std::make_shared<const Calibration>(std::move(calibration)))
    , m_stated(job)
    , m_version(job)
    , m_job{setupOf(job, *m_calibration), {}}
{
    place();
}

void StepSeries::become(const StepVersion& version)
{
    m_version.plan = version.plan;
    m_version.cluster.gpus = version.gpus;
    m_version.workload.batch_per_gpu = version.batch_per_gpu;
    m_version.workload.global_batch = version.global_batch;
    place();
}

void StepSeries::place()
{
    m_job.placement =
        placementOf(m_job.setup, m_version.plan, m_version.cluster.gpus, m_version.workload.batch_per_gpu);
}

StepReport StepSeries::at(const StepVersion& version)
{
    become(version);
    return step();
}

const MemoryUse& StepSeries::memoryAt(const StepVersion& version)
{
    become(version);
    return memory();
}

double StepSeries::floorAt(const StepVersion& version)
{
    become(withoutZero(version));
    const StepReport r = evaluate(m_job, microBatch(), not_asked);
    const double waits = r.part(Part::straggler).exposed_s;
    double work = 0;
    for (std::size_t i = 0; i < part_count; ++i)
        if (static_cast<Part>(i) != Part::input && static_cast<Part>(i) != Part::straggler)
            work += r.parts[i].exposed_s;
    const double sure = work - r.part(Part::data_comm).exposed_s - r.part(Part::optimizer).exposed_s
        - r.part(Part::pipeline_comm).exposed_s;
    return work > 0 ? sure * (1 + waits / work) * (1 - rounding) : 0;
}

double StepSeries::floorOverStages(const StepVersion& version)
{
    if (!m_job.setup.kernels || m_job.setup.own_memory.used)
        return 0;
    become(withoutZero(version));
    const ModelShape& m = m_job.setup.model;
    const Pipeline& pipe = m_job.placement.pipeline;
    const MicroBatch& one = microBatch();
    const bool pairs = pairedShare(pipe) > 0;
    const auto least = [&](const LayerPass& pass) { return pass.seconds() - (pairs ? hiddenByPairing(pass) : 0); };
    const double encoder = m.encoder_layers - m.frozen.encoder;
    const double all_layers = (m.dense_layers - m.frozen.dense - encoder) * least(one.dense)
        + (m.layers - m.dense_layers - m.frozen.expert()) * least(one.expert) + one.head.seconds()
        + (m.frozen.dense - m.frozen.encoder) * one.frozen_dense.seconds()
        + m.frozen.expert() * one.frozen_expert.seconds() + encoder * one.encoder.seconds()
        + m.frozen.encoder * one.frozen_encoder.seconds();
    return pipe.micro_batches / pipe.stages * all_layers * (1 + driftShare(m_job)) * (1 - rounding);
}

void StepSeries::becomeWorkers(double k)
{
    m_version.plan = m_stated.plan;
    m_version.cluster.gpus = m_stated.cluster.gpus;
    m_version.workload.batch_per_gpu = m_stated.workload.batch_per_gpu;
    m_version.workload.global_batch = m_stated.workload.global_batch;
    if (k != workers(m_stated)) {
        m_version.cluster.gpus = k * gpusPerReplica(m_stated);
        adaptBatch(m_version);
    }
    place();
}

StepReport StepSeries::withWorkers(double k)
{
    becomeWorkers(k);
    return step();
}

StepReport StepSeries::timesWithWorkers(double k)
{
    becomeWorkers(k);
    return evaluate(m_job, microBatch(), not_asked);
}

const MicroBatch& StepSeries::microBatch()
{
    static constexpr MicroBatch none{};
    if (!m_job.setup.kernels)
        return none;
    const Placement& l = m_job.placement;
    const auto compute = [&](const LayerSplit& split, const LayerGroups& groups, const LayerSharding& sharding) {
        return kneepoint::microBatch(m_job.setup, split, groups, sharding);
    };
    return m_micro_batch.of(compute, l.layer, l.groups, l.sharding);
}

const MemoryUse& StepSeries::memory()
{
    const Placement& l = m_job.placement;
    const auto compute = [&](const LayerSplit& split, const Pipeline& pipeline, const StateSharding& state) {
        return memoryUse(m_job.setup, split, pipeline, state);
    };
    return m_memory.of(compute, l.layer, l.pipeline, l.state);
}

StepReport StepSeries::step()
{
    return evaluate(m_job, microBatch(), memory());
}

} // namespace kneepoint
