// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"

#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <utility>

using namespace kneepoint;

namespace {

constexpr double step = 1.014; // of a slider

Scenario sized(const Scenario& from, double parameters)
{
    Scenario s = from;
    parameter("workload.parameters").edit(s, parameters, shippedCalibration());
    return s;
}

/// A model of a family at the level of kernels.
Scenario jobOf(bool gated, double vocabulary)
{
    return applied({},
        {{&parameter("assumptions.compute_model"), static_cast<double>(ComputeModel::kernels)},
            {&parameter("workload.gated"), gated ? 1.0 : 0.0}, {&parameter("workload.vocabulary"), vocabulary}},
        shippedCalibration());
}

bool isMultiple(double value, double of)
{
    return std::fmod(value, of) == 0;
}

/// Sizes from 10 M to 10 T of both families with their usual vocabularies.
template <class Check> void atAllSizes(Check check)
{
    for (const Scenario& family : {jobOf(false, 50257), jobOf(true, 32000), jobOf(true, 128256)})
        for (double size = 10e6; size <= 10e12; size *= step)
            check(sized(family, size).workload, size);
}

} // namespace

class ArchitectureTest : public QObject {
    Q_OBJECT
private slots:
    void aSizeDerivesAnArchitectureOfThatSize()
    {
        atAllSizes([](const Workload& w, double size) {
            VERIFY_CLOSE(countParameters(w).total, size, 0.02);
            QVERIFY(w.vocabulary * w.hidden <= size / 2);
        });
    }

    void theSizeThatWasTypedHolds()
    {
        atAllSizes([](const Workload& w, double size) {
            QCOMPARE(w.parameters, size);
            QCOMPARE(w.active_parameters, w.parameters);
            QCOMPARE(w.model, 0);
        });
    }

    void atASustainedRateTheSizeStaysAsSet()
    {
        Scenario s;
        QCOMPARE(s.assumptions.compute_model, ComputeModel::sustained);
        QCOMPARE(sized(s, 7e9).workload.parameters, 7e9);
    }

    void widthsAreThoseOfModelsThatPeopleBuild()
    {
        atAllSizes([](const Workload& w, double size) {
            const double head = w.hidden / w.heads;
            QVERIFY(head == 64 || head == 128);
            QVERIFY(isMultiple(w.hidden, w.hidden < 128 ? 64 : 128));
            QVERIFY(isMultiple(w.ffn, w.hidden < 512 ? 64 : 256));
            QVERIFY(isMultiple(w.heads, w.kv_heads));
            if (size >= 1e9) {
                QVERIFY(isMultiple(w.heads, 8));
                QCOMPARE(w.kv_heads, w.gated || w.hidden >= 16384 ? 8 : w.heads);
            }
        });
    }

    void fourPipelineStagesDivideTheLayersOfLargeModels()
    {
        atAllSizes([](const Workload& w, double size) {
            if (size >= 1e9)
                QVERIFY2(isMultiple(w.layers, 2) && isMultiple(w.layers, size >= 2e9 ? 8 : 2),
                    qPrintable(QString::number(size)));
        });
    }

    /// Neighboring sizes are alike: no larger model is narrower, and none is less deep unless it is wider.
    void aLargerModelIsNeitherNarrowerNorLessDeep()
    {
        Workload last;
        atAllSizes([&](const Workload& w, double size) {
            const Workload before = std::exchange(last, w);
            if (size >= 10e6 * step) // not the first of a family
                QVERIFY2(w.hidden >= before.hidden && (w.layers >= before.layers || w.hidden > before.hidden),
                    qPrintable(QString::number(size)));
        });
    }

    void depthFollowsTheFamilyOfGpt3()
    {
        const Scenario gpt = jobOf(false, 50257);
        QCOMPARE(sized(gpt, 125e6).workload.layers, 12.0);
        QCOMPARE(sized(gpt, 1.3e9).workload.layers, 24.0);
        QCOMPARE(sized(gpt, 13e9).workload.layers, 40.0);
        QCOMPARE(sized(gpt, 175e9).workload.layers, 96.0);
    }

    void aChangeOfDepthOrWidthIsSaid()
    {
        const Scenario llama = jobOf(true, 128256);
        const Workload small = sized(llama, 1e9).workload, large = sized(llama, 70e9).workload;
        const QString said = QString::fromStdString(architectureChangeText(small, large));
        QVERIFY2(said.startsWith(QString("Layers %1 → %2, hidden size ").arg(small.layers).arg(large.layers)),
            qPrintable(said));
        QVERIFY(architectureChangeText(large, large).empty());
        Workload preset = large;
        preset.model = 1;
        QVERIFY(architectureChangeText(small, preset).empty());
    }

    /// Otherwise it stays behind without an effect.
    void expertParallelismGoesWithTheExperts_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("value");
        test::dataRow("a size", "workload.parameters", "7B");
        test::dataRow("a dense model", "workload.model", "llama3.1-8b");
        test::dataRow("one expert", "workload.experts", "1");
    }
    void expertParallelismGoesWithTheExperts()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, value);
        Scenario s = test::preset("mixtral-8x7b-256xh100");
        QVERIFY(s.workload.experts > 1 && s.plan.expert_parallel > 1);
        QVERIFY(editByText(s, id.toStdString(), value.toStdString(), shippedCalibration()));
        QCOMPARE(s.workload.experts, 1.0);
        QCOMPARE(s.plan.expert_parallel, 1.0);
    }

    void anotherMixtureKeepsExpertParallelism()
    {
        const Scenario mixtral = test::preset("mixtral-8x7b-256xh100");
        const Scenario more = test::edited(mixtral, {{"workload.experts", "16"}});
        QCOMPARE(more.plan.expert_parallel, mixtral.plan.expert_parallel);
        const Scenario other = test::edited(mixtral, {{"workload.model", "deepseek3-671b"}});
        QCOMPARE(other.plan.expert_parallel, mixtral.plan.expert_parallel);
    }

    void familyAndVocabularyAreKeptThroughAnySize()
    {
        const Scenario llama = jobOf(true, 128256);
        const Workload back = sized(sized(llama, 10e6), 70e9).workload;
        QVERIFY(back == sized(llama, 70e9).workload);
        QVERIFY(back.gated);
        QCOMPARE(back.vocabulary, 128256.0);
    }
};

KNEEPOINT_TEST(ArchitectureTest)
#include "architecture_test.moc"
