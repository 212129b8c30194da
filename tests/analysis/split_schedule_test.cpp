// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_schedule.h"
#include "model/cost/pipeline_bubble.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace kneepoint;

namespace {

struct Lengths {
    double forward = 1, input = 1, weight = 1;
    [[nodiscard]] double all() const { return forward + input + weight; }
};

PipelineTimes timesOf(PipelineSchedule kind, int stages, int micro_batches, const Lengths& l)
{
    Pipeline pipe;
    pipe.schedule = kind;
    pipe.stages = stages;
    pipe.micro_batches = micro_batches;
    pipe.chunks = turnsBack(kind) ? 2 : 1;
    const int chunks = turnsBack(kind) ? 2 : 1;
    PipelineTimes t{kind, stages, micro_batches, chunks, 0.5, l.all() * micro_batches, 0, l.forward / l.all(),
        l.weight / l.all(), {}, {}};
    t.bubble_s = fillRounds(pipe) * waitPerRound(pipe, {l.forward, l.input, l.weight, 0});
    t.shares = {{Part::compute, 0.75}, {Part::tensor_comm, 0.25}};
    return t;
}

struct Span {
    double start_s = 1e300, end_s = 0;
};
/// By kind, micro-batch and place: a chunk of a stage in the order in which micro-batches pass.
using Passes = std::map<std::tuple<Pass, int, int>, Span>;

Passes passesOf(const PipelineTimes& t, double end_s)
{
    const StageSchedules all(t);
    Passes passes;
    for (int stage = 0; stage < t.stages; ++stage)
        for (const TimelineBlock& b : all.blocks(stage, 0, end_s, 0)) {
            if (b.part == Part::bubble)
                continue;
            int place = stage;
            if (turnsBack(t.kind) && b.chunk == 2)
                place = 2 * t.stages - 1 - stage;
            if (t.kind == PipelineSchedule::dualpipe && b.number > t.micro_batches / 2)
                place = t.stages - 1 - stage;
            Span& span = passes[{b.pass, b.number, place}];
            span = {std::min(span.start_s, b.start_s), std::max(span.end_s, b.end_s)};
        }
    return passes;
}

/// The longest time by which a pass begins before one that it needs has ended.
double worstHaste(const PipelineTimes& t)
{
    const Passes passes = passesOf(t, t.start_s + t.busy_s + t.bubble_s);
    double haste = 0;
    const auto needs = [&](const Span& later, const std::tuple<Pass, int, int>& earlier) {
        if (const auto found = passes.find(earlier); found != passes.end())
            haste = std::max(haste, found->second.end_s - later.start_s);
    };
    for (const auto& [key, span] : passes) {
        const auto [pass, number, place] = key;
        if (pass == Pass::forward)
            needs(span, {Pass::forward, number, place - 1});
        if (pass == Pass::backward) {
            needs(span, {Pass::backward, number, place + 1});
            needs(span, {Pass::forward, number, place});
        }
        if (pass == Pass::weights)
            needs(span, {Pass::backward, number, place});
    }
    return haste;
}

void addSchedules()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("micro_batches");
    for (const auto& size : {std::pair{2, 6}, {4, 8}, {8, 20}, {8, 64}}) {
        const int stages = size.first, micro_batches = size.second;
        const auto row = [&](const char* name, PipelineSchedule kind) {
            QTest::addRow("%s, %d stages, %d micro-batches", name, stages, micro_batches)
                << int(kind) << stages << micro_batches;
        };
        row("zb-h1", PipelineSchedule::zb_h1);
        row("zb-v", PipelineSchedule::zb_v);
        row("dualpipe", PipelineSchedule::dualpipe);
        row("dualpipe-v", PipelineSchedule::dualpipe_v);
    }
}

} // namespace

/// Timelines of schedules with gradients of weights apart.
class SplitScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void everyStageIsBusyAndIdleAsTheStepSays_data() { addSchedules(); }
    void everyStageIsBusyAndIdleAsTheStepSays()
    {
        QFETCH(const int, kind);
        QFETCH(const int, stages);
        QFETCH(const int, micro_batches);
        const PipelineTimes t = timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, {1, 1.3, 0.9});
        const StageSchedules all(t);
        const double end_s = t.start_s + t.busy_s + t.bubble_s;
        for (int stage = 0; stage < stages; ++stage) {
            std::map<Part, double> seconds;
            double now_s = t.start_s;
            for (const TimelineBlock& b : all.blocks(stage, 0, end_s, 0)) {
                QVERIFY2(std::abs(b.start_s - now_s) < 1e-6, qPrintable(QString::number(b.start_s - now_s)));
                seconds[b.part] += b.seconds();
                now_s = b.end_s;
            }
            QVERIFY(std::abs(seconds[Part::bubble] - t.bubble_s) < 1e-6);
            QVERIFY(std::abs(seconds[Part::compute] - 0.75 * t.busy_s) < 1e-6);
        }
    }

    void everyStageTakesItsOwnTime_data() { addSchedules(); }
    void everyStageTakesItsOwnTime()
    {
        QFETCH(const int, kind);
        QFETCH(const int, stages);
        QFETCH(const int, micro_batches);
        PipelineTimes t = timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, {});
        t.loads.assign(std::size_t(stages), 1);
        t.loads.front() = t.loads.back() = 0.6;
        const StageSchedules all(t);
        for (int stage = 0; stage < stages; ++stage) {
            double busy_s = 0, idle_s = 0;
            for (const TimelineBlock& b : all.blocks(stage, 0, 1e3, 0))
                (b.part == Part::bubble ? idle_s : busy_s) += b.seconds();
            QVERIFY(std::abs(busy_s - t.load(stage) * t.busy_s) < 1e-6);
            QVERIFY(std::abs(busy_s + idle_s - t.busy_s - t.bubble_s) < 1e-6);
        }
    }

    void everyPassIsDrawnOnEveryStage_data() { addSchedules(); }
    void everyPassIsDrawnOnEveryStage()
    {
        QFETCH(const int, kind);
        QFETCH(const int, stages);
        QFETCH(const int, micro_batches);
        const PipelineTimes t = timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, {});
        const Passes passes = passesOf(t, t.start_s + t.busy_s + t.bubble_s);
        QCOMPARE(int(passes.size()), 3 * micro_batches * stages * t.chunks);
    }

    /// With passes of equal length the formula is what the order takes: nothing begins before what it needs, …
    void theFormulaLeavesTimeForWhatPassesNeed_data() { addSchedules(); }
    void theFormulaLeavesTimeForWhatPassesNeed()
    {
        QFETCH(const int, kind);
        QFETCH(const int, stages);
        QFETCH(const int, micro_batches);
        const double haste = worstHaste(timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, {}));
        QVERIFY2(haste < 1e-6, qPrintable(QString::number(haste)));
    }

    /// … and with a bubble that is a tenth shorter something does. DualPipe's formula counts passes that overlap as
    /// one; one after the other, as here, the first of them passes its result on sooner.
    void aShorterBubbleDoesNot_data() { addSchedules(); }
    void aShorterBubbleDoesNot()
    {
        QFETCH(const int, kind);
        QFETCH(const int, stages);
        QFETCH(const int, micro_batches);
        PipelineTimes t = timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, {});
        t.bubble_s *= 0.9;
        if (t.kind == PipelineSchedule::zb_h1 || t.kind == PipelineSchedule::zb_v)
            QVERIFY(worstHaste(t) > 1e-3);
    }

    /// So are ZB-H1's and ZB-V's for other lengths; DualPipe's formula is up to one pass longer than its order.
    void otherLengthsOfPassesTakeAsLongAsTheFormula()
    {
        for (const PipelineSchedule kind : {PipelineSchedule::zb_h1, PipelineSchedule::zb_v})
            for (const Lengths& lengths : {Lengths{1, 1.5, 0.8}, {1, 1.9, 0.5}, {1.2, 1.3, 1}, {1, 2, 1}}) {
                PipelineTimes t = timesOf(kind, 6, 24, lengths);
                QVERIFY(worstHaste(t) < 1e-6);
                t.bubble_s *= 0.95;
                QVERIFY(worstHaste(t) > 1e-3);
            }
        for (const PipelineSchedule kind : {PipelineSchedule::dualpipe, PipelineSchedule::dualpipe_v})
            QVERIFY(worstHaste(timesOf(kind, 6, 24, {1, 1.5, 0.8})) < 1e-6);
    }

    void dualPipeOnTwoStagesHasNoBubble() { QCOMPARE(timesOf(PipelineSchedule::dualpipe, 2, 6, {}).bubble_s, 0.0); }
};

KNEEPOINT_TEST(SplitScheduleTest)
#include "split_schedule_test.moc"
