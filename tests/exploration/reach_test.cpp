// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/divide_batch.h"
#include "model/catalogue/whole_batch.h"
#include "model/exploration/reach_words.h"
#include "model/results/feasibility.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

bool runs(const Scenario& s)
{
    return modelFaults(s).empty() && layoutFaults(s).empty() && evaluate(s).memory.fits();
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
            const Parameter& p = *way.setting().parameter;
            QVERIFY(p.isNumber() || p.scale == Scale::flag || p.choice(way.setting().value).id != "custom");
            QCOMPARE(way.distance, p.isNumber() ? std::abs(std::log2(way.setting().value / p.get(s))) : 1.0);
        }
        QVERIFY(std::ranges::is_sorted(reached.ways, {}, &Way::distance));
        QVERIFY(!reached.nearest_miss);
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

    /// Three digits, away from where the job is, as long as that still reaches the target.
    void valuesAreRound()
    {
        int round = 0;
        for (const auto& [id, target] : {std::pair("knee-simulator", figure("efficiency", 0.9)),
                 {"llama3-70b-512xh100", figure("step_s", 13.5)}, {"llama3-8b-64xh100", figure("cost", 80e3)}}) {
            const Scenario s = preset(id);
            for (const Way& way : reach(s, target, shippedCalibration()).ways) {
                const Parameter& p = *way.setting().parameter;
                const double value = way.setting().value;
                if (!p.isNumber() || takesWholeValues(p, s))
                    continue;
                const double digits = value / std::pow(10, std::floor(std::log10(value)) - 2);
                QVERIFY2(std::abs(digits - std::round(digits)) < 1e-6, wayText(way, s).c_str());
                ++round;
            }
        }
        QVERIFY(round > 3);
    }

    /// Examples of a batch are whole where layers are modeled one by one, and every replica has as many.
    void aBatchIsWhole()
    {
        int batches = 0;
        for (const auto& [id, target] : {std::pair("llama3-70b-512xh100", figure("step_s", 13.5)),
                 {"llama3-70b-512xh100", figure("mfu", 0.505)}, {"llama3-70b-512xh100", figure("tokens_per_s", 565e3)},
                 {"llama3-8b-64xh100", figure("step_s", 0.8 * evaluate(preset("llama3-8b-64xh100")).step_s)}}) {
            const Scenario s = preset(id);
            QVERIFY(needsWholeBatch(s) && isWholeBatch(s));
            for (const Way& way : reach(s, target, shippedCalibration()).ways) {
                QVERIFY2(isWholeBatch(with(s, way.edit)), wayText(way, s).c_str());
                batches += way.setting().parameter->follows & Follows::batch ? 1 : 0;
            }
        }
        QVERIFY(batches > 3);
        const Scenario s = preset("llama3-70b-512xh100");
        const Reached faster = reach(s, figure("step_s", 13.5), shippedCalibration());
        const Way* batch = wayOf(faster, "workload.global_batch");
        QVERIFY(batch);
        QCOMPARE(batch->setting().value, 912.0); // 57 for each of 16 replicas; 58 take too long
        const Reached busier = reach(s, figure("mfu", 0.505), shippedCalibration());
        const Way* micro = wayOf(busier, "workload.batch_per_gpu");
        QVERIFY(micro);
        QCOMPARE(micro->setting().value, 2.0);
        QVERIFY(wayOf(busier, "cluster.gpus")); // fewer GPUs compute less together, not each of them
    }

    /// Links of a node join no cluster.
    void noClusterIsJoinedByLinksOfANode()
    {
        int ways = 0, misses = 0;
        for (const char* id : {"llama3-70b-512xh100", "knee-simulator", "bert-large-100gbe", "gap-64-gpus"}) {
            const Scenario s = preset(id);
            QVERIFY(s.cluster.protocol != Protocol::scale_up);
            for (const ReachTarget& target : {figure("step_s", 0.97 * evaluate(s).step_s),
                     figure("step_s", 0.5 * evaluate(s).step_s), figure("efficiency", 0.999)}) {
                const Reached reached = reach(s, target, shippedCalibration());
                for (const Way& way : reached.ways) {
                    QVERIFY2(with(s, way.edit).cluster.protocol != Protocol::scale_up, wayText(way, s).c_str());
                    ways += way.setting().parameter->id == "cluster.interconnect";
                }
                if (reached.nearest_miss) {
                    QVERIFY(with(s, reached.nearest_miss->edit).cluster.protocol != Protocol::scale_up);
                    ++misses;
                }
            }
        }
        QVERIFY(ways > 2 && misses > 0);
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

    /// 1, 2, 5, 10 … for knees; a quarter better, in two digits, for what has no end; half the way to 1 for shares.
    void theTargetThatIsOfferedIsRoundAndBetter()
    {
        const ReachTarget knee = kneeAt(0), fits{ReachTarget::Kind::fits, nullptr, 0};
        const double beyond = std::numeric_limits<double>::infinity(), none = std::nan("");
        for (const auto& [here, offered] : {std::pair(3.0, 5.0), {300, 500}, {500, 1000}, {999, 1000}, {1000, 2000},
                 {0, 1000}, {beyond, 1000}, {none, 1000}})
            QCOMPARE(likelyTarget(knee, here), offered);
        QCOMPARE(likelyTarget(fits, 1.3), 1.0);
        QCOMPARE(likelyTarget(figure("step_s", 0), none), 1.0);
        QCOMPARE(likelyTarget(figure("step_s", 0), 2.24), 1.7);
        QCOMPARE(likelyTarget(figure("cost", 0), 93.7e3), 74e3);
        QCOMPARE(likelyTarget(figure("tokens_per_s", 0), 468e3), 590e3);
        QCOMPARE(likelyTarget(figure("efficiency", 0), 0.6), 0.8);
        QCOMPARE(likelyTarget(figure("mfu", 0), 0.381), 0.69);
        QCOMPARE(likelyTarget(figure("efficiency", 0), 1.1), 1.4); // superlinear
        const auto loss = std::ranges::find_if(
            metrics(), [](const Metric& m) { return m.unit == Unit::ratio && m.better == Better::lower; });
        QVERIFY(loss != metrics().end());
        QCOMPARE(likelyTarget(figure(loss->id, 0), 0.25), 0.2);
    }

    void aTargetIsReachedFromTheSideThatIsBetter()
    {
        const ReachTarget fits{ReachTarget::Kind::fits, nullptr, 0};
        QVERIFY(isReached(fits, 1) && !isReached(fits, 1.01));
        QVERIFY(isReached(figure("step_s", 5), 5) && !isReached(figure("step_s", 5), 5.1));
        QVERIFY(isReached(figure("mfu", 0.5), 0.5) && !isReached(figure("mfu", 0.5), 0.49));
        QVERIFY(isReached(kneeAt(100), 100) && !isReached(kneeAt(100), 99));
        QCOMPARE(shortfall(fits, 1.5), 1.5);
        QCOMPARE(shortfall(figure("step_s", 5), 10), 2.0);
        QCOMPARE(shortfall(figure("mfu", 0.5), 0.25), 2.0);
        QVERIFY(std::isinf(shortfall(figure("mfu", 0.5), 0)));
        for (const char* id : {"mfu", "hfu", "gpu_utilisation", "efficiency", "speedup"})
            QVERIFY2(isRelative(figure(id, 1)), id);
        QVERIFY(isRelative(kneeAt(1)));
        for (const char* id : {"step_s", "cost", "tokens_per_s", "memory_bytes"})
            QVERIFY2(!isRelative(figure(id, 1)), id);
        QVERIFY(!isRelative(fits));
    }

    /// Of the options of a list that reach the target and can run, the one that does so most narrowly.
    void anOptionIsTheOneThatDoesNoMoreThanNeeded()
    {
        int compared = 0;
        for (const auto& [id, target] :
            {std::pair("llama3-70b-512xh100", figure("step_s", 14)), {"knee-1p3b", figure("step_s", 0.4)},
                {"cause-out-of-memory", {ReachTarget::Kind::fits, nullptr, 0}}}) {
            const Scenario s = preset(id);
            for (const Way& way : reach(s, target, shippedCalibration()).ways) {
                const Parameter& p = *way.setting().parameter;
                if (p.isNumber() || p.scale == Scale::flag)
                    continue;
                std::size_t others = 0;
                for (std::size_t i = 0; i < p.choices().size(); ++i) {
                    Edit edit = way.edit;
                    edit.front().value = static_cast<double>(i);
                    const Scenario other = with(s, edit);
                    if (edit.front().value == p.get(s) || edit.front().value == way.setting().value
                        || p.choices()[i].id == "custom" || !runs(other))
                        continue;
                    const double reached = reachFigure(target, other, shippedCalibration());
                    if (!isReached(target, reached))
                        continue;
                    ++others;
                    QVERIFY2(shortfall(target, reached) <= shortfall(target, way.figure), wayText(way, s).c_str());
                }
                QVERIFY2(way.others <= others, wayText(way, s).c_str());
                compared += others > 0;
            }
        }
        QVERIFY(compared > 3);
    }

    /// Nine tenths of the way to it, no number reaches the target yet.
    void numbersAreChangedNoFurtherThanNeeded()
    {
        int compared = 0;
        for (const auto& [id, target] : {std::pair("llama3-70b-512xh100", figure("step_s", 10)),
                 {"knee-simulator", figure("efficiency", 0.9)}, {"llama3-8b-64xh100", figure("cost", 80e3)}}) {
            const Scenario s = preset(id);
            for (const Way& way : reach(s, target, shippedCalibration()).ways) {
                const Parameter& p = *way.setting().parameter;
                if (!p.isNumber() || takesWholeValues(p, s))
                    continue;
                Edit edit = way.edit;
                edit.front().value = p.get(s) + 0.9 * (way.setting().value - p.get(s));
                QVERIFY2(!isReached(target, reachFigure(target, with(s, edit), shippedCalibration())),
                    wayText(way, s).c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 3);
    }

    /// No option that can run as fast comes closer than the change that is said to.
    void theNearestMissIsTheNearest()
    {
        const Scenario s = preset("llama3-70b-512xh100");
        const ReachTarget target = figure("mfu", 0.99);
        const Reached reached = reach(s, target, shippedCalibration());
        QVERIFY(reached.ways.empty() && reached.nearest_miss);
        const double nearest = shortfall(target, reached.nearest_miss->figure);
        QVERIFY(nearest > 1 && nearest < shortfall(target, reached.here));
        int compared = 0;
        for (const char* id : {"cluster.interconnect", "workload.precision", "plan.recompute", "plan.optimizer"}) {
            const Parameter& p = parameter(id);
            for (std::size_t i = 0; i < p.choices().size(); ++i) {
                const Scenario other = with(s, {{&p, static_cast<double>(i)}});
                if (p.choices()[i].id == "custom" || !runs(other) || evaluate(other).step_s > evaluate(s).step_s
                    || other.cluster.protocol != s.cluster.protocol)
                    continue;
                ++compared;
                QVERIFY2(shortfall(target, reachFigure(target, other, shippedCalibration())) >= nearest,
                    p.choices()[i].id.data());
            }
        }
        for (const char* id : {"cluster.link_rate", "plan.bucket_bytes"})
            for (double value = parameter(id).get(s) / 64; value <= parameter(id).get(s) * 64; value *= 2) {
                const Parameter& p = parameter(id);
                const Scenario other = with(s, {{&p, value}});
                if (value < p.range.slider_min || value > p.range.slider_max || !runs(other)
                    || (p.idle && !p.idle(s).empty()) || evaluate(other).step_s > evaluate(s).step_s)
                    continue;
                ++compared;
                QVERIFY2(shortfall(target, reachFigure(target, other, shippedCalibration())) >= nearest - 1e-12, id);
            }
        QVERIFY(compared > 5);
    }

    /// Of a parameter whose values all miss, the nearest is kept, not the first or the last that was tried.
    void theNearestMissOfAParameterIsItsNearest()
    {
        int compared = 0;
        for (const auto& [id, target] :
            {std::pair("knee-simulator", figure("efficiency", 1.5)), {"bert-large-100gbe", figure("mfu", 1.5)},
                {"knee-1p3b", figure("mfu", 1)}, {"llama3-70b-512xh100", figure("mfu", 0.99)}}) {
            const Scenario s = preset(id);
            const Reached reached = reach(s, target, shippedCalibration());
            QVERIFY(reached.nearest_miss);
            const Parameter& p = *reached.nearest_miss->setting().parameter;
            for (double factor : {1.0 / 16, 1.0 / 8, 0.25, 0.5, 2.0, 4.0, 8.0, 16.0}) {
                const double value = p.isNumber() ? p.get(s) * factor : std::log2(factor) + 4;
                if (value < p.range.slider_min || value > p.range.slider_max || value < p.range.min
                    || value > p.range.max || (p.isWhole() && value != std::round(value)))
                    continue;
                Edit edit = reached.nearest_miss->edit;
                edit.front().value = value;
                if (const Scenario other = with(s, edit); runs(other)) {
                    ++compared;
                    QVERIFY2(shortfall(target, reachFigure(target, other, shippedCalibration()))
                            >= shortfall(target, reached.nearest_miss->figure) * (1 - 1e-9),
                        wayText(*reached.nearest_miss, s).c_str());
                }
            }
        }
        QVERIFY(compared > 5);
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
