// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/cost/memory.h"
#include "model/job/model_shape.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario withReference(Scenario s, ReferenceModel reference)
{
    s.workload.reference_model = reference;
    return s;
}

Scenario tunedLlama(std::string_view tuning, std::string_view zero_stage = "1")
{
    return test::edited(
        test::preset("llama3-8b-64xh100"), {{"workload.tuning", tuning}, {"plan.zero_stage", zero_stage}});
}

double stepFlops(const Scenario& s)
{
    return evaluate(s).step_flops;
}

} // namespace

/// A frozen model whose forward pass a loss needs, and examples shorter than the sequence.
class ReferenceModelTest : public QObject {
    Q_OBJECT

private slots:
    /// 6N + 2N of full tuning; beside adapters, whose own passes are not repeated, as much more.
    void itIsOneMoreForwardPass()
    {
        const Scenario full = tunedLlama("full"), lora = tunedLlama("lora");
        const double more = stepFlops(withReference(full, ReferenceModel::copy)) - stepFlops(full);
        VERIFY_CLOSE(more / stepFlops(full), 1.0 / 3, 1e-12);
        VERIFY_CLOSE(stepFlops(withReference(lora, ReferenceModel::shared)) - stepFlops(lora), more, 1e-9);
    }

    /// In the realistic step, which has kernels, launches and collectives, of a job that computes most of the time.
    void theStepIsAboutAThirdLonger()
    {
        const Scenario full = tunedLlama("full");
        const double longer = evaluate(withReference(full, ReferenceModel::copy)).compute_s / evaluate(full).compute_s;
        QVERIFY2(longer > 1.25 && longer < 1.4, qPrintable(QString::number(longer)));
    }

    void aCopyHasTwoBytesPerParameter()
    {
        const Scenario full = tunedLlama("full");
        const double more = memoryUse(withReference(full, ReferenceModel::copy)).weights - memoryUse(full).weights;
        VERIFY_CLOSE(more, 2 * full.workload.parameters, 1e-9);
        const Scenario sharded = tunedLlama("full", "3");
        const double shard =
            memoryUse(withReference(sharded, ReferenceModel::copy)).weights - memoryUse(sharded).weights;
        VERIFY_CLOSE(shard, 2 * full.workload.parameters / 64, 1e-9);
    }

    void adaptersShareTheirFrozenWeightsWithIt()
    {
        const Scenario lora = tunedLlama("lora");
        QVERIFY(memoryUse(withReference(lora, ReferenceModel::shared)) == memoryUse(lora));
        QVERIFY(memoryUse(withReference(lora, ReferenceModel::copy)).total() > memoryUse(lora).total());
    }

    void withoutAdaptersItIsACopy()
    {
        const Scenario full = tunedLlama("full");
        const Scenario shared = withReference(full, ReferenceModel::shared),
                       copy = withReference(full, ReferenceModel::copy);
        QCOMPARE(evaluate(shared).step_s, evaluate(copy).step_s);
        QVERIFY(memoryUse(shared) == memoryUse(copy));
    }

    void itNeverTakesLessTimeOrMemory()
    {
        test::RandomScenarios random(7501);
        for (int left = test::scenariosWanted(300); left > 0; --left) {
            const Scenario s = withReference(random.walked(), ReferenceModel::none);
            for (const ReferenceModel reference : {ReferenceModel::copy, ReferenceModel::shared}) {
                const Scenario other = withReference(s, reference);
                HOLDS(evaluate(other).step_s >= evaluate(s).step_s * (1 - 1e-9), s);
                HOLDS(memoryUse(other).total() >= memoryUse(s).total() * (1 - 1e-9), s);
            }
        }
    }

    /// The text of a job, packed and padded.
    void packingNeverProcessesLessText()
    {
        test::RandomScenarios random(7502);
        for (int left = test::scenariosWanted(300); left > 0; --left) {
            Scenario padded = random.walked();
            padded.workload.length_mean = padded.workload.sequence_length / 3;
            padded.workload.packing = Packing::padded;
            Scenario packed = padded;
            packed.workload.packing = Packing::packed;
            HOLDS(tokensPerSecond(packed, evaluate(packed)) >= tokensPerSecond(padded, evaluate(padded)) * (1 - 1e-9),
                padded);
        }
    }

    /// As it is without either parameter.
    void examplesAsLongAsTheSequenceChangeNothing()
    {
        test::RandomScenarios random(7503);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            Scenario s = random.walked();
            s.workload.length_mean = 0;
            const StepReport whole = evaluate(s);
            for (const Packing packing : {Packing::packed, Packing::padded}) {
                s.workload.packing = packing;
                s.workload.length_mean = s.workload.sequence_length;
                HOLDS(evaluate(s).step_s == whole.step_s, s);
                HOLDS(evaluate(s).step_flops == whole.step_flops, s);
            }
        }
    }
};

KNEEPOINT_TEST(ReferenceModelTest)
#include "reference_model_test.moc"
