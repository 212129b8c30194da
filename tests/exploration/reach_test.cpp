// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/exploration/reach_words.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using test::preset;

namespace {

ReachTarget figure(std::string_view id, double value)
{
    return {ReachTarget::Kind::figure, &metric(id), value};
}

ReachTarget kneeAt(double gpus)
{
    return {ReachTarget::Kind::knee_gpus, nullptr, gpus};
}

const Way* wayOf(const Reached& reached, std::string_view id)
{
    const auto found =
        std::ranges::find_if(reached.ways, [&](const Way& w) { return w.setting().parameter->id == id; });
    return found == reached.ways.end() ? nullptr : &*found;
}

Scenario with(const Scenario& s, const Edit& edit)
{
    return applied(s, edit, shippedCalibration());
}

} // namespace

class ReachTest : public QObject {
    Q_OBJECT

private slots:
    void everyWayReachesTheTarget_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<QString>("metric");
        QTest::addColumn<double>("value");
        QTest::addRow("step") << "llama3-70b-512xh100"
                              << "step_s" << 10.0;
        QTest::addRow("efficiency") << "knee-simulator"
                                    << "efficiency" << 0.9;
        QTest::addRow("MFU") << "llama3-70b-512xh100"
                             << "mfu" << 0.505;
        QTest::addRow("cost") << "llama3-70b-512xh100"
                              << "cost" << 5e6;
        QTest::addRow("time") << "llama3-8b-64xh100"
                              << "training_time_s" << 1.0 * 86400;
    }
    void everyWayReachesTheTarget()
    {
        QFETCH(const QString, scenario);
        QFETCH(const QString, metric);
        QFETCH(const double, value);
        const Scenario s = preset(scenario.toStdString());
        const Metric& m = kneepoint::metric(metric.toStdString());
        const Reached reached = reach(s, figure(m.id, value), shippedCalibration());
        QVERIFY(!reached.already);
        QVERIFY(!reached.ways.empty());
        for (const Way& way : reached.ways) {
            const std::optional<double> now = measure(m, with(s, way.edit), shippedCalibration());
            QVERIFY2(now, std::string(way.setting().parameter->id).c_str());
            QCOMPARE(*now, way.figure);
            QVERIFY2(m.better == Better::lower ? *now <= value : *now >= value, wayText(way, s).c_str());
        }
        QVERIFY(std::ranges::is_sorted(reached.ways, {}, &Way::distance));
    }

    /// A little nearer to where the job is, the target is missed.
    void theValueIsTheNearest()
    {
        const Scenario s = preset("knee-simulator");
        const Reached reached = reach(s, figure("efficiency", 0.9), shippedCalibration());
        const Way* rate = wayOf(reached, "cluster.link_rate");
        QVERIFY(rate);
        const double before = rate->setting().value * 0.97;
        QVERIFY(before > s.cluster.link_rate);
        QCOMPARE_LT(
            *measure(metric("efficiency"), with(s, {{rate->setting().parameter, before}}), shippedCalibration()), 0.9);
    }

    void theKneeIsAskedInGpus()
    {
        const Scenario s = preset("knee-simulator");
        const double knee = theKnee(analyze(s).curve)->workers;
        const Reached reached = reach(s, kneeAt(2 * knee), shippedCalibration());
        const Way* rate = wayOf(reached, "cluster.link_rate");
        QVERIFY(rate);
        const auto moved = theKnee(analyze(with(s, rate->edit)).curve);
        QVERIFY(!moved || moved->workers >= 2 * knee);
    }

    void whatIsReachedNeedsNoChange()
    {
        const Scenario s = preset("knee-simulator");
        const Reached reached = reach(s, figure("efficiency", 0.01), shippedCalibration());
        QVERIFY(reached.already);
        QVERIFY(reached.ways.empty());
        QVERIFY(reachSentence(reached, s).find("already") != std::string::npos);
    }

    void noneIsSaidWithTheNearestMiss()
    {
        const Scenario s = preset("llama3-70b-512xh100");
        const Reached reached = reach(s, figure("mfu", 0.99), shippedCalibration());
        QVERIFY(!reached.already);
        QVERIFY(reached.ways.empty());
        QVERIFY(reached.nearest_miss);
        QCOMPARE_GT(reached.nearest_miss->figure, reached.here);
        QVERIFY(reachSentence(reached, s).starts_with("No single change reaches"));
    }

    void whatDoesNotFitIsMadeToFit()
    {
        const Scenario s = preset("cause-out-of-memory");
        const Reached reached = reach(s, {ReachTarget::Kind::fits, nullptr, 0}, shippedCalibration());
        QVERIFY(!reached.already);
        QVERIFY(!reached.ways.empty());
        for (const Way& way : reached.ways)
            QVERIFY2(analyze(with(s, way.edit)).step.memory.fits(), wayText(way, s).c_str());
    }

    void aTargetIsReadAsItIsWritten()
    {
        const Result<ReachTarget> step = parseTarget("step_s=5 s");
        QVERIFY(step && step->metric == &metric("step_s"));
        QCOMPARE(step->value, 5.0);
        QCOMPARE(parseTarget("efficiency=80 %")->value, 0.8);
        QVERIFY(parseTarget("knee_gpus=1000")->kind == ReachTarget::Kind::knee_gpus);
        QVERIFY(parseTarget("fits")->kind == ReachTarget::Kind::fits);
        for (const char* wrong : {"", "step_s", "workers=4", "knee_gpus=many", "nothing=3"})
            QVERIFY2(!parseTarget(wrong), wrong);
    }

    /// Twice the tensor parallelism is not half the batch.
    void aLayoutKeepsTheBatch()
    {
        const Scenario s = preset("llama3-70b-512xh100");
        const Parameter& batch = parameter("workload.global_batch");
        for (const Way& way : reach(s, figure("mfu", 0.505), shippedCalibration()).ways)
            if (way.setting().parameter->group == Group::plan && way.setting().parameter->id != "plan.accumulation")
                QCOMPARE(batch.get(with(s, way.edit)), batch.get(s));
    }

    /// Slower GPUs scale better; nobody would call that a way.
    void nothingIsReachedByComputingLess()
    {
        const Scenario s = preset("knee-simulator");
        const auto rate = [](const Scenario& job) {
            return *measure(metric("examples_per_s"), job, shippedCalibration()) / job.cluster.gpus;
        };
        for (const Way& way : reach(s, kneeAt(16), shippedCalibration()).ways)
            if (way.setting().parameter->id != "workload.sequence_length")
                QVERIFY2(rate(with(s, way.edit)) > 0.98 * rate(s), wayText(way, s).c_str());
    }

    /// The model is given: no way is a smaller one.
    void theModelStays()
    {
        for (const auto& target : {figure("step_s", 5), figure("cost", 1e6)})
            for (const Way& way : reach(preset("llama3-70b-512xh100"), target, shippedCalibration()).ways) {
                QVERIFY(!way.setting().parameter->isOfModel());
                QVERIFY(way.setting().parameter->id != "workload.parameters");
            }
    }
};

KNEEPOINT_TEST(ReachTest)
#include "reach_test.moc"
