// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"
#include "model/validation/validation.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>

using namespace kneepoint;

namespace {

const MeasuredRuns& runs()
{
    static const MeasuredRuns all = questionsOf(publishedMeasurements(), shippedCalibration());
    return all;
}

std::vector<const MeasuredRun*> runsOnTpus()
{
    std::vector<const MeasuredRun*> found;
    for (const MeasuredRun& run : runs().runs)
        if (run.gpu.starts_with("tpu"))
            found.push_back(&run);
    return found;
}

const Scenario& scenarioOf(const std::string& id)
{
    const auto found = std::ranges::find(runs().runs, id, &MeasuredRun::id);
    if (found == runs().runs.end())
        qFatal("%s is not predicted", id.c_str());
    return found->candidates.front();
}

} // namespace

/// Published runs on TPUs.
class TpuRowsTest : public QObject {
    Q_OBJECT

private slots:
    void tpuRunsArePredictedFromOtherSources()
    {
        std::vector<RowError> rows;
        for (const MeasuredRun* run : runsOnTpus())
            if (run->gate)
                rows.push_back(rowError(*run, predictedReport(*run, LeaveOut::source, shippedCalibration()),
                    LeaveOut::source, shippedCalibration()));
        const ErrorSummary errors = summarize("TPUs", rows);
        QVERIFY(errors.rows >= 30);
        QVERIFY2(errors.mape < 15, QByteArray::number(errors.mape).constData());
    }

    void theyRunXlaAndAreNoPartOfGenericStacks()
    {
        for (const MeasuredRun* run : runsOnTpus())
            QCOMPARE(run->stack, std::string("xla-tpu"));
        for (const MeasuredRun& run : runs().runs)
            QVERIFY(run.gpu.starts_with("tpu") || run.stack != "xla-tpu");
    }

    void compiledProgramsHaveNoLaunchOverhead()
    {
        const StepReport step = evaluate(scenarioOf("maxtext-v5e-16B-1x256"), shippedCalibration());
        QCOMPARE(step.part(Part::launch).exposed_s, 0.0);
        QVERIFY(step.part(Part::compute).exposed_s > 0.5 * step.step_s);
    }

    /// The data-center network connects torus slices, however large the torus could be.
    void aSliceIsWhatTheSourceStates()
    {
        const Scenario& one = scenarioOf("maxtext-v5p-32B-1x64");
        const Scenario& two = scenarioOf("maxtext-v5p-32B-2x64");
        QCOMPARE(one.cluster.gpus_per_node, 64.0);
        QCOMPARE(two.cluster.gpus_per_node, 64.0);
        QCOMPARE(two.cluster.gpus, 128.0);
        QCOMPARE(two.cluster.link_rate, 25e9 / 4); // four chips per host
        QVERIFY(evaluate(one, shippedCalibration()).step_s < evaluate(two, shippedCalibration()).step_s);
    }

    /// Weights are sharded within a slice and replicated across slices; the micro-batch is per tensor-parallel group.
    void theLayoutMatchesTheScript()
    {
        const Scenario& s = scenarioOf("maxtext-v5e-128B-4x256");
        QCOMPARE(s.plan.tensor_parallel, 16.0);
        QCOMPARE(s.plan.zero_stage, 3);
        QCOMPARE(s.plan.shard_group, 16.0);
        QCOMPARE(s.workload.batch_per_gpu, 16.0);
        QCOMPARE(s.plan.accumulation, 1.0);
        QCOMPARE(s.workload.global_batch, 1024.0);
    }

    /// MaxText's rule for a scale of 2^k, checked against the size in the table's name.
    void shapesHaveTheStatedSize_data()
    {
        QTest::addColumn<double>("stated");
        QTest::newRow("maxtext-v4-22B-1x64") << 22e9;
        QTest::newRow("maxtext-v4-52B-1x192") << 52e9;
        QTest::newRow("maxtext-v5e-16B-1x256") << 16e9;
        QTest::newRow("maxtext-v5e-128B-1x256") << 128e9;
        QTest::newRow("maxtext-v5p-32B-1x64") << 32e9;
        QTest::newRow("maxtext-v5p-64B-1x64") << 64e9;
        QTest::newRow("maxtext-v5p-256B-1x512") << 256e9;
        QTest::newRow("maxtext-v5p-512B-1x512") << 512e9;
        QTest::newRow("maxtext-v5p-1024B-1x1024") << 1024e9;
    }
    void shapesHaveTheStatedSize()
    {
        QFETCH(double, stated);
        QVERIFY(test::close(scenarioOf(QTest::currentDataTag()).workload.parameters, stated, 0.04));
    }
};

KNEEPOINT_TEST(TpuRowsTest)
#include "tpu_rows_test.moc"
