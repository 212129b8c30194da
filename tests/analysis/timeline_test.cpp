// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/analysis/timeline.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/step/synchronization.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

#include <algorithm>

using namespace kneepoint;

namespace {

const TimelineLane* lane(const Timeline& t, LaneKind kind)
{
    const auto found = std::ranges::find(t.lanes, kind, &TimelineLane::kind);
    return found == t.lanes.end() ? nullptr : &*found;
}

double sum(const TimelineLane* lane, Part part, bool hidden)
{
    double seconds = 0;
    if (lane)
        for (const TimelineBlock& block : lane->blocks)
            if (block.part == part && block.hidden == hidden)
                seconds += block.seconds();
    return seconds;
}

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT

    static bool same(double a, double b, double scale) { return std::abs(a - b) <= 1e-9 * scale; }

    static void compareLanes(const Scenario& s)
    {
        const StepReport r = analyze(s).step;
        const Timeline t = timeline(s, r);
        const TimelineLane* gpu = lane(t, LaneKind::gpu);
        for (std::size_t i = 0; i < part_count; ++i)
            QVERIFY(same(sum(gpu, static_cast<Part>(i), false), r.parts[i].exposed_s, r.step_s));
        const std::pair<Part, LaneKind> homes[] = {{Part::data_comm, LaneKind::gradients},
            {Part::input, LaneKind::input}, {Part::tensor_comm, LaneKind::model_communication},
            {Part::expert_comm, LaneKind::model_communication}};
        for (const auto& [part, kind] : homes) {
            QVERIFY(same(sum(lane(t, kind), part, false), r.part(part).exposed_s, r.step_s));
            QVERIFY(same(sum(lane(t, kind), part, true), r.part(part).hidden_s, r.step_s));
        }
    }

private slots:
    void laneTimesMatchTheReport_data()
    {
        QTest::addColumn<QString>("id");
        for (const ScenarioFile& file : scenarioPresets())
            QTest::newRow(file.id.c_str()) << QString::fromStdString(file.id);
    }
    void laneTimesMatchTheReport()
    {
        QFETCH(QString, id);
        compareLanes(findScenarioPreset(id.toStdString())->scenario);
    }

    void lanesFollowTheUsersCalibration_data()
    {
        QTest::addColumn<QString>("network");
        QTest::newRow("half as fast as predicted") << "0.5";
        QTest::newRow("as predicted") << "1";
        QTest::newRow("twice as fast as predicted") << "2";
    }
    void lanesFollowTheUsersCalibration()
    {
        QFETCH(QString, network);
        compareLanes(test::edited(test::preset("llama3-70b-512xh100"),
            {{"stack.own_used", "on"}, {"stack.own_runs", "3"}, {"stack.own_network", network.toStdString()},
                {"plan.zero_stage", "1"}}));
    }

    void bucketsMatchTheOverlapSimulation()
    {
        const Scenario s = test::edited(test::preset("llama3-70b-512xh100"),
            {{"stack.software", "nemo-2024"}, {"plan.zero_stage", "1"}, {"plan.pipeline_parallel", "4"},
                {"plan.virtual_stages", "4"}, {"stack.data_overlap", "1"}});
        const StepReport r = analyze(s).step;
        const Timeline t = timeline(s, r);
        const SyncStreams sync = syncStreams(resolve(s), r);
        const TimelineLane* buckets = lane(t, LaneKind::gradients);
        QVERIFY(buckets);
        QVERIFY(same(sum(buckets, Part::data_comm, true), r.part(Part::data_comm).hidden_s, r.step_s));
        QVERIFY(same(sum(buckets, Part::data_comm, false), r.part(Part::data_comm).exposed_s, r.step_s));
        const std::vector<BucketTime> played = bucketTimes(sync.gradients, 4096);
        const double first_s = buckets->blocks.back().end_s - (played.back().end_s - played.front().start_s);
        QVERIFY(std::ranges::any_of(
            buckets->blocks, [&](const TimelineBlock& b) { return same(b.start_s, first_s, r.step_s); }));
    }

    void shardedWeightsAreGatheredInEveryPass()
    {
        const Scenario s = test::edited(test::preset("llama3-8b-64xh100"),
            {{"stack.software", "torchtitan-2024"}, {"plan.zero_stage", "3"}, {"plan.accumulation", "4"}});
        const StepReport r = analyze(s).step;
        const Timeline t = timeline(s, r);
        const TimelineLane* gathers = lane(t, LaneKind::gradients);
        QVERIFY(gathers);
        for (int i = 1; i <= 4; ++i)
            for (const Pass pass : {Pass::forward, Pass::backward})
                QVERIFY(std::ranges::any_of(gathers->blocks,
                    [&](const TimelineBlock& b) { return b.number == i && b.pass == pass && b.hidden; }));
    }

    void theGpuLaneHasNoGaps()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const StepReport r = analyze(file.scenario).step;
            const Timeline t = timeline(file.scenario, r);
            double at = 0;
            for (const TimelineBlock& block : lane(t, LaneKind::gpu)->blocks) {
                QCOMPARE(block.start_s, at);
                at = block.end_s;
            }
            QVERIFY2(same(at, r.step_s, r.step_s), file.id.c_str());
        }
    }

    /// The forward pass takes its own share of the compute of each micro-batch.
    void passesTakeTheirSharesOfAMicroBatch()
    {
        for (const char* id : {"llama3-8b-64xh100", "roofline-7b-training", "cause-dequantization"}) {
            const StepReport r = analyze(test::preset(id)).step;
            const Timeline t = timeline(test::preset(id), r);
            double forward_s = 0, backward_s = 0;
            for (const TimelineBlock& block : lane(t, LaneKind::gpu)->blocks)
                if (block.part == Part::compute)
                    (block.pass == Pass::forward ? forward_s : backward_s) += block.seconds();
            QVERIFY2(same(forward_s / (forward_s + backward_s), r.forward_s / (r.forward_s + r.backward_s), 1), id);
        }
    }

    void allBlocksLieInsideTheStep()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Timeline t = timeline(file.scenario, analyze(file.scenario).step);
            for (const TimelineLane& l : t.lanes)
                for (const TimelineBlock& block : blocksOf(t, l, 0, t.step_s, t.step_s / 1000))
                    QVERIFY2(block.start_s >= 0 && block.end_s <= t.step_s * (1 + 1e-9), file.id.c_str());
        }
    }
};

KNEEPOINT_TEST(TimelineTest)
#include "timeline_test.moc"
