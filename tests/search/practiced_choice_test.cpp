// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"
#include "model/search/layout_space.h"
#include "model/search/robust_choice.h"
#include "model/step/step_model.h"
#include "tests/search/choices.h"
#include "tests/search/small_spaces.h"
#include "tests/support/compare.h"
#include "tests/support/holds.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

bool isPowerOfTwo(double value)
{
    return std::fmod(std::log2(value), 1) == 0;
}

bool isRound(double value)
{
    return isPowerOfTwo(value) || (std::fmod(value, 3) == 0 && isPowerOfTwo(value / 3));
}

/// Whether the software splits the experts of a mixture, no ZeRO-3 shards them, and a usual degree is possible.
bool splitsExperts(const Scenario& job)
{
    const SoftwareLimits software = softwareLimits(job);
    const Candidates candidates = candidatesOf(LayoutRules(job), defaultSpace(job));
    return job.workload.experts > 1 && software.expert && !software.zero.back()
        && std::ranges::any_of(candidates.of(Dimension::expert),
            [&](double e) { return e > 1 && e <= job.cluster.gpus_per_node && isPowerOfTwo(e); });
}

/// What the header calls usual, as a condition on one layout.
bool isUsualPart(const Scenario& job, const Layout& l)
{
    const double node = job.cluster.gpus_per_node;
    const double e = l[Dimension::expert];
    return (l[Dimension::context] == 1 || job.workload.sequence_length > 16384) && l[Dimension::tensor] <= node
        && e <= node && isPowerOfTwo(e) && (e > 1 || !splitsExperts(job)) && l[Dimension::virtual_stages] <= 8
        && isPowerOfTwo(l[Dimension::micro_batch]);
}

/// Figures of the layouts of a part that would do: the simplest one's complexity, and the fastest step of the part.
struct Expected {
    double complexity = INFINITY;
    double fastest_s = INFINITY;
};

template <class Among> Expected simplestOf(const Scenario& job, const std::vector<FoundLayout>& all, Among isAmong)
{
    Expected best;
    for (const FoundLayout& l : all)
        if (isAmong(l))
            best.fastest_s = std::min(best.fastest_s, l.step.step_s);
    for (const double free : {0.1, 0.0}) {
        if (std::isfinite(best.complexity))
            break; // one of those with headroom
        for (const FoundLayout& l : all)
            if (isAmong(l) && l.step.step_s <= 1.02 * best.fastest_s
                && l.step.memory.total() <= (1 - free) * l.step.memory.capacity)
                best.complexity = std::min(best.complexity, complexity(job, l.layout));
    }
    return best;
}

/// The parts in the order of the header, by trying every layout.
Expected practiced(const Scenario& job, const std::vector<FoundLayout>& all)
{
    const double fastest_s = std::ranges::min(all, {}, [](const FoundLayout& l) { return l.step.step_s; }).step.step_s;
    const Expected usual = simplestOf(job, all, [&](const FoundLayout& l) { return isUsualPart(job, l.layout); });
    if (usual.fastest_s <= 1.05 * fastest_s)
        return usual;
    const Expected round =
        simplestOf(job, all, [](const FoundLayout& l) { return isRound(l.layout[Dimension::micro_batch]); });
    if (round.fastest_s <= 1.05 * fastest_s)
        return round;
    return simplestOf(job, all, [](const FoundLayout&) { return true; });
}

} // namespace

/// The choice of automatic planning among all layouts, and what counts as simple.
class PracticedChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void itIsTheSimplestOfTheUsualPartOrOfTheNextOne_data()
    {
        QTest::addColumn<double>("sequence");
        QTest::newRow("short sequences") << 0.0;
        QTest::newRow("long sequences") << 32768.0;
    }
    void itIsTheSimplestOfTheUsualPartOrOfTheNextOne()
    {
        QFETCH(const double, sequence);
        test::SmallQuestions questions(31);
        constexpr int most = 100;
        int unusual = 0;
        const auto is_needed = [&] { return sequence == 0 && unusual == 0; };
        for (int i = 0; i < test::spacesWanted(most) || (is_needed() && i < most); ++i) {
            test::SmallQuestion q = questions.next();
            if (sequence > 0)
                q.job.workload.sequence_length = sequence;
            q.request = SearchRequest{defaultSpace(q.job)};
            const std::vector<FoundLayout> all = test::byTryingAll(q);
            if (all.empty())
                continue;
            const RobustChoice choice = test::practicedAfter(q.job, q.request);
            const Expected expected = practiced(q.job, all);
            HOLDS(complexity(q.job, choice.found.layout) == expected.complexity, q.job);
            HOLDS(choice.found.step.step_s <= 1.02 * expected.fastest_s, q.job);
            HOLDS(choice.slower == choice.found.step.step_s / all.front().step.step_s - 1, q.job);
            HOLDS(choice.is_best == (choice.found.layout == all.front().layout), q.job);
            unusual += isUsualPart(q.job, choice.found.layout) ? 0 : 1;
        }
        QVERIFY(sequence > 0 || unusual > 0);
    }

    /// By an objective in seconds as well: a usual layout may be worse by it, too, but no more than by its step.
    void aUsualLayoutMayBeWorseByItsObjective()
    {
        test::SmallQuestions questions(33);
        constexpr int most = 100;
        int decided = 0;
        for (int i = 0; i < test::spacesWanted(most) || (decided == 0 && i < most); ++i) {
            test::SmallQuestion q = questions.next();
            q.request = SearchRequest{defaultSpace(q.job)};
            q.request.objective = expectedStepObjective();
            const std::vector<FoundLayout> all = test::byTryingAll(q);
            if (all.empty())
                continue;
            const FoundLayout& best = all.front();
            const auto would_do = [&](const FoundLayout& l) {
                return isUsualPart(q.job, l.layout) && l.value <= 1.05 * best.value
                    && l.step.step_s <= 1.05 * best.step.step_s;
            };
            const RobustChoice choice = test::practicedAfter(q.job, q.request);
            if (!std::ranges::any_of(all, would_do))
                continue;
            HOLDS(isUsualPart(q.job, choice.found.layout), q.job);
            decided += isUsualPart(q.job, best.layout) ? 0 : 1;
        }
        QVERIFY(decided > 0);
    }

    /// Micro-batches of 1, 3 and 9 examples: 9 are the fastest, 3 are within 5 %, 1 is not.
    void aMicroBatchOfThreeIsUsedWhereNoPowerOfTwoIsFastEnough()
    {
        Scenario job = test::edited(test::preset("llama3-8b-64xh100"),
            {{"workload.scaling", "strong"}, {"cluster.gpus", "8"}, {"workload.global_batch", "72"},
                {"plan.tensor_parallel", "1"}, {"plan.pipeline_parallel", "1"}, {"plan.context_parallel", "1"},
                {"plan.sequence_parallel", "off"}, {"plan.zero_stage", "3"}, {"plan.recompute", "none"}});
        job.cluster.memory_bytes = 1e13;
        const auto stepWith = [&](double examples) {
            Layout l = layoutOf(job);
            l[Dimension::micro_batch] = examples;
            l[Dimension::accumulation] = 9 / examples;
            return evaluate(applied(job, editOf(l), shippedCalibration()), shippedCalibration()).step_s;
        };
        job.stack.microbatch_s += 0.018 * stepWith(9);
        QVERIFY(
            stepWith(3) > 1.02 * stepWith(9) && stepWith(3) < 1.05 * stepWith(9) && stepWith(1) > 1.05 * stepWith(9));
        SearchRequest request{fixedSpace(job)};
        request.space.free(Dimension::micro_batch);
        request.space.free(Dimension::accumulation);
        const SearchAnswer found = searchLayouts(job, request, shippedCalibration());
        QCOMPARE(found.valid, 3.0);
        const FoundLayout& best = found.top.front();
        QCOMPARE(best.layout[Dimension::micro_batch], 9.0);
        for (const bool in_seconds : {false, true}) {
            request.objective.in_seconds = in_seconds;
            const RobustChoice choice = test::practicedAfter(job, request);
            QCOMPARE(choice.found.layout[Dimension::micro_batch], 3.0);
        }
    }

    /// That the step is an objective in seconds limits it no further.
    void theStepAsAnObjectiveInSecondsChangesNoChoice()
    {
        int simpler = 0;
        for (const char* id : {"llama3-8b-8xh100", "llama3-8b-64xh100", "mixtral-8x7b-256xh100"}) {
            const Scenario job = test::preset(id);
            SearchRequest request{defaultSpace(job)};
            const FoundLayout best = searchLayouts(job, request, shippedCalibration()).top.front();
            const auto chosen = [&](double noise, bool in_seconds) {
                request.objective.in_seconds = in_seconds;
                return test::robustAfter(job, request, best, noise, robust_headroom).found.layout;
            };
            for (const double noise : {0.02, 0.3})
                QVERIFY(chosen(noise, true) == chosen(noise, false));
            simpler += chosen(0.3, true) == best.layout ? 0 : 1;
        }
        QVERIFY(simpler > 0);
    }

    /// Value by value: what the usual part of a space takes is what is not rare.
    void theUsualPartHasWhatIsNotRare_data()
    {
        QTest::addColumn<QByteArray>("software");
        QTest::addColumn<double>("tokens");
        for (const char* software : {"nemo-2024", "xla-tpu"})
            for (const double tokens : {8192.0, 16384.0, 32768.0})
                QTest::addRow("%s, %g tokens", software, tokens) << QByteArray(software) << tokens;
    }
    void theUsualPartHasWhatIsNotRare()
    {
        using enum Dimension;
        QFETCH(const QByteArray, software);
        QFETCH(const double, tokens);
        Scenario job =
            test::edited(test::preset("mixtral-8x7b-256xh100"), {{"stack.software", software.toStdString()}});
        job.cluster.gpus = 192;
        job.workload.experts = 24;
        job.workload.scaling = Scaling::strong;
        job.workload.global_batch = 1536;
        job.workload.sequence_length = tokens;
        Layout plain;
        for (const Dimension d : {tensor, pipeline, context, virtual_stages, micro_batch})
            plain[d] = 1;
        plain[expert] = software == "xla-tpu" ? 1 : 2; // nothing else splits its experts
        const LayoutSpace space = defaultSpace(job);
        const LayoutSpace part = usualPart(job, space);
        const Candidates candidates = candidatesOf(LayoutRules(job), space);
        int rare = 0;
        for (const Dimension d : {context, expert, virtual_stages, micro_batch})
            for (const double value : candidates.of(d)) {
                Layout l = plain;
                l[d] = value;
                QVERIFY2(part.takes(d, value) == isUsual(job, l), layoutText(job, l).c_str());
                rare += isUsual(job, l) ? 0 : 1;
            }
        QVERIFY(rare > 4);
    }

    /// A micro-batch of three that was asked for, and experts of which no usual number can be had.
    void whatIsFixedStaysInTheUsualPart()
    {
        Scenario job = test::preset("mixtral-8x7b-256xh100");
        LayoutSpace space = defaultSpace(job);
        space.fix(Dimension::micro_batch, 3);
        QVERIFY(usualPart(job, space).takes(Dimension::micro_batch, 3));
        QVERIFY(!usualPart(job, space).takes(Dimension::micro_batch, 1));
        job.workload.experts = 7;
        job.cluster.gpus = 56;
        QVERIFY(usualPart(job, defaultSpace(job)).isFree(Dimension::expert));
    }

    void gradientsOfWeightsApartCountAsHalfAKind()
    {
        const Scenario job = test::preset("llama3-70b-512xh100");
        Layout l = layoutOf(job);
        const auto with = [&](PipelineSchedule schedule) {
            l[Dimension::schedule] = static_cast<double>(schedule);
            return complexity(job, l);
        };
        using enum PipelineSchedule;
        const double plain = with(one_f_one_b);
        for (const PipelineSchedule whole : {gpipe, interleaved, breadth_first})
            QCOMPARE(with(whole), plain);
        for (const PipelineSchedule apart : {zb_h1, zb_v, dualpipe, dualpipe_v})
            VERIFY_WITHIN(with(apart), plain + 0.5, 1e-12);
    }

    /// A choice within the memory that the request allows, no worse by an objective in seconds than the noise.
    void theRobustChoiceKeepsTheLimitsOfTheRequest()
    {
        test::SmallQuestions questions(32);
        int chosen = 0;
        for (int i = 0; i < test::spacesWanted(200); ++i) {
            test::SmallQuestion q = questions.next();
            q.request.objective = expectedStepObjective();
            q.request.memory_share = 0.6;
            const SearchAnswer found = searchLayouts(q.job, q.request, shippedCalibration());
            if (found.top.empty())
                continue;
            const FoundLayout& best = found.top.front();
            const RobustChoice robust = test::robustAfter(q.job, q.request, best, 0.3, 0.1);
            HOLDS(robust.found.step.memory.total() <= 0.6 * robust.found.step.memory.capacity, q.job);
            const Scenario s = applied(q.job, editOf(robust.found.layout), shippedCalibration());
            HOLDS(q.request.objective.value(s, robust.found.step) <= 1.3 * best.value, q.job);
            ++chosen;
        }
        QVERIFY(chosen > 0);
    }

    /// At a sustained rate all micro-batches take equally long.
    void theJobsMicroBatchStaysWhereItDoesNotMatter()
    {
        const Scenario job = test::preset("knee-simulator");
        const SearchRequest request{defaultSpace(job)};
        const FoundLayout best = searchLayouts(job, request, shippedCalibration()).top.front();
        const Layout chosen = test::practicedAfter(job, request).found.layout;
        QCOMPARE(chosen[Dimension::micro_batch], job.workload.batch_per_gpu);
        QCOMPARE(chosen[Dimension::accumulation], job.plan.accumulation);
    }

    void onlyTheSearchItselfReportsItsProgress()
    {
        const Scenario job = test::preset("llama3-8b-64xh100");
        SearchRequest request{defaultSpace(job)};
        request.near = most_given_up;
        const SearchAnswer answer = searchLayouts(job, request, shippedCalibration());
        int reports = 0;
        request.progress = [&](double) { ++reports; };
        (void)practicedChoice(job, request, answer, shippedCalibration());
        QCOMPARE(reports, 0);
    }

    /// Kinds of parallelism and the weights that the header states, added up by hand.
    void complexityCountsKindsOfParallelism_data()
    {
        QTest::addColumn<QList<double>>("degrees"); // TP, PP, CP, EP, VPP
        QTest::addColumn<QList<double>>("rest"); // micro-batch, ZeRO, sharding group, recompute, sequence parallelism
        QTest::addColumn<double>("expected");
        const auto row = [](const char* name, const QList<double>& degrees, const QList<double>& rest,
                             double expected) { QTest::addRow("%s", name) << degrees << rest << expected; };
        row("TP 8, PP 4 in 2 chunks", {8, 4, 1, 1, 2}, {2, 1, 0, 1, 1}, 1.3 + 1.2 + 0.1 + 0.1 + 0.25);
        row("EP 8, sharded in groups", {1, 1, 1, 8, 1}, {1, 3, 8, 2, 0}, 1.3 + 0.5 + 0.5 + 0.5);
        row("TP 2 without sequence parallelism", {2, 1, 1, 1, 1}, {1, 2, 0, 0, 0}, 1.1 + 0.1 + 0.1);
        row("CP 2 of a short sequence", {1, 1, 2, 1, 1}, {1, 0, 0, 0, 0}, 1.1 + 2);
        row("TP 16 beyond a node", {16, 1, 1, 1, 1}, {1, 0, 0, 0, 1}, 1.4 + 2);
        row("EP 16 beyond a node", {1, 1, 1, 16, 1}, {1, 0, 0, 0, 0}, 1.4 + 2);
        row("16 virtual stages", {1, 2, 1, 1, 16}, {1, 0, 0, 0, 0}, 1.1 + 2 + 0.4);
        row("TP 3", {3, 1, 1, 1, 1}, {1, 0, 0, 0, 1}, 1 + 0.1 * std::log2(3.0) + 2);
        row("PP 3", {1, 3, 1, 1, 1}, {1, 0, 0, 0, 0}, 1 + 0.1 * std::log2(3.0) + 0.5);
        row("EP 3", {1, 1, 1, 3, 1}, {1, 0, 0, 0, 0}, 1 + 0.1 * std::log2(3.0) + 2);
        row("micro-batch of 6", {1, 1, 1, 1, 1}, {6, 0, 0, 0, 0}, 0.1 * std::log2(6.0) + 2);
    }
    void complexityCountsKindsOfParallelism()
    {
        using enum Dimension;
        QFETCH(const QList<double>, degrees);
        QFETCH(const QList<double>, rest);
        QFETCH(const double, expected);
        Layout l;
        for (const auto& [d, value] : {std::pair{tensor, degrees[0]}, {pipeline, degrees[1]}, {context, degrees[2]},
                 {expert, degrees[3]}, {virtual_stages, degrees[4]}, {micro_batch, rest[0]}, {zero, rest[1]},
                 {shard_group, rest[2]}, {recompute, rest[3]}, {sequence, rest[4]}})
            l[d] = value;
        const Scenario s = test::preset("llama3-70b-512xh100");
        QVERIFY(s.cluster.gpus_per_node == 8 && s.workload.sequence_length <= 16384);
        VERIFY_WITHIN(complexity(s, l), expected, 1e-12);
    }

    /// Mixtures: one GPU has nobody to share experts with, and not all software can.
    void onlyWhereExpertsCanBeSplitIsItRareNotTo()
    {
        Scenario s = test::preset("mixtral-8x7b-256xh100");
        Layout l = layoutOf(s);
        l[Dimension::tensor] = l[Dimension::pipeline] = l[Dimension::context] = l[Dimension::expert] = 1;
        l[Dimension::virtual_stages] = l[Dimension::micro_batch] = 1;
        QVERIFY(!isUsual(s, l));
        s.cluster.gpus = 2;
        QVERIFY(!isUsual(s, l));
        s.cluster.gpus = 1;
        QVERIFY(isUsual(s, l));
        s.cluster.gpus = 256;
        QVERIFY(isUsual(test::edited(s, {{"stack.software", "internevo-2024"}}), l)); // splits no experts
        QVERIFY(!isUsual(test::edited(s, {{"stack.software", "nanotron-2025"}}), l));
    }

    void contextParallelismIsUsualBeyond16384Tokens()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        Layout l = layoutOf(s);
        l[Dimension::tensor] = l[Dimension::pipeline] = l[Dimension::expert] = l[Dimension::virtual_stages] = 1;
        l[Dimension::micro_batch] = 1;
        l[Dimension::context] = 2;
        s.workload.sequence_length = 16384;
        QVERIFY(!isUsual(s, l));
        s.workload.sequence_length = 16385;
        QVERIFY(isUsual(s, l));
        l[Dimension::virtual_stages] = 8;
        QVERIFY(isUsual(s, l));
        l[Dimension::virtual_stages] = 9;
        QVERIFY(!isUsual(s, l));
    }

    void onlyPipelinesOfAPowerOfTwoAreUsual()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        Layout l = layoutOf(s);
        l[Dimension::tensor] = 8;
        l[Dimension::context] = l[Dimension::expert] = l[Dimension::virtual_stages] = l[Dimension::micro_batch] = 1;
        for (const double stages : {1., 2., 4., 16.}) {
            l[Dimension::pipeline] = stages;
            QVERIFY(isUsual(s, l));
        }
        for (const double stages : {3., 5., 6., 10., 40.}) {
            l[Dimension::pipeline] = stages;
            QVERIFY(!isUsual(s, l));
        }
    }

    /// A simpler layout whose step is within the noise is not chosen if the objective, in seconds, says otherwise.
    void aSimplerLayoutThatTheObjectiveCallsSlowIsNotChosen()
    {
        const Scenario job = test::preset("llama3-8b-8xh100");
        SearchRequest request{defaultSpace(job)};
        const FoundLayout fastest = searchLayouts(job, request, shippedCalibration()).top.front();
        const Layout simple = test::robustAfter(job, request, fastest, 0.3, 0.1).found.layout;
        request.objective = {[&](const Scenario& s, const StepReport& step) {
            return layoutOf(s)[Dimension::tensor] == simple[Dimension::tensor] ? 10 * step.step_s : step.step_s;
        }};
        request.objective.in_seconds = true;
        const FoundLayout best = searchLayouts(job, request, shippedCalibration()).top.front();
        QVERIFY(best.layout[Dimension::tensor] != simple[Dimension::tensor]);
        const Layout chosen = test::robustAfter(job, request, best, 0.3, 0.1).found.layout;
        QVERIFY(chosen[Dimension::tensor] != simple[Dimension::tensor]);
    }

    /// No choice is worse by an objective in seconds than both noises together.
    void aPracticedChoiceIsWithinTheNoiseOfItsObjective()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        SearchRequest request{defaultSpace(s)};
        request.objective = expectedStepObjective();
        for (const double share : {1.0, 0.7, 0.5, 0.4}) {
            Scenario job = s;
            job.cluster.memory_bytes *= share;
            const SearchAnswer found = searchLayouts(job, request, shippedCalibration());
            if (found.top.empty())
                continue;
            const FoundLayout& best = found.top.front();
            const RobustChoice choice = test::practicedAfter(job, request);
            const Scenario planned = applied(job, editOf(choice.found.layout), shippedCalibration());
            QVERIFY(request.objective.value(planned, choice.found.step) <= (1 + most_given_up) * best.value);
            const RobustChoice robust = test::robustAfter(job, request, best, choice_noise, robust_headroom);
            QCOMPARE(robust.slower, robust.found.step.step_s / best.step.step_s - 1);
        }
    }

    /// 1.05 · 1.02 − 1: a usual layout within 5 % of the best, and a simpler one within 2 % of that.
    void whatAChoiceGivesUpIsBothNoisesTogether() { VERIFY_CLOSE(most_given_up, 0.071, 1e-12); }
};

KNEEPOINT_TEST(PracticedChoiceTest)
#include "practiced_choice_test.moc"
