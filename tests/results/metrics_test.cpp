// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/site_power.h"
#include "model/results/metric.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

QByteArray name(const Metric& m)
{
    return {m.id.data(), static_cast<qsizetype>(m.id.size())};
}

bool isSame(std::optional<double> a, std::optional<double> b)
{
    return a.has_value() == b.has_value() && (!a || *a == *b);
}

} // namespace

class MetricsTest : public QObject {
    Q_OBJECT

private slots:
    void everyRecordIsComplete()
    {
        std::set<std::string_view> ids;
        for (const Metric& m : metrics()) {
            QVERIFY2(ids.insert(m.id).second, name(m));
            QCOMPARE(findMetric(m.id), &m);
            QVERIFY2(!m.label.empty() && !m.help.empty() && !m.computed_by.empty() && m.value, name(m));
        }
        QCOMPARE(findMetric("no-such-figure"), nullptr);
        QCOMPARE(findMetric("gpu_utilization"), &metric("gpu_utilisation"));
    }

    void everyPathToAMetricGivesTheSameValue()
    {
        test::RandomScenarios random(91);
        for (int i = 0; i < 60; ++i) {
            const Scenario s = random.walked();
            const Analysis a = analyze(s);
            const ScalePoint here = scalePoint(s, a.step.workers);
            for (const Metric& m : metrics()) {
                const std::optional<double> value = m.value(a);
                HOLDS(isSame(measure(m, s), value), s);
                HOLDS(!(m.of_step || m.of_point) || isSame(valueAt(m, s, here), value), s);
                HOLDS(value ? std::isfinite(*value) : m.none && !m.none(a).empty(), s);
            }
        }
    }

    void aNameHasParenthesesOnlyAroundADetail()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            for (const Metric& m : metrics())
                QVERIFY2(nameText(m, a).find("()") == std::string::npos, nameText(m, a).c_str());
        }
    }

    void energyPerTokenTimesTokenRateIsThePower()
    {
        const Analysis a = analyze(preset("llama3-8b-64xh100"));
        const double joules = *metric("joules_per_token").value(a);
        QCOMPARE(joules * *metric("tokens_per_s").value(a), sitePowerW(a.scenario.cluster, 64));
    }

    void theStepIntervalPropagates()
    {
        const Analysis a = analyze(preset("llama3-70b-512xh100"));
        const auto step = intervalOf(metric("step_s"), a);
        QVERIFY(step);
        QCOMPARE(step->low, a.prediction_interval.low_s);
        QCOMPARE(step->high, a.prediction_interval.high_s);
        for (const Metric& m : metrics()) {
            const auto interval = intervalOf(m, a);
            QVERIFY2(!interval || (interval->low < m.value(a) && m.value(a) < interval->high), name(m));
        }
        const auto mfu = intervalOf(metric("mfu"), a);
        QVERIFY(mfu);
        const double at_the_slowest = metric("mfu").value(a).value() * a.step.step_s / a.prediction_interval.high_s;
        QCOMPARE(mfu->low, at_the_slowest);
        QVERIFY(!intervalOf(metric("memory_capacity_bytes"), a));
    }

    /// One replica before a network that is too slow for two: the knee is "K < 2" at both ends.
    void anIntervalHasTwoEnds()
    {
        const Analysis a = analyze(edited(preset("bert-base-1gbe"), {{"cluster.gpus", "1"}}));
        QCOMPARE(valueText(metric("knee"), a), std::string("K < 2"));
        QVERIFY(intervalOf(metric("knee"), a));
        QCOMPARE(intervalText(metric("knee"), a), std::string());
        QVERIFY(!intervalText(metric("step_s"), a).empty());
    }

    void bothEndsHaveTheUnitOfTheValue()
    {
        const Scenario s = preset("llama3-8b-64xh100");
        Analysis a = analyze(s);
        a.step.step_s = 1.05;
        a.prediction_interval.low_s = 0.9;
        a.prediction_interval.high_s = 1.25;
        QCOMPARE(intervalText(metric("step_s"), a), std::string("0.9 s … 1.25 s"));
    }

    /// Memory has its own error, independent of the step's.
    void memoryHasAnIntervalAndAChanceToFit()
    {
        const Metric& needed = metric("memory_bytes");
        const Metric& chance = metric("fit_probability");
        Scenario s = preset("llama3-70b-512xh100");
        const Analysis roomy = analyze(s);
        const auto interval = intervalOf(needed, roomy);
        QVERIFY(interval);
        const double product = interval->low / *needed.value(roomy) * interval->high / *needed.value(roomy);
        QVERIFY(std::abs(product - 1) < 1e-9);
        s.cluster.memory_bytes *= interval->high / roomy.step.memory.capacity; // fits with 95 % probability
        QVERIFY(std::abs(*chance.value(analyze(s)) - 0.95) < 0.01);
        s.cluster.memory_bytes *= *needed.value(roomy) / interval->high;
        QVERIFY(std::abs(*chance.value(analyze(s)) - 0.5) < 0.01);
        s.cluster.memory_bytes /= 10;
        QCOMPARE(valueText(chance, analyze(s)), std::string("under 1 %"));
        const Analysis textbook = analyze(preset("knee-simulator"));
        QVERIFY(!intervalOf(needed, textbook) && !chance.value(textbook));
    }

    void aJobThatCannotRunMarksMetricsThatNeedARun()
    {
        const Scenario fits = preset("llama3-70b-512xh100");
        for (const Metric& m : metrics())
            QVERIFY2(markOf(m, analyze(fits)).empty(), name(m));
        const Analysis a = analyze(
            edited(fits, {{"plan.tensor_parallel", "1"}, {"plan.pipeline_parallel", "1"}, {"plan.zero_stage", "0"}}));
        for (const std::string_view id : {"step_s", "mfu", "knee", "training_time_s", "cost"})
            QCOMPARE(markOf(metric(id), a), std::string("does not fit in memory"));
        for (const std::string_view id : {"gpus", "memory_bytes", "peak_flops"})
            QCOMPARE(markOf(metric(id), a), std::string());
    }
};

KNEEPOINT_TEST(MetricsTest)
#include "metrics_test.moc"
