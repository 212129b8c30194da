// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"
#include "model/cost/optimizer_update.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// Llama 2 7B on one GPU whose GEMMs run at their full rate: 7 matrices in each of 32 layers.
Scenario llama(std::string_view optimizer)
{
    Scenario s = test::edited(test::bareJob(),
        {{"assumptions.compute_model", "kernels"}, {"workload.model", "llama2-7b"},
            {"workload.sequence_length", "4096"}, {"workload.batch_per_gpu", "1"}, {"plan.optimizer", optimizer}});
    s.cluster.small_product_loss = 0;
    return s;
}

constexpr double h = 4096, f = 11008, layers = 32, tables = 2 * 32000 * h;
constexpr double matrices = layers * (4 * h * h + 3 * h * f);

Scenario with(Scenario s, Optimizer optimizer)
{
    s.plan.optimizer = optimizer;
    return s;
}

OptimizerUpdate updateOf(const Scenario& s)
{
    return optimizerUpdate(resolve(s));
}

} // namespace

/// What an optimizer keeps, and how long its update takes.
class OptimizerUpdateTest : public QObject {
    Q_OBJECT

private slots:
    void anOptimizerSetsItsMoments_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<double>("moments");
        QTest::newRow("AdamW") << "adamw" << 8.0;
        QTest::newRow("8-bit AdamW") << "adamw-8bit" << 2 + 8.0 / 256;
        QTest::newRow("Adafactor") << "adafactor" << 0.0;
        QTest::newRow("Lion") << "lion" << 4.0;
        QTest::newRow("SGD") << "sgd" << 4.0;
        QTest::newRow("Muon") << "muon" << 4.0;
    }
    void anOptimizerSetsItsMoments()
    {
        QFETCH(QString, optimizer);
        QFETCH(double, moments);
        QCOMPARE(llama(optimizer.toStdString()).plan.moment_bytes, moments);
    }

    void momentsThatWereTypedStay()
    {
        const Scenario typed = test::edited(llama("lion"), {{"plan.moment_bytes", "2"}, {"plan.optimizer", "adamw"}});
        QCOMPARE(typed.plan.moment_bytes, 2.0);
        QCOMPARE(
            test::edited(test::bareJob(), {{"plan.optimizer", "muon"}, {"plan.optimizer", "adamw"}}).plan.moment_bytes,
            8.0);
    }

    void adamWReadsAndWrites48Bytes()
    {
        const Job job = resolve(llama("adamw"));
        VERIFY_CLOSE(optimizerUpdate(job).seconds(), 48 * job.placement.parameters / job.setup.rates.memory_Bps, 1e-12);
    }

    /// Without the second moment: 22 of 30 bytes.
    void oneMomentIsLessTraffic()
    {
        for (const Optimizer one : {Optimizer::lion, Optimizer::sgd, Optimizer::muon})
            VERIFY_CLOSE(
                updateOf(with(llama("adamw"), one)).state_s, 22.0 / 30 * updateOf(llama("adamw")).state_s, 1e-12);
    }

    /// 5 × (4·n²·m + 2·n³): 2.06 TFLOP for 4096 × 4096.
    void muonOrthogonalizesEveryMatrix()
    {
        const Job job = resolve(llama("muon"));
        const auto flops = [](double n, double m) { return 5 * (4 * n * n * m + 2 * n * n * n); };
        VERIFY_CLOSE(flops(4096, 4096), 2.06e12, 0.005);
        const double all = layers * (4 * flops(h, h) + 3 * flops(h, f));
        VERIFY_CLOSE(optimizerUpdate(job).whole_s, all / job.setup.rates.gemm_16bit, 1e-9);
    }

    void onlyShardingSharesMatricesOut()
    {
        Scenario s = llama("muon");
        const double alone = updateOf(s).whole_s;
        s.cluster.gpus = 8;
        QCOMPARE(updateOf(s).whole_s, alone);
        s.plan.zero_stage = 1;
        VERIFY_CLOSE(updateOf(s).whole_s, alone / 8, 1e-12);
        s.cluster.gpus = 4096; // of which most have no matrix: there are 7 × 32
        VERIFY_CLOSE(updateOf(s).whole_s, alone / (7 * layers), 1e-12);
    }

    void dividedMatricesAreGathered()
    {
        Scenario s = test::edited(llama("muon"), {{"cluster.gpus", "8"}, {"plan.zero_stage", "1"}});
        QCOMPARE(updateOf(s).gather_s, 0.0);
        s.plan.zero_stage = 3;
        QVERIFY(updateOf(s).gather_s > 0);
        s.plan.zero_stage = 1;
        s.plan.tensor_parallel = 2;
        QVERIFY(updateOf(s).gather_s > 0);
        QCOMPARE(updateOf(with(s, Optimizer::lion)).gather_s, 0.0);
    }

    void muonKeepsAdamsMomentsOfEmbeddings()
    {
        for (const char* depth : {"kernels", "sustained"}) {
            const MemoryUse use = memoryUse(test::edited(llama("muon"), {{"assumptions.compute_model", depth}}));
            VERIFY_CLOSE(use.optimizer, (4 + 4) * matrices + (4 + 8) * tables, 1e-3);
        }
    }

    void adaptersAreTooThinToCount()
    {
        Scenario s = llama("muon");
        s.workload.tuning = Tuning::lora;
        QCOMPARE(updateOf(s).whole_s, 0.0);
    }

    void noOptimizerNeedsMoreThanAdamW()
    {
        test::RandomScenarios random(7411);
        for (int left = test::scenariosWanted(200); left > 0; --left) {
            const Scenario s = test::edited(random.walked(), {{"plan.optimizer", "adamw"}});
            if (isStated(parameter("plan.moment_bytes"), s))
                continue;
            for (const char* other : {"adamw-8bit", "adafactor", "lion", "sgd", "muon"})
                HOLDS(memoryUse(test::edited(s, {{"plan.optimizer", other}})).total() <= memoryUse(s).total(), s);
        }
    }
};

KNEEPOINT_TEST(OptimizerUpdateTest)
#include "optimizer_update_test.moc"
