// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_schedule.h"
#include "model/analysis/timeline.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

using namespace kneepoint;

namespace {

/// Three seconds of work per micro-batch, one third of it forward; all stages equal.
PipelineTimes timesOf(PipelineSchedule kind, int stages, int micro_batches, int chunks)
{
    PipelineTimes t{kind, stages, micro_batches, chunks, 0.5, 3.0 * micro_batches, 0, 1.0 / 3, 0, {}, {}};
    t.bubble_s = 3.0 * (stages - 1) / chunks;
    t.shares = {{Part::compute, 0.75}, {Part::tensor_comm, 0.25}};
    return t;
}

struct Span {
    double start_s = 1e300;
    double end_s = 0;
};
using Passes = std::map<std::tuple<Pass, int, int>, Span>; ///< by direction, micro-batch and chunk

Passes passesOf(const StageSchedules& all, int stage, double end_s)
{
    Passes passes;
    for (const TimelineBlock& b : all.blocks(stage, 0, end_s, 0))
        if (b.part != Part::bubble) {
            Span& span = passes[{b.pass, b.number, std::max(1, b.chunk)}];
            span = {std::min(span.start_s, b.start_s), std::max(span.end_s, b.end_s)};
        }
    return passes;
}

/// A pass begins when the stage before it, or behind it in the backward direction, has ended it.
void verifyOrder(const std::vector<Passes>& of_stages)
{
    for (std::size_t stage = 0; stage + 1 < of_stages.size(); ++stage)
        for (const auto& [pass, span] : of_stages[stage]) {
            const Span next = of_stages[stage + 1].at(pass);
            const bool forward = std::get<0>(pass) == Pass::forward;
            QVERIFY(forward ? next.start_s >= span.end_s - 1e-6 : span.start_s >= next.end_s - 1e-6);
        }
}

} // namespace

/// The 1F1B diagram shows every micro-batch of every stage and matches the step.
class PipelineScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void busyAndIdleTimesOfEveryStageMatchTheStep_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("micro_batches");
        QTest::addColumn<int>("chunks");
        QTest::newRow("gpipe") << int(PipelineSchedule::gpipe) << 4 << 8 << 1;
        QTest::newRow("1f1b") << int(PipelineSchedule::one_f_one_b) << 4 << 8 << 1;
        QTest::newRow("1f1b, few micro-batches") << int(PipelineSchedule::one_f_one_b) << 8 << 3 << 1;
        QTest::newRow("1f1b, many") << int(PipelineSchedule::one_f_one_b) << 16 << 512 << 1;
        QTest::newRow("interleaved") << int(PipelineSchedule::interleaved) << 4 << 8 << 2;
        QTest::newRow("interleaved, one group") << int(PipelineSchedule::interleaved) << 8 << 8 << 3;
        QTest::newRow("breadth-first") << int(PipelineSchedule::breadth_first) << 4 << 8 << 2;
        QTest::newRow("breadth-first, one round") << int(PipelineSchedule::breadth_first) << 8 << 8 << 3;
        QTest::newRow("breadth-first, an odd number") << int(PipelineSchedule::breadth_first) << 4 << 11 << 5;
        QTest::newRow("interleaved, many") << int(PipelineSchedule::interleaved) << 8 << 64 << 5;
    }
    void busyAndIdleTimesOfEveryStageMatchTheStep()
    {
        QFETCH(const int, kind);
        QFETCH(const int, stages);
        QFETCH(const int, micro_batches);
        QFETCH(const int, chunks);
        const PipelineTimes t = timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, chunks);
        const StageSchedules all(t);
        const double end_s = t.start_s + t.busy_s + t.bubble_s;
        std::vector<Passes> passes;
        for (int stage = 0; stage < stages; ++stage) {
            std::map<Part, double> seconds;
            double now_s = t.start_s;
            for (const TimelineBlock& b : all.blocks(stage, 0, end_s, 0)) {
                QVERIFY2(std::abs(b.start_s - now_s) < 1e-6, qPrintable(QString::number(b.start_s - now_s)));
                seconds[b.part] += b.seconds();
                now_s = b.end_s;
            }
            QVERIFY(std::abs(now_s - end_s) < 1e-6);
            QVERIFY(std::abs(seconds[Part::bubble] - t.bubble_s) < 1e-6);
            QVERIFY(std::abs(seconds[Part::compute] - 0.75 * t.busy_s) < 1e-6);
            QVERIFY(std::abs(seconds[Part::tensor_comm] - 0.25 * t.busy_s) < 1e-6);
            passes.push_back(passesOf(all, stage, end_s));
            QCOMPARE(int(passes.back().size()), 2 * micro_batches * chunks);
        }
        verifyOrder(passes);
    }

    /// Megatron-LM's warm-up of stage i: 2·(p − 1 − i) + (v − 1)·p forward passes, then one forward and one backward.
    void stagesWarmUpAsLongAsTheirDistanceFromTheEnd()
    {
        for (const auto& [stages, micro_batches, chunks] : {std::array{4, 16, 2}, {8, 8, 3}, {2, 8, 4}}) {
            const PipelineTimes t = timesOf(PipelineSchedule::interleaved, stages, micro_batches, chunks);
            const StageSchedules all(t);
            for (int stage = 0; stage < stages; ++stage) {
                const Passes passes = passesOf(all, stage, t.start_s + t.busy_s + t.bubble_s);
                double first_backward_s = 1e300;
                for (const auto& [pass, span] : passes)
                    if (std::get<0>(pass) == Pass::backward)
                        first_backward_s = std::min(first_backward_s, span.start_s);
                const auto before = std::ranges::count_if(passes, [&](const auto& entry) {
                    return std::get<0>(entry.first) == Pass::forward && entry.second.start_s < first_backward_s - 1e-9;
                });
                const int warm_up = 2 * (stages - 1 - stage) + (chunks - 1) * stages + 1;
                QCOMPARE(static_cast<int>(before), std::min(warm_up, micro_batches * chunks));
            }
        }
    }

    void everyStageTakesItsOwnTime_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("micro_batches");
        QTest::addColumn<std::vector<double>>("loads");
        const std::pair<const char*, std::vector<double>> pipelines[] = {{"short first", {0.5, 1, 1, 1}},
            {"long last", {0.4, 0.4, 0.4, 1}}, {"short ends", {0.6, 1, 1, 0.7}}, {"long first", {1, 0.2, 0.3, 0.1}},
            {"one layer", {1, 0.02, 0.02, 0.02}}, {"rising", {0.2, 0.5, 0.8, 1}}};
        for (const auto& pipeline : pipelines)
            for (const int micro_batches : {4, 12, 64}) {
                const auto row = [&](const char* schedule, PipelineSchedule kind, int chunks) {
                    QTest::addRow("%s, %s, %d micro-batches", schedule, pipeline.first, micro_batches)
                        << int(kind) << chunks << micro_batches << pipeline.second;
                };
                row("gpipe", PipelineSchedule::gpipe, 1);
                row("1f1b", PipelineSchedule::one_f_one_b, 1);
                row("interleaved", PipelineSchedule::interleaved, 2);
                row("breadth-first", PipelineSchedule::breadth_first, 3);
            }
    }
    void everyStageTakesItsOwnTime()
    {
        QFETCH(const int, kind);
        QFETCH(const int, chunks);
        QFETCH(const int, micro_batches);
        QFETCH(const std::vector<double>, loads);
        const int stages = int(loads.size());
        PipelineTimes t = timesOf(static_cast<PipelineSchedule>(kind), stages, micro_batches, chunks);
        t.loads = loads;
        const double mean = std::accumulate(loads.begin(), loads.end(), 0.0) / stages;
        t.bubble_s *= mean; // as of the step
        const StageSchedules all(t);
        const double end_s = t.start_s + t.busy_s + t.bubble_s;
        std::vector<Passes> passes;
        for (int stage = 0; stage < stages; ++stage) {
            double busy_s = 0, idle_s = 0;
            for (const TimelineBlock& b : all.blocks(stage, 0, end_s, 0))
                (b.part == Part::bubble ? idle_s : busy_s) += b.seconds();
            QVERIFY(std::abs(busy_s - loads[std::size_t(stage)] * t.busy_s) < 1e-6);
            QVERIFY(std::abs(busy_s + idle_s - t.busy_s - t.bubble_s) < 1e-6);
            passes.push_back(passesOf(all, stage, end_s));
            QCOMPARE(int(passes.back().size()), 2 * micro_batches * chunks);
        }
        verifyOrder(passes);
    }

    /// Stages with stated layers: the last one has the output layer beside them.
    void stagesOfAJobAreAsLongAsTheirLayers()
    {
        Scenario s = test::preset("llama3-70b-512xh100");
        s.plan.first_stage_layers = 8;
        const StepReport r = analyze(s).step;
        const PipelineTimes even = timeline(test::preset("llama3-70b-512xh100"), r).pipeline.times();
        const Timeline t = timeline(s, r);
        const std::vector<double>& loads = t.pipeline.times().loads;
        QCOMPARE(int(loads.size()), int(s.plan.pipeline_parallel));
        QCOMPARE(std::ranges::max(loads), 1.0);
        QVERIFY(loads[0] < loads[1]);
        QVERIFY(loads[0] < even.loads[0]);
    }

    /// The last stage of 1F1B alternates; GPipe holds all micro-batches before its first backward pass.
    void passesFollowTheOrderOfTheSchedule()
    {
        const auto order = [](PipelineSchedule kind, int stage) {
            QString letters;
            for (const TimelineBlock& b : StageSchedules(timesOf(kind, 4, 6, 1)).blocks(stage, 0, 1e3, 0))
                if (b.part == Part::compute)
                    letters += (b.pass == Pass::forward ? 'F' : 'B') + QString::number(b.number);
            return letters;
        };
        QCOMPARE(order(PipelineSchedule::one_f_one_b, 3), QString("F1B1F2B2F3B3F4B4F5B5F6B6"));
        QCOMPARE(order(PipelineSchedule::one_f_one_b, 1), QString("F1F2F3B1F4B2F5B3F6B4B5B6"));
        QCOMPARE(order(PipelineSchedule::gpipe, 0), QString("F1F2F3F4F5F6B1B2B3B4B5B6"));
        QCOMPARE(order(PipelineSchedule::breadth_first, 0), QString("F1F2F3F4F5F6B1B2B3B4B5B6"));
    }

    void theNumberOfBlocksIsBoundedByThePixels()
    {
        for (const PipelineSchedule kind :
            {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b, PipelineSchedule::interleaved}) {
            const PipelineTimes t = timesOf(kind, 8, 1000000, kind == PipelineSchedule::interleaved ? 4 : 1);
            const StageSchedules all(t);
            const double end_s = t.start_s + t.busy_s + t.bubble_s;
            constexpr double pixels = 1000;
            for (const double window_s : {end_s, end_s / 1000, 100.0}) {
                const auto blocks = all.blocks(3, end_s / 2, end_s / 2 + window_s, window_s / pixels);
                QVERIFY(!blocks.empty());
                QVERIFY2(double(blocks.size()) <= 4 * pixels, qPrintable(QString::number(blocks.size())));
            }
        }
    }

    void stagesOfShippedJobsMatchTheirSteps_data()
    {
        QTest::addColumn<QString>("id");
        for (const ScenarioFile& file : scenarioPresets())
            if (file.scenario.plan.pipeline_parallel > 1)
                QTest::newRow(file.id.c_str()) << QString::fromStdString(file.id);
    }
    void stagesOfShippedJobsMatchTheirSteps()
    {
        QFETCH(const QString, id);
        const Scenario s = test::preset(id.toStdString());
        const StepReport r = analyze(s).step;
        const Timeline t = timeline(s, r);
        int stages = 0;
        double least_bubble_s = r.step_s, most_tensor_s = 0;
        for (const TimelineLane& lane : t.lanes) {
            if (lane.kind != LaneKind::stage)
                continue;
            ++stages;
            double bubble_s = 0, tensor_s = 0;
            for (const TimelineBlock& b : blocksOf(t, lane, 0, t.step_s, 0)) {
                bubble_s += b.part == Part::bubble ? b.seconds() : 0;
                tensor_s += b.part == Part::tensor_comm ? b.seconds() : 0;
            }
            least_bubble_s = std::min(least_bubble_s, bubble_s);
            most_tensor_s = std::max(most_tensor_s, tensor_s);
        }
        QVERIFY(std::abs(least_bubble_s - r.part(Part::bubble).exposed_s) < 1e-6 * r.step_s);
        QVERIFY(std::abs(most_tensor_s - r.part(Part::tensor_comm).exposed_s) < 1e-6 * r.step_s);
        QCOMPARE(stages, std::min(64, int(std::lround(s.plan.pipeline_parallel))));
    }
};

KNEEPOINT_TEST(PipelineScheduleTest)
#include "pipeline_schedule_test.moc"
