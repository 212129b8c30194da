// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/limits.h"

#include "model/analysis/training.h"
#include "model/results/sentences.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::preset;

namespace {

/// Deadline: the time at `time_k` workers. Budget: the cost at `cost_k`. 0 means no limit.
Scenario limited(Scenario s, double time_k, double cost_k)
{
    const auto run = [&](double k) { return training(s, scalePoint(s, k).step); };
    const double deadline = time_k > 0 ? run(time_k).time_s : 0;
    const double budget = cost_k > 0 ? run(cost_k).cost : 0;
    s.assumptions.deadline_s = deadline;
    s.assumptions.budget = budget;
    return s;
}

} // namespace

class LimitsTest : public QObject {
    Q_OBJECT

private slots:
    void noLimitsGiveNoSentence()
    {
        const Analysis a = analyze(preset("llama3-8b-64xh100"));
        QVERIFY(workersWithinLimits(a).empty());
        QVERIFY(limitsText(a).empty());
        const LimitsMet met = limitsMet(a.scenario.assumptions, a.training);
        QVERIFY(!met.deadline && !met.budget && met.all());
    }

    void theRangesAreExactlyTheWorkersWithinTheLimits_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("time_k");
        QTest::addColumn<double>("cost_k");
        for (const char* id : {"knee-1p3b", "knee-simulator", "llama3-8b-64xh100", "suspect-straggler"}) {
            QTest::addRow("%s, deadline", id) << id << 5.0 << 0.0;
            QTest::addRow("%s, budget", id) << id << 0.0 << 37.0;
            QTest::addRow("%s, both", id) << id << 3.0 << 21.0;
        }
    }
    void theRangesAreExactlyTheWorkersWithinTheLimits()
    {
        QFETCH(QString, id);
        QFETCH(double, time_k);
        QFETCH(double, cost_k);
        const Analysis a = analyze(limited(preset(id.toStdString()), time_k, cost_k));
        const auto ranges = workersWithinLimits(a);
        for (double k = 1; k <= std::min(a.curve.max_workers, 300.0); ++k) {
            const Training run = training(a.scenario, scalePoint(a.scenario, k).step);
            const bool said =
                std::ranges::any_of(ranges, [&](const WorkerRange& r) { return k >= r.from && k <= r.to; });
            QVERIFY2(said == limitsMet(a.scenario.assumptions, run).all(), qPrintable(QString::number(k)));
        }
    }

    void unreachableLimitsAreReported()
    {
        Scenario s = preset("knee-1p3b");
        s.assumptions.deadline_s = 1;
        s.assumptions.budget = 1;
        const std::string text = limitsText(analyze(s));
        QVERIFY2(text.starts_with("no K meets both the deadline of 1 s and the budget of $"), text.c_str());
        QVERIFY(text.ends_with("the deadline allows no K, the budget no K"));
    }

    void theCostSentenceNamesTheRange()
    {
        const Analysis a = analyze(limited(preset("knee-1p3b"), 3, 21));
        const auto ranges = workersWithinLimits(a);
        QVERIFY(!ranges.empty());
        QVERIFY(moneySentence(a).find(limitsText(a)) != std::string::npos);
        QVERIFY(limitsText(a).starts_with("K = "));
    }
};

KNEEPOINT_TEST(LimitsTest)
#include "limits_test.moc"
