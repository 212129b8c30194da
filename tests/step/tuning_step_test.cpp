// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/adapters.h"
#include "model/results/tuning_remark.h"
#include "model/step/step_model.h"
#include "tests/step/kernel_job.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::exposed;

namespace {

Scenario with(Scenario s, Tuning tuning)
{
    s.workload.tuning = tuning;
    return s;
}

/// Llama 3.1 8B on 64 GPUs, with kernels by size.
Scenario llama(std::string_view zero_stage = "1")
{
    return test::edited(test::preset("llama3-8b-64xh100"), {{"plan.zero_stage", zero_stage}});
}

} // namespace

/// A step that trains adapters.
class TuningStepTest : public QObject {
    Q_OBJECT

private slots:
    void adaptersDoNotChangeAStepThatTrainsEverything()
    {
        test::RandomScenarios random(7401);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            const Scenario s = with(random.walked(), Tuning::full);
            Scenario other = s;
            other.workload.lora_rank = random.valueOf(parameter("workload.lora_rank"));
            other.workload.lora_targets = LoraTargets::query_value;
            HOLDS(evaluate(other).step_s == evaluate(s).step_s, s);
            HOLDS(memoryUse(other) == memoryUse(s), s);
        }
    }

    /// As long as all adapters of a replica are smaller than the share of the weights that one of many replicas keeps:
    /// ZeRO divides what they save, but at stage 2 not the weights of the adapters.
    void adaptersNeverNeedMoreMemory()
    {
        test::RandomScenarios random(7402);
        for (int left = test::scenariosWanted(300); left > 0; --left) {
            Scenario s = with(random.walked(), Tuning::lora);
            const ModelShape m = shapeOf(s.workload);
            const double replicas = workers(s) * s.plan.context_parallel;
            if (!m.transformer || trainedOfStages(m, 1) * std::max(4.0, replicas) > m.parameters)
                continue;
            const double lora = memoryUse(s).total(), full = memoryUse(with(s, Tuning::full)).total();
            HOLDS(lora <= full * (1 + 1e-12), s);
        }
    }

    void aHigherRankTakesNoLessTimeAndMemory()
    {
        test::RandomScenarios random(7403);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            Scenario s = with(random.walked(), Tuning::lora);
            s.plan.sync_every = 1;
            s.workload.lora_rank = 8;
            Scenario higher = s;
            higher.workload.lora_rank = 16;
            HOLDS(memoryUse(higher).total() >= memoryUse(s).total(), s);
            HOLDS(evaluate(higher).compute_s >= evaluate(s).compute_s * (1 - 1e-12), s);
        }
    }

    void onlyGradientsOfAdaptersAreSynchronized()
    {
        const Scenario s = with(llama(), Tuning::lora);
        const double trained = trainedOfStages(shapeOf(s.workload), 1);
        const double bytes = s.plan.gradient_precision == GradientPrecision::fp32 ? 4 : 2;
        VERIFY_CLOSE(evaluate(s).gradient_bytes, bytes * trained, 1e-12);
        QVERIFY(evaluate(s).network_bytes < 0.01 * evaluate(with(s, Tuning::full)).network_bytes);
    }

    void onlyAdaptersAreUpdated()
    {
        const Scenario s = llama();
        const double share = trainedOfStages(shapeOf(with(s, Tuning::lora).workload), 1) / s.workload.parameters;
        VERIFY_CLOSE(exposed(with(s, Tuning::lora), Part::optimizer), share * exposed(s, Part::optimizer), 1e-9);
    }

    /// Two gathers of 2 bytes in layers, and one of embeddings, without gradients of 2 bytes: 4/6 to 1/2 of all.
    void frozenWeightsAreStillGatheredAtStageThree()
    {
        const Scenario s = test::edited(llama("3"), {{"plan.gradient_precision", "bf16"}});
        VERIFY_BETWEEN(evaluate(with(s, Tuning::lora)).network_bytes / evaluate(s).network_bytes, 0.5, 4.0 / 6);
    }

    /// 0.516 bytes instead of 2 in layers; embeddings are gathered in 16 bits.
    void quantizedWeightsAreGatheredInFourBits()
    {
        const auto sent = [](Tuning tuning) { return evaluate(with(llama("3"), tuning)).network_bytes; };
        VERIFY_BETWEEN(sent(Tuning::qlora) / sent(Tuning::lora), 0.516 / 2, 0.42);
    }

    void aStepIsShorterButNotByAThird()
    {
        const double ratio = evaluate(with(llama(), Tuning::lora)).step_s / evaluate(llama()).step_s;
        VERIFY_BETWEEN(ratio, 2.0 / 3, 0.95);
    }

    void withFullRecomputationAlmostNothingIsSaved()
    {
        const Scenario s = test::edited(llama(), {{"plan.recompute", "full"}});
        const double saved = 1 - evaluate(with(s, Tuning::lora)).step_s / evaluate(s).step_s;
        const double without = 1 - evaluate(with(llama(), Tuning::lora)).step_s / evaluate(llama()).step_s;
        QVERIFY(saved < without);
    }

    void shortBatchesPayMoreForQuantizedWeights()
    {
        const auto ratio = [](const char* examples) {
            const Scenario s =
                test::edited(test::preset("llama3-8b-qlora-rtx4090"), {{"workload.batch_per_gpu", examples}});
            return evaluate(s).step_s / evaluate(with(s, Tuning::lora)).step_s;
        };
        QVERIFY(ratio("1") > ratio("4") && ratio("4") > 1);
    }

    void shippedJobsFitOnlyWithAdapters()
    {
        for (const char* id : {"llama2-70b-lora-8xh100", "llama3-8b-qlora-rtx4090"}) {
            QVERIFY2(memoryUse(test::preset(id)).fits(), id);
            QVERIFY2(!memoryUse(with(test::preset(id), Tuning::full)).fits(), id);
        }
    }

    void aRemarkSaysWhatAdaptersSave()
    {
        const auto remark = [](const Scenario& s) { return tuningRemark(analyze(s, shippedCalibration())); };
        QVERIFY(remark(llama()).empty());
        QVERIFY(remark(with(llama(), Tuning::lora)).starts_with("LoRA trains 41.9 M parameters"));
        QVERIFY(remark(with(llama("3"), Tuning::lora)).find("gathers the frozen weights") != std::string::npos);
        QVERIFY(remark(test::preset("llama3-8b-qlora-rtx4090")).find("recomputation") != std::string::npos);
    }
};

KNEEPOINT_TEST(TuningStepTest)
#include "tuning_step_test.moc"
