// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/likely_layouts.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

/// Layouts from the process groups of a trace.
class LikelyLayoutsTest : public QObject {
    Q_OBJECT

private slots:
    void namedGroupsDecide()
    {
        const std::vector<ObservedGroup> groups{{"3 DATA_PARALLEL_GROUP", 4, "reduce_scatter", 2, 1e9},
            {"1 TENSOR_MODEL_PARALLEL_GROUP", 8, "all_reduce", 400, 1e7},
            {"2 PIPELINE_MODEL_PARALLEL_GROUP", 2, "sendrecv", 60, 1e7}};
        const auto layouts = likelyLayouts(groups, 64, 8);
        QVERIFY(!layouts.empty());
        QCOMPARE(layoutText(layouts.front()), std::string("TP 8 · PP 2 · DP 4"));
    }

    void theBusiestGroupInANodeIsTensorParallel()
    {
        const std::vector<ObservedGroup> groups{{"0", 16, "all_gather", 30, 1e9}, {"1", 4, "all_reduce", 900, 3e7}};
        const auto layouts = likelyLayouts(groups, 64, 8);
        QVERIFY(!layouts.empty());
        QCOMPARE(layoutText(layouts.front()), std::string("TP 4 · PP 1 · DP 16"));
        double sum = 0;
        for (const LikelyLayout& layout : likelyLayouts(groups, 64, 8, 100))
            sum += layout.likelihood;
        QVERIFY(std::abs(sum - 1) < 1e-9);
    }

    void oneGroupOfAllIsDataParallel()
    {
        const std::vector<ObservedGroup> groups{{"0 default_pg", 64, "all_reduce", 30, 1e9}};
        const auto layouts = likelyLayouts(groups, 64, 8);
        QVERIFY(!layouts.empty());
        QCOMPARE(layoutText(layouts.front()), std::string("TP 1 · PP 1 · DP 64"));
    }

    void groupsThatFitNothingOfferNothing()
    {
        QVERIFY(likelyLayouts({}, 64, 8).empty());
        const std::vector<ObservedGroup> groups{{"0", 7, "all_reduce", 30, 1e9}};
        QVERIFY(likelyLayouts(groups, 64, 8).empty());
    }

    void settingsAreThoseOfTheLayout()
    {
        const auto settings = settingsOf({.tensor = 8, .pipeline = 2, .data = 4});
        QVERIFY(settingOf(settings, "cluster.gpus") == 64);
        QVERIFY(settingOf(settings, "plan.pipeline_parallel") == 2);
    }
};

KNEEPOINT_TEST(LikelyLayoutsTest)
#include "likely_layouts_test.moc"
