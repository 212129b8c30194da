// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;
using test::preset;

/// Every statement of "The hidden bottlenecks in distributed training: distributed roofline", by case id.
class RooflineArticleTest : public QObject {
    Q_OBJECT

private slots:
    void communicationIntensityDependsOnlyOnTokens_data()
    {
        QTest::addColumn<QString>("batch");
        QTest::addColumn<QString>("sequence");
        QTest::addColumn<double>("intensity");
        test::dataRow("s0-ci-b1-s512", "1", "512", 768.0);
        test::dataRow("s0-ci-b16-s2048", "16", "2048", 49152.0);
        test::dataRow("s0-ci-b4-s1024", "4", "1024", 6144.0);
    }
    void communicationIntensityDependsOnlyOnTokens()
    {
        QFETCH(QString, batch);
        QFETCH(QString, sequence);
        QFETCH(double, intensity);
        for (const char* size : {"7B", "70B", "125M"}) {
            const Scenario s = edited(preset("roofline-7b-debug"),
                {{"workload.parameters", size}, {"workload.batch_per_gpu", batch.toStdString()},
                    {"workload.sequence_length", sequence.toStdString()}});
            VERIFY_CLOSE(analyze(s).roofline.roof.communication_intensity, intensity, 1e-12);
        }
    }

    void aStepTakesSixFlopsPerParameterAndToken_data() { test::documentCase("s0-step-flops"); }
    void aStepTakesSixFlopsPerParameterAndToken()
    {
        const StepReport step = evaluate(preset("roofline-7b-training"));
        VERIFY_CLOSE(step.step_flops, 1376256000000000.0, 1e-12);
        VERIFY_CLOSE(step.network_bytes, 28000000000.0, 1e-12);
    }

    void theNetworkIsTheLimitBelowAThresholdOfTokens_data() { test::documentCase("s0-threshold"); }
    void theNetworkIsTheLimitBelowAThresholdOfTokens()
    {
        for (const char* id : {"roofline-7b-debug", "roofline-7b-training"})
            VERIFY_CLOSE(analyze(preset(id)).roofline.crossover_tokens, 1481.4814814814815, 1e-09);
    }

    void theLowestRoofLimits_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("bound");
        QTest::addColumn<double>("attainable");
        test::dataRow("s0-debug-run", "roofline-7b-debug", "network", 691200000000000.0);
        test::dataRow("s0-training-run", "roofline-7b-training", "compute", 2000000000000000.0);
    }
    void theLowestRoofLimits()
    {
        QFETCH(QString, id);
        QFETCH(QString, bound);
        QFETCH(double, attainable);
        const Roofline roofline = analyze(preset(id.toStdString())).roofline;
        QCOMPARE(roofBoundId(roofline.bound), std::string_view(bound.toStdString()));
        VERIFY_CLOSE(roofline.attainable_flops, attainable, 1e-09);
    }

    void sixtyFourGpusGiveASpeedupOfTwoAndAHalf_data() { test::documentCase("s0-gap-64"); }
    void sixtyFourGpusGiveASpeedupOfTwoAndAHalf()
    {
        const Scenario s = preset("gap-64-gpus");
        QCOMPARE(s.cluster.gpus, 64.0);
        QCOMPARE(s.cluster.link_rate, 56e9 / 8);
        VERIFY_WITHIN(analyze(s).headline.speedup, 2.5, 0.5);
    }

    void theGapConsistsOfTheLossesInTheArticle_data() { test::documentCase("s0-gap-64"); }
    void theGapConsistsOfTheLossesInTheArticle()
    {
        const Scenario all = preset("gap-64-gpus");
        const Scenario no_protocol = edited(all, {{"cluster.link_efficiency", "1"}, {"cluster.link_latency", "0"}});
        const Scenario no_contention = edited(no_protocol, {{"cluster.oversubscription", "1"}});
        const Scenario no_barrier = edited(no_contention, {{"assumptions.stragglers", "off"}});
        const auto speedup = [](const Scenario& s) { return scalePoint(s, 64).speedup; };
        QVERIFY(speedup(all) < speedup(no_protocol));
        QVERIFY(speedup(no_protocol) < speedup(no_contention));
        QVERIFY(speedup(no_contention) < speedup(no_barrier));
        QVERIFY(speedup(no_barrier) < 64);
    }

    void oneOfManyGpusIsSlow_data() { test::documentCase("s0-weakest-link"); }
    void oneOfManyGpusIsSlow()
    {
        const Scenario s = edited(Scenario{},
            {{"cluster.gpus", "64"}, {"assumptions.stragglers", "on"}, {"assumptions.straggler_probability", "0.05"}});
        VERIFY_CLOSE(evaluate(s).p_any_slow, 0.962475860788884, 1e-12);
    }
};

KNEEPOINT_TEST(RooflineArticleTest)
#include "roofline_article_test.moc"
