// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/auto_plan.h"

#include "model/catalogue/architecture.h"
#include "model/catalogue/derive.h"
#include "model/search/layout_walk.h"
#include "model/search/robust_choice.h"
#include "model/units/units.h"
#include "tests/search/small_spaces.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace kneepoint;

namespace {

Scenario job()
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.automatic.on = true;
    return s;
}

AutoPlanAnswer answered(const Scenario& s)
{
    return autoPlan(s, {}, shippedCalibration());
}

double stepOf(const Scenario& s, const Layout& layout)
{
    return evaluate(applied(s, editOf(layout), shippedCalibration())).step_s;
}

SearchAnswer searched(const Scenario& s, std::size_t top)
{
    SearchRequest request;
    request.space = automaticSpace(s);
    request.top = top;
    return searchLayouts(s, request, shippedCalibration());
}

} // namespace

/// Automatic planning: the best layout, pins kept, no flicker, and a suggestion if nothing fits.
class AutoPlanTest : public QObject {
    Q_OBJECT

private slots:
    void theSimplestLayoutWithinTheNoiseIsChosen()
    {
        for (const char* id : {"llama3-8b-64xh100", "llama3-70b-512xh100", "mixtral-8x7b-256xh100"}) {
            Scenario s = test::preset(id);
            s.automatic.on = true;
            const AutoPlanAnswer a = answered(s);
            QVERIFY(a.layout && a.fastest && a.whole);
            const FoundLayout best = searched(s, 1).top.front();
            QVERIFY(*a.fastest == best.layout);
            VERIFY_CLOSE(stepOf(s, *a.layout) / best.step.step_s - 1, a.given_up, 1e-9);
            QVERIFY(a.given_up >= 0 && a.given_up <= most_given_up);
            QVERIFY(complexity(s, *a.layout) <= complexity(s, *a.fastest));
        }
    }

    /// From 10 M to 10 T: no size is without a layout where a larger one has one.
    void ifAModelFitsEverySmallerOneDoes()
    {
        const auto fits = [](const Scenario& base, double size) {
            Scenario s = base;
            parameter("workload.parameters").edit(s, size, shippedCalibration());
            return autoPlan(s, {.most_families = families_at_once, .threads = 1}, shippedCalibration())
                .layout.has_value();
        };
        constexpr double step = 1.7;
        for (const char* id :
            {"llama3-70b-512xh100", "gpt3-175b-1024xa100", "llama3-405b-16384xh100", "palm-540b-4096xtpuv4"})
            for (const char* gpu : {"gb200", "tpu-v6e"}) {
                Scenario base = test::preset(id);
                parameter("cluster.gpu").edit(base, *parseValue(parameter("cluster.gpu"), gpu), shippedCalibration());
                base.automatic = {.on = true};
                bool larger_fits = false;
                for (double size = 10e12; size >= 10e6; size /= step) {
                    const bool fit = fits(base, size);
                    QVERIFY2(fit || !larger_fits, qPrintable(QString("%1 on %2, %3").arg(id, gpu).arg(size)));
                    larger_fits = fit;
                }
                QVERIFY(larger_fits);
            }
    }

    /// From one position of the slider to the next, 1 % in size: where tokens/s × size changes by more than a tenth,
    /// the window's sentence says what changed, in the model, the batch or the layout.
    void aJumpBetweenNeighboringSizesIsExplained()
    {
        constexpr double step = 1.014, much = 1.1;
        const int apart = 5 / std::clamp(test::spacesWanted(5), 1, 5); // one pair of this many, from the first jump on
        const auto offset = static_cast<int>(test::randomSeed(0) % 5);
        for (const auto& [id, gpu] : {std::pair("llama3-70b-512xh100", "tpu-v6e"), {"llama3-8b-8xh100", "gb200"}}) {
            Scenario base = test::preset(id);
            parameter("cluster.gpu").edit(base, *parseValue(parameter("cluster.gpu"), gpu), shippedCalibration());
            base.automatic = {.on = true};
            Scenario before;
            double rate_before = 0, jumps = 0;
            int position = offset;
            for (double size = 10e6; size <= 1e12; size *= step, ++position) {
                if (jumps > 0 && position % apart > 1) {
                    rate_before = 0;
                    continue;
                }
                Scenario s = base;
                parameter("workload.parameters").edit(s, size, shippedCalibration());
                const AutoPlanAnswer a =
                    autoPlan(s, {.most_families = families_at_once, .threads = 1, .objective = expectedStepObjective()},
                        shippedCalibration());
                if (!a.layout)
                    break;
                const std::string batch = batchChangeText(s, a);
                s = applied(s, {{&parameter("workload.global_batch"), a.batch}}, shippedCalibration());
                s = applied(s, editOf(*a.layout), shippedCalibration());
                const double rate =
                    s.workload.global_batch / evaluate(s, shippedCalibration()).step_s * s.workload.active_parameters;
                if (rate_before > 0 && std::max(rate / rate_before, rate_before / rate) > much) {
                    ++jumps;
                    QVERIFY2(!(architectureChangeText(before.workload, s.workload) + batch
                                 + layoutDifference(layoutOf(before), *a.layout))
                                  .empty(),
                        qPrintable(QString("%1 on %2, %3").arg(id, gpu).arg(size)));
                }
                before = s;
                rate_before = rate;
            }
            QVERIFY(jumps > 0);
        }
    }

    void aPlanTradesALittleTimeForMemoryHeadroom()
    {
        Scenario s = job();
        const Layout fastest = *answered(s).layout;
        const auto roomOf = [&](const Layout& l) {
            const StepReport step = evaluate(applied(s, editOf(l), shippedCalibration()));
            return step.memory.capacity / step.memory.total();
        };
        s.cluster.memory_bytes /= roomOf(fastest); // which it now just fills
        QVERIFY(*answered(s).layout == fastest);
        const auto planned = autoPlan(s, {.objective = expectedStepObjective()}, shippedCalibration()).layout;
        QVERIFY(planned && roomOf(*planned) > 1.05);
        QVERIFY(stepOf(s, *planned) < 2 * stepOf(s, fastest));
    }

    /// Whatever a plan is chosen by: beside it is the proven best.
    void aPlanIsComparedWithTheFastestLayout()
    {
        const Scenario s = job();
        const FoundLayout fastest = searched(s, 1).top.front();
        for (const Objective& objective : {stepTimeObjective(), expectedStepObjective()}) {
            const AutoPlanAnswer a = autoPlan(s, {.objective = objective, .compares = true}, shippedCalibration());
            const double slower = stepOf(s, *a.layout) / fastest.step.step_s - 1;
            QVERIFY(slower >= 0);
            VERIFY_WITHIN(a.given_up, slower, 1e-12);
            QVERIFY(slower == 0 || *a.fastest == fastest.layout);
        }
    }

    void theBatchMovesWithinItsToleranceToFitTheCluster()
    {
        Scenario s = test::edited(job(), {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}});
        s = test::edited(s, {{"cluster.gpus", "96"}});
        const AutoPlanAnswer moved = answered(s);
        QCOMPARE(moved.batch, 1056.0);
        QCOMPARE(batchChangeText(s, moved), std::string("Global batch 1024 → 1056, which 96 GPUs divide."));
        const Scenario planned = applied(s, editOf(*moved.layout), shippedCalibration());
        QCOMPARE(planned.workload.global_batch, 1056.0);
        QVERIFY(!batchChangeText(planned, answered(planned)).size());
        s.plan.batch_tolerance = 0;
        const AutoPlanAnswer kept = answered(s);
        QCOMPARE(kept.batch, 1024.0);
        QVERIFY(batchChangeText(s, kept).empty());
        QVERIFY(moved.value / moved.batch < kept.value / kept.batch);
    }

    /// 1008 examples have many more divisors than 1024, so more families of layouts.
    void anAnswerIsWholeIfBothBatchesWereSearched()
    {
        Scenario s = test::edited(
            job(), {{"workload.scaling", "strong"}, {"workload.global_batch", "1008"}, {"cluster.gpus", "1024"}});
        const auto families = [](const Scenario& of) {
            const LayoutRules rules(of);
            return LayoutWalk(rules, automaticSpace(of)).families().size();
        };
        Scenario moved = s;
        moved.workload.global_batch = 1024;
        QCOMPARE(divisibleBatch(s), 1024.0);
        QVERIFY(families(s) > families(moved));
        for (const auto& [most, whole] : {std::pair{families(moved), false}, {families(s), true}}) {
            const AutoPlanAnswer a = autoPlan(s, {.most_families = most}, shippedCalibration());
            QCOMPARE(a.batch, 1024.0);
            QCOMPARE(a.whole, whole);
        }
    }

    /// Whether or not the job's own batch has a layout, another is only taken if it is faster by more than the noise.
    void theBatchMovesOnlyForAGain()
    {
        bool both = false;
        for (const double gpus : {24.0, 48.0, 96.0, 192.0, 320.0, 448.0}) {
            Scenario s = test::preset("gpt3-175b-1024xa100"); // 96 layers, which three stages divide
            s.automatic.on = true;
            s = test::edited(s, {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}});
            s.cluster.gpus = gpus;
            const AutoPlanAnswer chosen = answered(s);
            s.plan.batch_tolerance = 0;
            const AutoPlanAnswer own = answered(s);
            if (!own.layout)
                continue;
            both = both || chosen.batch == own.batch;
            if (chosen.batch == own.batch)
                QCOMPARE(chosen.value, own.value);
            else
                QVERIFY(chosen.value / chosen.batch * (1 + choice_noise) < own.value / own.batch);
        }
        QVERIFY(both);
    }

    void aBatchThatTheClusterDividesStays()
    {
        for (const double gpus : {8.0, 64.0, 72.0, 96.0, 512.0})
            for (const double per_gpu : {1.0, 3.0, 7.0}) {
                Scenario s = job();
                s.cluster.gpus = gpus;
                s.workload.scaling = Scaling::strong;
                s.workload.global_batch = gpus * per_gpu;
                QCOMPARE(divisibleBatch(s), gpus * per_gpu);
            }
    }

    void aPinnedDimensionKeepsItsValue()
    {
        for (const double t : {1.0, 2.0, 8.0}) {
            Scenario s = job();
            parameter("plan.tensor_parallel").edit(s, t, shippedCalibration());
            QVERIFY(s.automatic.tensor_parallel && !isPlanned(s, Dimension::tensor));
            const AutoPlanAnswer a = answered(s);
            QVERIFY(a.layout);
            QCOMPARE((*a.layout)[Dimension::tensor], t);
        }
    }

    /// Three nodes have an odd factor, so every layout has a multiple of three replicas: not the nearest multiple of
    /// all GPUs but of three.
    void theNearestBatchIsSuggested()
    {
        Scenario s = test::edited(job(), {{"workload.scaling", "strong"}, {"workload.global_batch", "512"}});
        s.plan.batch_tolerance = 0;
        s.cluster.gpus = 24;
        QVERIFY(!answered(s).layout);
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change);
        QCOMPARE(change->edit.size(), 1U);
        QCOMPARE(change->edit[0].value, 513.0);
    }

    /// Eight replicas of three examples a step: one micro-batch of three, or three of one.
    void threeTimesAPowerOfTwoIsARoundMicroBatch()
    {
        Scenario s = test::edited(job(),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "24"}, {"cluster.gpus", "8"},
                {"workload.sequence_length", "512"}, {"workload.model", "gpt3-1.3b"}});
        const Layout chosen = *answered(s).layout;
        QCOMPARE(chosen.replicaGpus(), 1.0);
        QCOMPARE(chosen[Dimension::micro_batch], 3.0);
    }

    /// Where ZeRO-3 shards them, as MaxText does, nothing needs to split the experts.
    void aMixtureWhoseExpertsAreNotSplitIsRare()
    {
        const Scenario s = test::preset("mixtral-8x7b-256xh100");
        Layout l = layoutOf(s);
        QVERIFY(l[Dimension::expert] > 1);
        QVERIFY2(isUsual(s, l), layoutText(s, l).c_str());
        const double split = complexity(s, l);
        l[Dimension::expert] = 1;
        QVERIFY(!isUsual(s, l));
        QVERIFY(complexity(s, l) > split);
        const Scenario sharded = test::edited(s, {{"stack.software", "xla-tpu"}});
        QVERIFY(isUsual(sharded, l));
    }
    void aPinOnlyCountsUnderAutomaticPlanning()
    {
        Scenario s = job();
        s.automatic.on = false;
        parameter("plan.tensor_parallel").edit(s, 2, shippedCalibration());
        QVERIFY(!s.automatic.tensor_parallel);
    }

    void choosingATpuGivesASliceOfItsPod()
    {
        Scenario s = job();
        const double gpus = s.cluster.gpus;
        parameter("cluster.gpu").edit(s, *parseValue(parameter("cluster.gpu"), "tpu-v5p"), shippedCalibration());
        QCOMPARE(s.cluster.gpus, gpus);
        QVERIFY(s.cluster.topology == Topology::torus_3d);
        QVERIFY2(s.cluster.gpus_per_node >= gpus, "the torus connects its chips");
        QVERIFY(answered(s).layout);
        s = test::edited(s, {{"workload.model", "llama3.1-405b"}, {"cluster.gpus", "8"}});
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change);
        const double more = applied(s, change->edit, shippedCalibration()).cluster.gpus;
        QVERIFY2(more > 8 && more < s.cluster.gpus_per_node, "more hosts, not a pod");
    }

    void searchingPartOfTheSpaceGivesAValidLayout()
    {
        const Scenario s = job();
        const AutoPlanAnswer part = autoPlan(s, {.most_families = 1}, shippedCalibration());
        QVERIFY(!part.whole && part.layout);
        QVERIFY(LayoutRules(s).allows(*part.layout));
        QVERIFY(stepOf(s, *part.layout) >= stepOf(s, *answered(s).layout));
    }

    void whenNothingFitsTheSmallestChangeIsFound_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("value");
        QTest::newRow("too few GPUs") << "cluster.gpus" << 2.0;
        QTest::newRow("a batch that no replica count divides") << "cluster.gpus" << 61.0;
        QTest::newRow("a pin") << "plan.tensor_parallel" << 64.0;
        QTest::newRow("a model too large for any number of GPUs") << "workload.parameters" << 1e13;
    }
    void whenNothingFitsTheSmallestChangeIsFound()
    {
        QFETCH(QString, id);
        QFETCH(double, value);
        Scenario s = test::edited(job(), {{"workload.scaling", "strong"}, {"workload.global_batch", "512"}});
        s.plan.batch_tolerance = 0;
        if (value < 8)
            s = test::edited(s, {{"workload.model", "llama3.1-70b"}});
        parameter(id.toStdString()).edit(s, value, shippedCalibration());
        const AutoPlanAnswer a = answered(s);
        QVERIFY(!a.layout);
        QVERIFY(noLayoutText(s, a).starts_with("No layout"));
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change && !change->text.empty());
        QVERIFY(answered(applied(s, change->edit, shippedCalibration())).layout);
    }

    /// Eight replicas at most, of as many stages as layers: more GPUs do not help.
    void aModelTooLargeForAnyClusterIsShrunk_data()
    {
        QTest::addColumn<double>("memory");
        for (const double gigabytes : {3.42, 8.0, 10.26})
            QTest::addRow("%g GB", gigabytes) << 1e9 * gigabytes;
    }
    void aModelTooLargeForAnyClusterIsShrunk()
    {
        QFETCH(const double, memory);
        Scenario s = test::edited(job(), {{"workload.scaling", "strong"}, {"workload.global_batch", "8"}});
        s.plan.batch_tolerance = 0;
        parameter("workload.parameters").edit(s, 1e13, shippedCalibration());
        s.cluster.memory_bytes = memory;
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change && change->edit.front().parameter == &parameter("workload.parameters"));
        const double size = change->edit.front().value;
        QCOMPARE(change->text, "shrink the model to " + formatQuantity(size, Unit::count));
        QVERIFY(answered(applied(s, change->edit, shippedCalibration())).layout);
        const double digit = std::pow(10, std::floor(std::log10(size)) - 1);
        VERIFY_WITHIN(size / digit, std::round(size / digit), 1e-9);                  // two digits
        const Edit larger{{&parameter("workload.parameters"), 1.1 * (size + digit)}}; // at most an eighth of an octave
        QVERIFY(!answered(applied(s, larger, shippedCalibration())).layout);
    }

    void aChangeIsReportedWithItsReason()
    {
        const Scenario s = job();
        const Layout best = *answered(s).layout;
        Layout other = best;
        QCOMPARE(layoutChangeText(s, best, best, shippedCalibration()), std::string());
        other[Dimension::zero] = best[Dimension::zero] == 3 ? 1 : 3;
        const std::string text = layoutChangeText(s, other, best, shippedCalibration());
        QVERIFY2(text.starts_with(layoutDifference(other, best)) && text.ends_with('.'), text.c_str());
        other = best;
        other[Dimension::tensor] = 3;
        QVERIFY(layoutChangeText(s, other, best, shippedCalibration()).find("previous layout no longer runs: ")
            != std::string::npos);
    }

    void whatASimplerLayoutCostsIsSaid()
    {
        const Scenario s = job();
        AutoPlanAnswer a;
        QVERIFY(givenUpText(s, a, shippedCalibration()).empty());
        a.layout = a.fastest = layoutOf(s);
        QVERIFY(givenUpText(s, a, shippedCalibration()).empty());
        (*a.fastest)[Dimension::micro_batch] = 7;
        a.given_up = 0.0123;
        QVERIFY(givenUpText(s, a, shippedCalibration())
                    .starts_with("the fastest is 1.2 % faster: " + layoutText(s, *a.fastest)));
        a.given_up = 0;
        QVERIFY(givenUpText(s, a, shippedCalibration()).empty());
    }

    /// The list of layouts and the plan say the same, and the plan says why it does not use the fastest.
    void aListOfLayoutsAgreesWithThePlanOrSaysWhy()
    {
        Scenario s = test::preset("llama3-70b-512xh100");
        const Parameter& gpu = parameter("cluster.gpu");
        gpu.edit(s, *parseValue(gpu, "a100-sxm-40"), shippedCalibration());
        s.automatic.on = true;
        const AutoPlanRequest request{.objective = expectedStepObjective(), .compares = true};
        const AutoPlanAnswer answer = autoPlan(s, request, shippedCalibration());
        const Scenario planned = inLayout(s, editOf(*answer.layout));
        const std::string said = agreementText(planned, *answer.fastest, shippedCalibration());
        QCOMPARE(said, "By step time alone, " + givenUpText(planned, answer, shippedCalibration()) + ".");
        QVERIFY2(said.find("; it fits in memory with a probability of only") != std::string::npos, said.c_str());
        QCOMPARE(agreementText(planned, *answer.layout, shippedCalibration()), "Auto plan uses the fastest layout.");
        Scenario own = planned;
        own.automatic.on = false;
        const std::string slower = agreementText(own, *answer.fastest, shippedCalibration());
        QVERIFY2(slower.starts_with("The fastest layout is "), slower.c_str());
    }

    void everyDimensionThatDiffersIsNamed()
    {
        Layout before;
        before[Dimension::tensor] = 8;
        before[Dimension::zero] = 1;
        Layout after = before;
        QVERIFY(layoutDifference(before, after).empty());
        after[Dimension::tensor] = 4;
        after[Dimension::zero] = 3;
        after[Dimension::recompute] = 1;
        after[Dimension::sequence] = 1;
        QCOMPARE(layoutDifference(before, after),
            std::string("TP 8 → 4, ZeRO 1 → 3, recompute none → selective, SP off → on"));
        QVERIFY(layoutDifference(after, before).ends_with("SP on → off"));
    }

    /// By how much the step got shorter, and the part that fell most, in seconds before and after.
    void aShorterStepIsReportedWithThePartThatFell()
    {
        const Scenario s = job();
        const auto top = searched(s, 40).top;
        const Layout& best = top.front().layout;
        const Layout& other = top.back().layout;
        const StepReport now = evaluate(applied(s, editOf(best), shippedCalibration()), shippedCalibration());
        const StepReport before = evaluate(applied(s, editOf(other), shippedCalibration()), shippedCalibration());
        Part most = Part::compute;
        double fell = 0;
        for (std::size_t i = 0; i < part_count; ++i)
            if (const double by = before.parts[i].exposed_s - now.parts[i].exposed_s; by > fell) {
                fell = by;
                most = static_cast<Part>(i);
            }
        const auto seconds = [](double value) { return formatQuantity(value, Unit::seconds); };
        QCOMPARE(layoutChangeText(s, other, best, shippedCalibration()),
            fmt::format("{}: the step is {:.0f} % shorter; {} falls from {} to {}.", layoutDifference(other, best),
                100 * (before.step_s - now.step_s) / before.step_s, partLabel(most),
                seconds(before.part(most).exposed_s), seconds(now.part(most).exposed_s)));
        QCOMPARE(layoutChangeText(s, best, other, shippedCalibration()), layoutDifference(best, other) + ".");
    }

    /// Twice as many GPUs until a layout fits, in whole nodes; half of them hold none.
    void theFewestGpusAreSuggested_data()
    {
        QTest::addColumn<QByteArray>("model");
        for (const char* model : {"llama3.1-70b", "llama3.1-405b"})
            QTest::newRow(model) << QByteArray(model);
    }
    void theFewestGpusAreSuggested()
    {
        QFETCH(const QByteArray, model);
        Scenario s = test::edited(job(),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "512"}, {"workload.model", model.toStdString()},
                {"cluster.gpus", "2"}});
        s.plan.batch_tolerance = 0;
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change && change->edit.size() == 1 && change->edit[0].parameter == &parameter("cluster.gpus"));
        const double gpus = change->edit[0].value;
        QCOMPARE(QString::fromStdString(change->text), QString("use %1 GPUs").arg(gpus));
        QCOMPARE(std::fmod(gpus, s.cluster.gpus_per_node), 0.0);
        for (double fewer = gpus / 2; fewer >= s.cluster.gpus_per_node; fewer /= 2)
            QVERIFY(!answered(applied(s, {{&parameter("cluster.gpus"), fewer}}, shippedCalibration())).layout);
    }

    void aShardingGroupOfZeroIsShownAsAllReplicas()
    {
        Layout whole = *answered(job()).layout;
        whole[Dimension::shard_group] = 0;
        Layout grouped = whole;
        grouped[Dimension::shard_group] = 8;
        QCOMPARE(layoutDifference(whole, grouped), std::string("sharding group all replicas → 8"));
    }
};

KNEEPOINT_TEST(AutoPlanTest)
#include "auto_plan_test.moc"
