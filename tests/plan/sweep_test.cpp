// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/sweep.h"
#include "model/scenario/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <set>

using namespace kneepoint;

namespace {

Result<Scenario> shipped(const std::string& id)
{
    return test::preset(id);
}

Result<Sweep> read(const char* json)
{
    return parseSweep(json, "sweep.json", shipped, shippedCalibration());
}

constexpr auto grid = R"({"scenario": "llama3-70b-512xh100",
    "axes": {"cluster.gpus": [128, 256, 512], "plan.tensor_parallel": {"from": 1, "to": 8, "steps": 4}}})";
constexpr auto sample = R"({"scenario": "llama3-70b-512xh100", "sample": 37, "seed": 3,
    "axes": {"cluster.gpus": {"from": 8, "to": 512}, "plan.recompute": ["none", "full"]}})";

} // namespace

/// A sweep can be cut into shards that know nothing of each other.
class SweepTest : public QObject {
    Q_OBJECT

private slots:
    void shardsAreDisjointAndComplete()
    {
        for (const char* json : {grid, sample}) {
            const Result<Sweep> sweep = read(json);
            QVERIFY(sweep.has_value());
            for (const double count : {1.0, 2.0, 5.0, 100.0}) {
                std::multiset<double> points;
                for (double index = 1; index <= count; ++index)
                    for (double i = Shard{index, count}.first(); i < pointCount(*sweep); i += count)
                        points.insert(i);
                QCOMPARE(static_cast<double>(points.size()), pointCount(*sweep));
                QCOMPARE(std::set<double>(points.begin(), points.end()).size(), points.size());
            }
        }
    }

    void aGridHasEveryCombinationOnce()
    {
        const Result<Sweep> sweep = read(grid);
        std::set<std::pair<double, double>> seen;
        for (double i = 0; i < pointCount(*sweep); ++i) {
            const Edit edit = pointOf(*sweep, i);
            seen.insert({edit[0].value, edit[1].value});
        }
        QCOMPARE(seen.size(), 12U);
        for (const double tensor : {1, 2, 4, 8})
            QVERIFY(seen.contains({256, tensor}));
    }

    void stepsOfARangeAreRoundWhereTheyShouldBe()
    {
        const Result<Sweep> sweep = read(R"({"scenario": "llama3-70b-512xh100",
            "axes": {"cluster.link_rate": {"from": "100 Gbit/s", "to": "800 Gbit/s", "steps": 4}}})");
        QVERIFY(sweep.has_value());
        double expected = 12.5e9;
        for (double i = 0; i < 4; ++i, expected *= 2)
            QVERIFY(pointOf(*sweep, i).front().value == expected);
    }

    void aSampleStaysInsideItsAxesAndIsRepeatable()
    {
        const Result<Sweep> sweep = read(sample);
        std::set<double> gpus;
        for (double i = 0; i < pointCount(*sweep); ++i) {
            const Edit edit = pointOf(*sweep, i);
            QVERIFY(edit == pointOf(*sweep, i));
            QVERIFY(edit[0].value >= 8 && edit[0].value <= 512);
            QVERIFY(edit[1].value == 0 || edit[1].value == 2);
            gpus.insert(edit[0].value);
        }
        QVERIFY(gpus.size() > 3);
    }

    void whatIsNoSweepIsRefused()
    {
        for (const char* json : {"[1]", "{", R"({"scenario": "llama3-70b-512xh100", "axes": {}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"plan.nope": [1]}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": [0.5]}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": {"from": 1, "to": 8}}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": [8]}, "metrics": ["nope"]})"})
            QVERIFY2(!read(json), json);
        for (const char* shard : {"0/4", "5/4", "a/b", "1/1x", "3"})
            QVERIFY2(!parseShard(shard), shard);
        QVERIFY(parseShard("3/16").has_value());
    }
};

KNEEPOINT_TEST(SweepTest)
#include "sweep_test.moc"
