// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_series.h"

#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/cost/placement.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/step/waits.h"

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

/// A plan without the settings that only affect the whole step.
Plan withoutSchedule(Plan plan)
{
    const Plan any;
    plan.sync_every = any.sync_every;
    plan.parameter_servers = any.parameter_servers;
    plan.bucket_bytes = any.bucket_bytes;
    plan.checkpoint_every_s = any.checkpoint_every_s;
    plan.checkpoint_write_s = any.checkpoint_write_s;
    return plan;
}

} // namespace

StepSeries::StepSeries(const Scenario& job, Calibration calibration)
    : m_calibration(std::move(calibration))
    , m_job(job)
    , m_version(job)
    , m_kernels(atKernelDepth(job))
{
}

void StepSeries::become(const StepVersion& version)
{
    m_version.plan = version.plan;
    m_version.cluster.gpus = version.gpus;
    m_version.workload.batch_per_gpu = version.batch_per_gpu;
    m_version.workload.global_batch = version.global_batch;
}

StepReport StepSeries::at(const StepVersion& version)
{
    become(version);
    return step();
}

const MemoryUse& StepSeries::memoryAt(const StepVersion& version)
{
    become(version);
    updateMemory();
    return m_memory;
}

double StepSeries::floorAt(const StepVersion& version)
{
    become(version);
    m_version.plan.zero_stage = 0;
    m_version.plan.shard_group = 0;
    m_version.assumptions.input_limited = false;
    static constexpr MemoryUse not_asked{};
    updateLayers();
    const StepReport r = evaluate(m_version, m_calibration, m_layers, not_asked);
    m_version.assumptions.input_limited = m_job.assumptions.input_limited;
    const double waits = r.part(Part::straggler).exposed_s;
    const double work = r.step_s - waits;
    const double sure = work - r.part(Part::data_comm).exposed_s - r.part(Part::optimizer).exposed_s
        - r.part(Part::pipeline_comm).exposed_s;
    constexpr double rounding = 1e-9;
    return work > 0 ? sure * (1 + waits / work) * (1 - rounding) : 0;
}

double StepSeries::floorOverStages(const StepVersion& version)
{
    if (!m_kernels || isCalibrated(m_job))
        return 0;
    become(version);
    m_version.plan.zero_stage = 0;
    m_version.plan.shard_group = 0;
    updateLayers();
    const StageLayers layers(m_version);
    const double dense = layers.dense();
    const double one = dense * m_layers.dense.seconds()
        + (m_version.workload.layers - dense) * m_layers.expert.seconds() + m_layers.head.seconds();
    const double sure = m_version.plan.accumulation / m_version.plan.pipeline_parallel * one;
    constexpr double rounding = 1e-9;
    return sure * (1 + driftShare(m_version, m_version.cluster.gpus)) * (1 - rounding);
}

StepReport StepSeries::withWorkers(double k)
{
    m_version.plan = m_job.plan;
    m_version.cluster.gpus = m_job.cluster.gpus;
    m_version.workload.batch_per_gpu = m_job.workload.batch_per_gpu;
    m_version.workload.global_batch = m_job.workload.global_batch;
    if (k != workers(m_job)) {
        m_version.cluster.gpus = k * gpusPerReplica(m_job);
        adaptBatch(m_version);
    }
    return step();
}

StepReport StepSeries::oneAmong(double k)
{
    Scenario one = kneepoint::withWorkers(m_job, 1);
    return at({one.plan, k * gpusPerReplica(one), one.workload.batch_per_gpu, one.workload.global_batch});
}

StepSeries::Origin StepSeries::originOfLayers() const
{
    Plan plan = withoutSchedule(m_version.plan);
    plan.pipeline_parallel = 1;
    plan.pipeline_schedule = {};
    plan.virtual_stages = 1;
    plan.accumulation = 1;
    if (gathersWeights(m_version)) {
        plan.pipeline_parallel =
            std::min(m_version.plan.pipeline_parallel, 2.0); // ZeRO-2 depends on whether there are stages
    } else {
        plan.zero_stage = 0;
        plan.shard_group = 0;
        plan.gradient_precision = {};
        plan.gradient_compression = 1;
    }
    const bool torus = m_version.cluster.topology != Topology::switched; // whose sides follow the number of chips
    if (torus)
        plan.pipeline_parallel = m_version.plan.pipeline_parallel;
    return {plan, m_version.workload.batch_per_gpu, torus ? m_version.cluster.gpus : rankDependence(m_version),
        stagesSpanNodes(m_version)};
}

StepSeries::Origin StepSeries::originOfMemory() const
{
    const bool shared = m_version.plan.zero_stage > 0 || m_version.workload.experts > 1;
    return {withoutSchedule(m_version.plan), m_version.workload.batch_per_gpu, shared ? workers(m_version) : 0};
}

void StepSeries::updateLayers()
{
    if (!m_kernels)
        return;
    if (const Origin origin = originOfLayers(); m_layers_of != origin) {
        m_layers = microBatch(m_version, m_calibration);
        m_layers_of = origin;
    }
}

void StepSeries::updateMemory()
{
    if (const Origin origin = originOfMemory(); m_memory_of != origin) {
        m_memory = memoryUse(m_version);
        m_memory_of = origin;
    }
}

StepReport StepSeries::step()
{
    updateLayers();
    updateMemory();
    return evaluate(m_version, m_calibration, m_layers, m_memory);
}

} // namespace kneepoint
