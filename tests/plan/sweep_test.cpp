// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/plan/sweep.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <fmt/format.h>
#include <set>
#include <string>

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

/// A point of a sweep depends only on the sweep and the point's index.
class SweepTest : public QObject {
    Q_OBJECT

private slots:
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

    void stepsOfARangeAreRoundNumbers()
    {
        const Result<Sweep> sweep = read(R"({"scenario": "llama3-70b-512xh100",
            "axes": {"cluster.link_rate": {"from": "100 Gbit/s", "to": "800 Gbit/s", "steps": 4}}})");
        QVERIFY(sweep.has_value());
        double expected = 12.5e9;
        for (double i = 0; i < 4; ++i, expected *= 2)
            QVERIFY(pointOf(*sweep, i).front().value == expected);
    }

    void samplesStayInRangeAndAreRepeatable()
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

    void invalidSweepsAreRejected()
    {
        for (const char* json : {"[1]", "{", R"({"scenario": "llama3-70b-512xh100", "axes": {}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"plan.nope": [1]}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": [0.5]}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": {"from": 1, "to": 8}}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes":
                     {"plan.synchronisation": ["all-reduce"], "plan.synchronization": ["parameter-server"]}})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": [8]}, "metrics": ["nope"]})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": [8]}, "metrics": "mfu"})",
                 R"({"scenario": "llama3-70b-512xh100", "axes": {"cluster.gpus": [true]}})"})
            QVERIFY2(!read(json), json);
    }

    /// 100 steps between 8 and 1024 GPUs would silently be 8.
    void moreStepsThanPowersOfTwoAreRefusedWithTheirNumber()
    {
        const auto sweep = read(R"({"scenario": "llama3-70b-512xh100",
            "axes": {"cluster.gpus": {"from": 8, "to": 1024, "steps": 100}}})");
        QVERIFY(!sweep);
        QVERIFY2(
            sweep.error().message.find("only 8 powers of two") != std::string::npos, sweep.error().message.c_str());
    }

    /// Eleven kilobytes must not ask for a hundred million values.
    void theWorkOfASweepIsCountedBeforeItIsDone()
    {
        std::string axes;
        int count = 0;
        for (const Parameter& p : catalogue())
            if (p.scale == Scale::linear && p.range.max > p.range.min && count < 50) {
                axes += fmt::format("{}\"{}\": {{\"from\": {}, \"to\": {}, \"steps\": 1000000}}",
                    axes.empty() ? "" : ", ", p.id, p.range.min, p.range.max);
                ++count;
            }
        const std::string json = "{\"scenario\": \"llama3-70b-512xh100\", \"sample\": 10, \"axes\": {" + axes + "}}";
        const auto sweep = read(json.c_str());
        QVERIFY(!sweep);
        QVERIFY2(
            sweep.error().message.find("more than 1000000 values") != std::string::npos, sweep.error().message.c_str());
    }
};

KNEEPOINT_TEST(SweepTest)
#include "sweep_test.moc"
