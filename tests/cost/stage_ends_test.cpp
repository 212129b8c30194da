// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/stage_layers.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// Llama 3.1 8B, 32 layers on four stages.
Scenario staged(std::string_view first, std::string_view last)
{
    return test::edited(test::preset("llama3-8b-64xh100"),
        {{"plan.auto", "false"}, {"plan.zero_stage", "1"}, {"plan.pipeline_parallel", "4"},
            {"plan.first_stage_layers", first}, {"plan.last_stage_layers", last}});
}

QList<double> layersOf(const Scenario& s)
{
    const Pipeline pipe = resolve(s).placement.pipeline;
    QList<double> all;
    for (double stage = 0; stage < pipe.stages; ++stage)
        all += pipe.layers.of(stage);
    return all;
}

} // namespace

/// Pipeline stages whose number of layers is stated by hand.
class StageEndsTest : public QObject {
    Q_OBJECT

private slots:
    void theOtherStagesShareTheRest()
    {
        QCOMPARE(layersOf(staged("10", "6")), QList<double>({10, 8, 8, 6}));
        QCOMPARE(layersOf(staged("5", "0")), QList<double>({5, 9, 9, 9}));
        QCOMPARE(layersOf(staged("0", "2")), QList<double>({10, 10, 10, 2}));
        QCOMPARE(layersOf(staged("4", "5")), QList<double>({4, 12, 11, 5})); // a remainder, which layoutFaults() names
    }

    /// 126 layers on 16 stages, 7 on the first and the last one (The Llama 3 Herd of Models, section 3.3).
    void stagesHoldAllLayersForAnyNumbers()
    {
        for (const double stages : {2.0, 3.0, 5.0, 16.0})
            for (const double first : {0.0, 1.0, 7.0, 63.0, 500.0})
                for (const double last : {0.0, 1.0, 7.0, 500.0}) {
                    ModelShape model;
                    model.layers = model.dense_layers = model.leading_dense = 126;
                    const StageLayers layers(model, stages, false, {first, last});
                    double sum = 0;
                    for (double stage = 0; stage < stages; ++stage) {
                        QVERIFY(layers.of(stage) >= 0);
                        QCOMPARE(layers.before(stage), sum);
                        sum += layers.of(stage);
                    }
                    QCOMPARE(sum, 126.0);
                    if (stages == 16 && first == 7 && last == 7) {
                        QCOMPARE(layers.of(0), 7.0);
                        QCOMPARE(layers.of(8), 8.0);
                        QCOMPARE(layers.of(15), 7.0);
                    }
                }
    }

    void statingEqualStagesChangesNothing()
    {
        for (const char* schedule : {"1f1b", "gpipe"}) {
            const auto with = [&](const char* layers) {
                return test::edited(staged(layers, layers), {{"plan.pipeline_schedule", schedule}});
            };
            QCOMPARE(evaluate(with("8")).step_s, evaluate(with("0")).step_s);
            QCOMPARE(memoryUse(with("8")).total(), memoryUse(with("0")).total());
        }
    }

    /// The output layer of 128 256 tokens takes as long as one and a half layers.
    void fewerLayersMakeUpForTheOutputLayer()
    {
        const auto compute = [](const char* first, const char* last) {
            return evaluate(staged(first, last)).part(Part::compute).exposed_s;
        };
        QVERIFY(compute("0", "5") < 0.96 * compute("0", "0"));
        QVERIFY(evaluate(staged("0", "5")).step_s < evaluate(staged("0", "0")).step_s);
        QVERIFY(compute("0", "11") > 1.2 * compute("0", "0"));
        QVERIFY(compute("2", "6") > 1.2 * compute("0", "5")); // twelve layers on each stage between
    }

    void memoryFollowsTheLayersOfAStage()
    {
        const double even = memoryOfStage(staged("0", "0"), 0).total();
        const double fewer = memoryOfStage(staged("2", "0"), 0).total();
        QVERIFY(fewer < 0.6 * even);
        const auto activations = [](const char* first) { return memoryOfStage(staged(first, "0"), 0).activations; };
        VERIFY_BETWEEN(activations("2") / activations("0"), 0.25, 0.35); // 2 of 8 layers, and the one at work
        QVERIFY(memoryUse(staged("2", "0")).total() > fewer);
    }

    void schedulesThatTurnBackDivideLayersThemselves()
    {
        const auto turning = [](const char* layers) {
            return test::edited(staged(layers, "0"), {{"plan.pipeline_schedule", "zb-v"}});
        };
        QCOMPARE(evaluate(turning("12")).step_s, evaluate(turning("0")).step_s);
    }
};

KNEEPOINT_TEST(StageEndsTest)
#include "stage_ends_test.moc"
