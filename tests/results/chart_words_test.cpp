// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/chart_words.h"

#include "model/catalogue/shipped_scenarios.h"
#include "model/results/headline_figures.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;
using test::preset;

/// The words beside the marks of charts, and which figures the headline has.
class ChartWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aNameNeverContradictsTheCurve()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            QCOMPARE(otherKnees(a).size(),
                static_cast<std::size_t>(a.curve.knees.gamma.has_value() + a.curve.knees.curvature.has_value()));
            const bool communicates = gammaName(a.curve).find("no communication") == std::string::npos;
            QCOMPARE(communicates, a.curve.points.back().step.gamma > 0);
        }
    }

    void aKneeBeforeTheSecondReplicaHasNoNumberOfItsOwn()
    {
        Knee knee;
        knee.workers = 1.4;
        QCOMPARE(kneeName(knee), std::string("Past the knee at K = 2"));
        knee.workers = 23;
        QCOMPARE(kneeName(knee), std::string("Knee K = 23"));
    }

    void aJobWithoutTokensHasExamplesInTheHeadline()
    {
        const auto second = [](const Scenario& s) { return std::string(headlineMetric(headline_figures[1], s).id); };
        QCOMPARE(second(preset("resnet50-10gbe")), std::string("examples_per_s"));
        QCOMPARE(second(preset("llama3-8b-64xh100")), std::string("tokens_per_s"));
        QCOMPARE(second(edited(preset("llama3-8b-64xh100"), {{"workload.sequence_length", "1"}})),
            std::string("examples_per_s"));
    }
};

KNEEPOINT_TEST(ChartWordsTest)
#include "chart_words_test.moc"
