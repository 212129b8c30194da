// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"
#include "model/step/step_model.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using namespace kneepoint;
using test::RandomScenarios;

namespace {

bool sound(const StepReport& r)
{
    double sum = 0;
    for (const PartTime& part : r.parts) {
        if (!(part.exposed_s >= 0) || !(part.hidden_s >= 0) || !std::isfinite(part.total_s()))
            return false;
        sum += part.exposed_s;
    }
    for (const double value : {r.compute_s, r.comm_s, r.gamma, r.latency_s, r.network_bytes, r.forward_s, r.backward_s,
             r.traffic.total(), r.memory.total(), r.roof.arithmetic_intensity, r.roof.communication_intensity})
        if (!(value >= 0) || !std::isfinite(value))
            return false;
    return sum == r.step_s && r.step_s > 0;
}

Parameter knob(std::string_view id)
{
    return parameter(id);
}

/// Every value of a choice or flag; otherwise both ends of the slider and two values between.
std::vector<double> valuesOf(const Parameter& p)
{
    if (p.scale == Scale::choice || p.scale == Scale::flag) {
        std::vector<double> all;
        for (double value = p.range.min; value <= p.range.max; ++value)
            all.push_back(value);
        return all;
    }
    const double middle = std::sqrt(std::max(p.range.slider_min, 1e-3) * p.range.slider_max);
    std::vector<double> some{p.range.slider_min, middle, p.range.slider_max / 2, p.range.slider_max};
    for (double& value : some)
        value = std::clamp(p.scale == Scale::integer || p.scale == Scale::power_of_two ? std::round(value) : value,
            p.range.min, p.range.max);
    return some;
}

/// A random transformer at kernel level on this GPU with this software.
Scenario atKernels(RandomScenarios& random, int gpu, int stack)
{
    Scenario s = random.scattered();
    s.workload.kind = ModelKind::transformer;
    s.workload.measured_example_s = 0;
    knob("cluster.gpu").edit(s, gpu, shippedCalibration());
    knob("stack.software").edit(s, stack, shippedCalibration());
    return s;
}

/// Every GPU with every stack, as often as the number of scenarios needs; everything else is random.
template <class Check> void everyGpuAndStack(std::uint64_t seed, Check check)
{
    RandomScenarios random(seed);
    const auto gpus = static_cast<int>(gpuPresets().size());
    const auto stacks = static_cast<int>(stackPresets().size());
    for (int left = test::scenariosWanted(1); left > 0; left -= gpus * stacks)
        for (int gpu = 1; gpu <= gpus; ++gpu)
            for (int stack = 1; stack <= stacks && !QTest::currentTestFailed(); ++stack)
                check(atKernels(random, gpu, stack));
}

} // namespace

/// Properties of the step over the whole catalogue at kernel level: every GPU, every software stack, every option
/// of the plan.
class CataloguePropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void everyPlanOptionGivesAValidStepOnEveryGpuAndStack()
    {
        everyGpuAndStack(41, [](const Scenario& s) {
            for (const Parameter& p : catalogue()) {
                if (p.group != Group::plan)
                    continue;
                for (const double value : valuesOf(p)) {
                    Scenario turned = s;
                    p.edit(turned, value, shippedCalibration());
                    HOLDS(sound(evaluate(turned)), turned);
                }
            }
        });
    }

    void betterHardwareIsNeverSlower_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("factor");
        for (const char* id : {"cluster.link_rate", "cluster.link_efficiency", "cluster.scale_up_bandwidth",
                 "cluster.scale_up_efficiency", "cluster.memory_bandwidth", "cluster.memory_efficiency",
                 "cluster.gemm_efficiency", "cluster.gemm_efficiency_fp8", "cluster.gemm_efficiency_fp4",
                 "cluster.attention_efficiency", "cluster.loader_rate", "cluster.nics_per_node", "cluster.pod_gpus"})
            QTest::newRow(id) << id << 2.0;
        for (const char* id : {"stack.tensor_overlap", "stack.data_overlap", "stack.expert_overlap", "stack.generation",
                 "stack.attention_generation", "stack.expert_generation", "plan.sync_every",
                 "plan.gradient_compression"})
            QTest::newRow(id) << id << 1.5;
        for (const char* id : {"cluster.link_latency", "cluster.scale_up_latency", "cluster.collective_base",
                 "cluster.oversubscription", "stack.layer_launch", "stack.pipelined_launch", "stack.microbatch_time",
                 "stack.step_time", "stack.token_passes", "stack.ffn_passes", "stack.score_bytes", "stack.norm_passes",
                 "stack.straggler_slope", "stack.shard_calls", "cluster.small_product_loss", "stack.crowding_slope"})
            QTest::newRow(id) << id << 0.5;
    }
    void betterHardwareIsNeverSlower()
    {
        QFETCH(QString, id);
        QFETCH(double, factor);
        const Parameter& p = parameter(id.toStdString());
        everyGpuAndStack(42, [&](const Scenario& s) {
            if (splitsBackward(s.plan.pipeline_schedule))
                return; // where launches or messages set the pace, shorter gradients of weights fill less of the bubble
            Scenario better = s;
            const double wanted = p.get(s) * factor;
            p.assign(
                better, std::clamp(p.scale == Scale::integer ? std::ceil(wanted) : wanted, p.range.min, p.range.max));
            const double now = evaluate(s).step_s;
            HOLDS(evaluate(better).step_s <= now * (1 + 1e-12), s);
        });
    }

    void oneGpuDoesNotCommunicate()
    {
        everyGpuAndStack(43, [](const Scenario& any) {
            Scenario s = any;
            s.plan.tensor_parallel = s.plan.pipeline_parallel = s.plan.context_parallel = s.plan.expert_parallel = 1;
            const StepReport r = evaluate(withWorkers(s, 1));
            HOLDS(
                r.comm_s == 0 && r.latency_s == 0 && r.traffic.total() == 0 && r.part(Part::bubble).exposed_s == 0, s);
        });
    }

    void withoutModelParallelismTheStepIsComputeAndGradients()
    {
        everyGpuAndStack(44, [](const Scenario& any) {
            Scenario s = any;
            s.plan.tensor_parallel = s.plan.pipeline_parallel = s.plan.context_parallel = s.plan.expert_parallel = 1;
            s.plan.zero_stage = 0;
            s.plan.offload = Offload::none; // the GPUs of a node share its CPUs
            const StepReport r = evaluate(s);
            const StepReport alone = evaluate(withSingleReplica(s));
            for (const Part part : {Part::compute, Part::memory, Part::launch, Part::optimizer, Part::tensor_comm,
                     Part::context_comm, Part::expert_comm, Part::pipeline_comm, Part::bubble})
                HOLDS(r.part(part).exposed_s == alone.part(part).exposed_s, s);
            HOLDS(alone.part(Part::data_comm).total_s() == 0, s);
        });
    }

    /// Where all stages are alike: addKernels().
    void aStepIsTheSumOfItsMicroBatches()
    {
        everyGpuAndStack(45, [](const Scenario& any) {
            Scenario s = any;
            s.stack.stages_by_cost = false;
            s.workload.dense_layers = 0;
            s.workload.expert_every = 1;
            s.plan.shard_group = 0; // copies of shards are reduced once a step, whatever the number of micro-batches
            s.workload.layers = s.plan.pipeline_parallel * std::ceil(s.workload.layers / s.plan.pipeline_parallel);
            if (splitsBackward(s.plan.pipeline_schedule)) // they need enough micro-batches to fill their bubble
                s.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
            if (s.plan.pipeline_schedule == PipelineSchedule::breadth_first && s.plan.zero_stage >= 3)
                s.plan.pipeline_schedule = PipelineSchedule::interleaved; // micro-batches do not share gathers
            s.plan.accumulation = 4;
            const StepReport few = evaluate(s);
            s.plan.accumulation = 12;
            const StepReport many = evaluate(s);
            for (const Part part : {Part::compute, Part::memory, Part::launch, Part::tensor_comm, Part::context_comm,
                     Part::expert_comm, Part::pipeline_comm})
                HOLDS(std::abs(many.part(part).exposed_s - 3 * few.part(part).exposed_s) <= 1e-9 * many.step_s, s);
            HOLDS(many.part(Part::bubble).exposed_s == few.part(Part::bubble).exposed_s, s);
        });
    }

    void timeIsProportionalToLayersPlusTheHead()
    {
        everyGpuAndStack(46, [](const Scenario& any) {
            Scenario s = any;
            s.workload.experts = 1;
            s.workload.shared_experts = 0;
            s.workload.full_attention_every = 1; // all layers are alike
            s.workload.full_attention_layers = s.workload.feed_forward_layers = 0;
            s.workload.frozen_share = 0;     // of which whole layers are frozen
            s.plan.quantized_gather = false; // the weights of a model of fixed size do not grow with its layers
            s.plan.pipeline_parallel = 1;
            const auto compute = [&](double layers) {
                s.workload.layers = layers;
                return evaluate(s).compute_s;
            };
            const double ten = compute(10), twenty = compute(20), thirty = compute(30);
            HOLDS(std::abs((thirty - twenty) - (twenty - ten)) <= 1e-9 * thirty, s);
            HOLDS(twenty > ten, s);
        });
    }

    void unevenStagesWaitForTheLongest()
    {
        everyGpuAndStack(47, [](const Scenario& any) {
            Scenario s = any;
            s.workload.experts = 1;
            s.workload.full_attention_every = 1; // all layers are alike
            s.workload.full_attention_layers = s.workload.feed_forward_layers = 0;
            s.plan.pipeline_parallel = 8;
            s.plan.accumulation = 64;
            s.plan.zero_stage = 0;
            const auto pace = [&](double layers) {
                s.workload.layers = layers;
                const StepReport r = evaluate(s);
                return r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::context_comm).exposed_s;
            };
            const double even = pace(64), uneven = pace(65), next = pace(72);
            const double rounding = 1e-12 * next;
            HOLDS(even <= uneven + rounding && uneven <= next + rounding, s);
        });
    }

    void interleavingShortensTheBubbleAndSendsMore()
    {
        everyGpuAndStack(48, [](const Scenario& any) {
            Scenario s = any;
            s.plan.pipeline_parallel = 4;
            knob("plan.virtual_stages").edit(s, 1, shippedCalibration());
            const StepReport plain = evaluate(s);
            knob("plan.pipeline_schedule").assign(s, static_cast<double>(PipelineSchedule::gpipe));
            const StepReport gpipe = evaluate(s);
            knob("plan.virtual_stages").edit(s, 4, shippedCalibration());
            const StepReport interleaved = evaluate(s);
            HOLDS(gpipe.part(Part::bubble).exposed_s == plain.part(Part::bubble).exposed_s, s);
            HOLDS(interleaved.part(Part::bubble).exposed_s < plain.part(Part::bubble).exposed_s, s);
            HOLDS(interleaved.traffic.of(RankGroup::pipeline) > plain.traffic.of(RankGroup::pipeline), s);
        });
    }

private:
    /// One replica with the same work; the global batch is not adjusted.
    static Scenario withSingleReplica(Scenario s)
    {
        s.cluster.gpus = gpusPerReplica(s);
        return s;
    }
};

KNEEPOINT_TEST(CataloguePropertiesTest)
#include "catalogue_properties_test.moc"
