// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_layout.h"
#include "model/validation/validation.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace kneepoint;

namespace {

/// A row in BigScience's format with this number of heads and this rate of the network; "null" if not stated.
MeasuredRun runWith(const std::string& heads, const std::string& gbps)
{
    const auto read = parseMeasurements(
        fmt::format(
            R"({{"rows": [{{"id": "b", "series": "bigscience", "quality": "B", "source": {{"paper": "P", "year": 2022}},
              "model": {{"layers": 78, "hidden": 13824, "heads": {}, "vocab": 250880, "seq_len": 2048}},
              "cluster": {{"gpu": "A100-SXM4-80GB", "gpus": 384, "gpus_per_node": 8, "inter_node_gbps_per_gpu": {}}},
              "layout": {{"tp": 8, "pp": 6, "dp": 8, "microbatch": 4, "virtual_stages": 1, "global_batch": 2048,
                         "precision": "fp16", "recompute": "full"}},
              "measured": {{"step_time_s": 121.3}}}}]}})",
            heads, gbps),
        "b.json");
    return read ? questionsOf(*read, shippedCalibration()).runs.at(0) : MeasuredRun();
}

MeasuredRun runWithHeads(const std::string& heads)
{
    return runWith(heads, "50");
}

double logWidth(const MeasuredRun& run)
{
    const StepReport predicted = predictedReport(run, shippedCalibration());
    const RowError row = rowError(run, predicted, LeaveOut::nothing, shippedCalibration());
    return std::log(row.high_s / row.low_s);
}

} // namespace

/// A model whose source does not state its number of heads.
class OpenShapeTest : public QObject {
    Q_OBJECT

private slots:
    void anUnstatedNetworkIsOneOfThoseThatItsGpusAreSoldWith()
    {
        const MeasuredRun stated = runWith("108", "50"), open = runWith("108", "null");
        QCOMPARE(PlausibleScenarios(stated, shippedCalibration()).spread(), 0.0);
        const PlausibleScenarios plausible(open, shippedCalibration());
        QVERIFY(plausible.spread() > 0);
        constexpr double gigabit = 1e9 / 8;
        QCOMPARE(open.candidates.front().cluster.link_rate, 200 * gigabit);
        QCOMPARE(plausible.median().scenario->cluster.link_rate, 100 * gigabit);
        QVERIFY(logWidth(open) > logWidth(stated));
    }

    void plausibleHeadsIncludeThoseOfKnownModels_data()
    {
        QTest::addColumn<double>("hidden");
        QTest::addColumn<double>("tensor_parallel");
        QTest::addColumn<double>("built");
        QTest::newRow("GPT-2") << 768.0 << 1.0 << 12.0;
        QTest::newRow("GPT-3 13B") << 5120.0 << 8.0 << 40.0;
        QTest::newRow("GPT-3 175B") << 12288.0 << 8.0 << 96.0;
        QTest::newRow("BLOOM") << 14336.0 << 4.0 << 112.0;
        QTest::newRow("MT-NLG") << 20480.0 << 8.0 << 128.0;
        QTest::newRow("Gemma 7B") << 3072.0 << 4.0 << 12.0;
    }
    void plausibleHeadsIncludeThoseOfKnownModels()
    {
        QFETCH(double, hidden);
        QFETCH(double, tensor_parallel);
        QFETCH(double, built);
        const std::vector<double> heads = plausibleHeads(hidden, tensor_parallel);
        QVERIFY(std::ranges::find(heads, built) != heads.end());
        double before = 0;
        for (const double n : heads) {
            QCOMPARE(std::fmod(n, tensor_parallel), 0.0);
            QCOMPARE(std::fmod(hidden, n), 0.0);
            QVERIFY(hidden / n >= 64 && hidden / n <= 256);
            const double from_usual = std::abs(std::log(hidden / n / 128));
            QVERIFY(from_usual >= before);
            before = from_usual;
        }
    }

    void aHiddenSizeThatNoHeadsDivideGetsHeadsOfAboutTheUsualDimension()
    {
        QCOMPARE(plausibleHeads(1021, 1), std::vector{8.0});
        QCOMPARE(plausibleHeads(8, 1), std::vector{1.0});
    }

    void aRunOfUnknownShapeHasTheMedianPredictionAndAWiderInterval()
    {
        const MeasuredRun open = runWithHeads("null");
        std::vector<double> steps, widths;
        for (const double heads : plausibleHeads(13824, 8)) {
            const MeasuredRun stated = runWithHeads(fmt::format("{}", heads));
            steps.push_back(predictedStep(stated, shippedCalibration()));
            widths.push_back(logWidth(stated));
        }
        std::ranges::sort(steps);
        QVERIFY(steps.size() > 4 && steps.front() < 0.9 * steps.back());
        QCOMPARE(predictedStep(open, shippedCalibration()), steps[(steps.size() - 1) / 2]);
        QVERIFY(logWidth(open) > std::ranges::max(widths));
    }

    void everyRunOfBigScienceIsPredicted()
    {
        const ValidationReport report =
            validate(publishedMeasurements(), {"bigscience", LeaveOut::source}, shippedCalibration());
        QCOMPARE(report.summary.rows, std::size_t(109)); // of 110; one is suspect
        QVERIFY(report.summary.mape < 12);
    }
};

KNEEPOINT_TEST(OpenShapeTest)
#include "open_shape_test.moc"
