// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/waterfall.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

#include <algorithm>

using namespace kneepoint;
using test::preset;

class WaterfallTest : public QObject {
    Q_OBJECT

private slots:
    void sixtyFourGpusGiveASpeedupOfTwoAndAHalf()
    {
        const Waterfall w = waterfall(analyze(preset("gap-64-gpus")));
        QCOMPARE(w.ideal, 64.0);
        QVERIFY(std::abs(w.predicted - 2.5) <= 0.5);
        for (const std::string_view loss : {"data_comm", "protocol-efficiency", "latency", "contention", "straggler"})
            QVERIFY2(std::ranges::count(w.bars, loss, &WaterfallBar::id) == 1, loss.data());
    }

    void everyPresetAddsUpUnderBothScalings()
    {
        for (const ScenarioFile& file : scenarioPresets())
            for (const Scaling scaling : {Scaling::strong, Scaling::weak}) {
                Scenario s = file.scenario;
                s.workload.scaling = scaling;
                const Analysis a = analyze(s);
                const Waterfall w = waterfall(a);
                double at = w.ideal;
                double lost_s = 0;
                for (const WaterfallBar& bar : w.bars) {
                    QVERIFY2(bar.from == at && bar.to <= bar.from, file.id.c_str());
                    at = bar.to;
                    lost_s += bar.lost_s;
                }
                if (w.bars.empty())
                    continue;
                QVERIFY2(at == a.headline.speedup, file.id.c_str());
                const double ideal_s = a.step.step_s * a.headline.speedup / w.ideal;
                QVERIFY(std::abs(ideal_s + lost_s - a.step.step_s) <= 1e-9 * a.step.step_s);
            }
    }

    void aLossIsSmallOnlyIfSmallInEveryWaterfallThatHasIt()
    {
        const auto with = [](std::vector<std::pair<std::string_view, double>> losses) {
            Waterfall w;
            for (const auto& [id, lost_s] : losses)
                w.bars.push_back({id, id, Cause::none, Part::delay, lost_s, 0, 0});
            return w;
        };
        const Waterfall shown = with({{"large", 1}, {"small", 1e-3}, {"large_there", 1e-3}, {"only_here", 1e-3}});
        const Waterfall pinned = with({{"large", 1}, {"small", 1e-3}, {"large_there", 0.5}, {"only_there", 1e-3}});
        QCOMPARE(smallLosses(std::vector{shown}, 0.01), smallLosses(shown, 0.01));
        const std::vector<std::string_view> expected{"small", "only_here", "only_there"};
        QCOMPARE(smallLosses(std::vector{shown, pinned}, 0.01), expected);
        const Waterfall third = with({{"large", 1}, {"only_here", 0.5}});
        const std::vector<std::string_view> of_three{"small", "only_there"};
        QCOMPARE(smallLosses(std::vector{shown, pinned, third}, 0.01), of_three);
    }

    void groupingSmallLossesKeepsTheSum()
    {
        int folded_presets = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Waterfall whole = waterfall(analyze(file.scenario));
            const std::vector<std::string_view> small = smallLosses(whole, 0.05);
            const Waterfall w = foldedTogether(whole, small);
            double before_s = 0;
            for (const WaterfallBar& bar : whole.bars)
                before_s += bar.lost_s;
            double at = w.ideal;
            double lost_s = 0;
            for (const WaterfallBar& bar : w.bars) {
                QVERIFY2(bar.from == at && bar.to <= bar.from, file.id.c_str());
                at = bar.to;
                lost_s += bar.lost_s;
            }
            QVERIFY2(w.bars.empty() || at == whole.predicted, file.id.c_str());
            QVERIFY2(std::abs(lost_s - before_s) <= 1e-12 * before_s, file.id.c_str());
            if (small.size() < 2) {
                QCOMPARE(w.bars.size(), whole.bars.size());
                continue;
            }
            ++folded_presets;
            QCOMPARE(w.bars.size(), whole.bars.size() - small.size() + 1);
            QCOMPARE(std::string(w.bars.back().id), std::string("other"));
        }
        QVERIFY(folded_presets > 0);
    }

    /// Each bar ends at the speedup of the ideal step with its loss and those before it.
    void aBarEndsAtTheSpeedupWithItsLoss()
    {
        int between = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Waterfall w = waterfall(analyze(file.scenario));
            double elapsed_s = w.ideal_s;
            for (std::size_t i = 0; i + 1 < w.bars.size(); ++i) {
                elapsed_s += w.bars[i].lost_s;
                const double speedup = w.ideal * w.ideal_s / elapsed_s;
                QVERIFY(w.bars[i].to <= w.bars[i].from);
                if (speedup < w.predicted || speedup > w.bars[i].from)
                    continue;
                QVERIFY(std::abs(w.bars[i].to / speedup - 1) < 1e-9);
                between += w.bars[i].to > w.predicted;
            }
        }
        QVERIFY(between > 20);
    }

    void noLossMeansNoBars()
    {
        const Waterfall w = waterfall(analyze(preset("roofline-7b-training")));
        QVERIFY(w.bars.empty());
        QCOMPARE(w.predicted, w.ideal);
    }

    void anInputBottleneckOnEveryReplicaIsNotAScalingLoss()
    {
        const Waterfall w = waterfall(analyze(preset("suspect-starved-input")));
        QVERIFY(std::ranges::none_of(w.bars, [](const WaterfallBar& bar) { return bar.id == "input"; }));
    }
};

KNEEPOINT_TEST(WaterfallTest)
#include "waterfall_test.moc"
