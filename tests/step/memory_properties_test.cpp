// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/formats.h"
#include "model/cost/memory.h"
#include "model/job/adapters.h"
#include "model/scenario/scenario.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <string>

using namespace kneepoint;
using test::RandomScenarios;

namespace {

/// Stages to check: all of a short pipeline, some of a long one.
std::vector<int> stagesOf(const Scenario& s)
{
    constexpr int many = 64;
    const int stages = stageCount(s.plan.pipeline_parallel);
    std::vector<int> some;
    for (int i = 0; i < stages; i += std::max(1, stages / many))
        some.push_back(i);
    some.push_back(stages - 1);
    return some;
}

} // namespace

/// Properties of memory in every scenario that the catalogue allows, at textbook and kernel level.
class MemoryPropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindOnEveryStageIsFiniteAndNotNegative()
    {
        forEach([](const Scenario& s) {
            for (const int stage : stagesOf(s)) {
                const MemoryUse use = memoryOfStage(s, stage);
                for (const MemoryKind& kind : memory_kinds)
                    HOLDS(std::isfinite(use.*kind.bytes) && use.*kind.bytes >= 0, s);
                HOLDS(use.capacity == s.cluster.memory_bytes, s);
                HOLDS(use.stage == stage, s);
            }
        });
    }

    void theKindsAddUpToTheTotal()
    {
        forEach([](const Scenario& s) {
            const MemoryUse use = memoryUse(s);
            double sum = 0;
            for (const MemoryKind& kind : memory_kinds)
                sum += use.*kind.bytes;
            HOLDS(sum == use.total(), s);
        });
    }

    void noStageNeedsMoreThanTheFullest()
    {
        forEach([](const Scenario& s) {
            const double fullest = memoryUse(s).total();
            for (const int stage : stagesOf(s))
                HOLDS(memoryOfStage(s, stage).total() <= fullest * (1 + 1e-12), s);
            HOLDS(memoryOfStage(s, memoryUse(s).stage).total() == fullest, s);
        });
    }

    void aLargerMicroBatchNeverTakesLessMemory()
    {
        forEach([](const Scenario& s) {
            Scenario larger = s;
            larger.workload.batch_per_gpu *= 2;
            for (const int stage : stagesOf(s))
                HOLDS(memoryOfStage(larger, stage).total() >= memoryOfStage(s, stage).total(), s);
        });
    }

    void aHigherZeroStageNeverTakesMoreMemory()
    {
        forEach([](const Scenario& any) {
            Scenario s = any;
            s.plan.shard_group = 0; // smaller groups shard less at stage 3 than all replicas do at stage 2
            for (const int stage : stagesOf(s))
                for (s.plan.zero_stage = 0; s.plan.zero_stage < 3;) {
                    const double before = memoryOfStage(s, stage).total();
                    ++s.plan.zero_stage;
                    HOLDS(memoryOfStage(s, stage).total() <= before * (1 + 1e-12), s);
                }
        });
    }

    void withoutAnOutputLayerTheFirstEvenStageIsTheFullest()
    {
        forEach([](const Scenario& any) {
            Scenario s = any;
            s.plan.pipeline_parallel = stageCount(any.plan.pipeline_parallel);
            s.workload.kind = ModelKind::transformer;
            s.workload.layers = stageCount(s.plan.pipeline_parallel)
                * std::ceil(s.workload.layers / stageCount(s.plan.pipeline_parallel));
            s.workload.vocabulary = 1;
            s.workload.dense_layers = 0;
            s.workload.expert_every = 1;
            s.workload.feed_forward_layers = 0;
            s.workload.frozen_share = 0;
            s.plan.first_stage_layers = s.plan.last_stage_layers = 0;
            s.stack.logit_bytes = 0;
            s.stack.gathers_logits = false;
            s.stack.stages_by_cost = false;
            const double first = memoryOfStage(s, 0).total();
            for (const int stage : stagesOf(s))
                HOLDS(memoryOfStage(s, stage).total() <= first * (1 + 1e-9), s);
        });
    }

    void allStagesTogetherHoldEveryParameterOnce()
    {
        forEach([](const Scenario& any) {
            Scenario s = any;
            if (!atKernelDepth(s) || stageCount(s.plan.pipeline_parallel) > 256)
                return;
            s.plan.pipeline_parallel = stageCount(any.plan.pipeline_parallel);
            s.plan.zero_stage = 0;
            s.plan.expert_parallel = s.stack.whole_experts ? s.plan.tensor_parallel : 1;
            s.workload.tied_embeddings = false;
            s.plan.offload = Offload::none;
            s.workload.reference_model = ReferenceModel::none;   // a copy of which would be held, too
            s.workload.precision = unitOf(s.workload.precision); // formats by name have copies of another width
            s.workload.narrow_scaling = NarrowScaling::tensor;   // other scalings of FP8 keep a second copy
            if (s.workload.tuning == Tuning::qlora)              // whose weights differ in width
                s.workload.tuning = Tuning::lora;
            const ModelShape m = shapeOf(s.workload);
            const double held = m.parameters + (m.adapters.used ? trainedOfStages(m, 1) : 0);
            double sum = 0;
            for (int stage = 0; stage < stageCount(s.plan.pipeline_parallel); ++stage)
                sum += memoryOfStage(s, stage).weights;
            const double copies = s.plan.pipeline_parallel > 1 ? layerCopies(s.plan.pipeline_schedule) : 1;
            const double all = copies * bytesPerElement(s.workload.precision) * held / s.plan.tensor_parallel;
            HOLDS(std::abs(sum / all - 1) < 1e-6, s);
        });
    }

private:
    /// At both levels: half of the scenarios scattered over the catalogue, half reached by edits.
    template <class Check> static void forEach(Check check)
    {
        RandomScenarios random(7);
        const int wanted = test::scenariosWanted(6000);
        for (int i = 0; i < wanted && !QTest::currentTestFailed(); ++i) {
            Scenario s = i % 2 ? random.scattered() : random.walked();
            if (i % 4 < 2) {
                s.assumptions.compute_model = ComputeModel::kernels;
                s.workload.measured_example_s = 0;
            }
            check(s);
        }
    }
};

KNEEPOINT_TEST(MemoryPropertiesTest)
#include "memory_properties_test.moc"
