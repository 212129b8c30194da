// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/plan/sweep.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace kneepoint;

namespace {

Result<Scenario> shipped(const std::string& id)
{
    return test::preset(id);
}

Result<Sweep> read(const QByteArray& json)
{
    return parseSweep(json.toStdString(), "sweep.json", shipped, shippedCalibration());
}

QByteArray onLlama(const char* rest)
{
    return QByteArray(R"({"scenario": "llama3-70b-512xh100", )") + rest + "}";
}

/// Two axes with the same range, drawn from evenly.
Sweep twoShares(std::uint64_t seed)
{
    Sweep sweep;
    sweep.sample = 4000;
    sweep.seed = seed;
    const Parameter* overlap = &parameter("assumptions.overlap");
    sweep.axes = {{overlap, {}, 0, 1}, {overlap, {}, 0, 1}};
    return sweep;
}

std::vector<double> valuesOf(const Sweep& sweep, std::size_t axis)
{
    std::vector<double> values;
    for (double i = 0; i < pointCount(sweep); ++i)
        values.push_back(pointOf(sweep, i)[axis].value);
    return values;
}

} // namespace

/// Random points of a sweep depend on the whole seed, the point's index and the axis.
class SweepSampleTest : public QObject {
    Q_OBJECT

private slots:
    void everyBitOfTheSeedChangesTheSample()
    {
        std::set<double> first{pointOf(twoShares(0), 0)[0].value};
        for (int bit = 0; bit < 53; ++bit)
            first.insert(pointOf(twoShares(std::uint64_t(1) << bit), 0)[0].value);
        QCOMPARE(first.size(), 54U);
        for (std::uint64_t seed = 3; seed < 64; seed += 2)
            first.insert(pointOf(twoShares(seed), 0)[0].value);
        QCOMPARE(first.size(), 54U + 31U);
    }

    /// The axes of the first point are drawn from the first outputs of splitmix64 with the sweep's seed.
    void sharesAreThoseOfSplitmix64()
    {
        const Edit point = pointOf(twoShares(1234567), 0);
        VERIFY_WITHIN(point[0].value, static_cast<double>(6457827717110365317U) * 0x1p-64, 1e-12);
        VERIFY_WITHIN(point[1].value, static_cast<double>(3203168211198807973U) * 0x1p-64, 1e-12);
    }

    void aSampleOfOnePointIsTheFirstOfALargerOne()
    {
        Sweep one = twoShares(7);
        one.sample = 1;
        QCOMPARE(pointCount(one), 1.0);
        QVERIFY(pointOf(one, 0) == pointOf(twoShares(7), 0));
        QCOMPARE(pointCount(one), 1.0);
    }

    void everyPointAndEveryAxisIsDrawnIndependently()
    {
        const std::vector<double> one = valuesOf(twoShares(7), 0);
        const std::vector<double> other = valuesOf(twoShares(7), 1);
        QCOMPARE(std::set<double>(one.begin(), one.end()).size(), one.size());
        const std::set<double> drawn(one.begin(), one.end()); // an axis is not another one with its points shifted
        QVERIFY(std::ranges::none_of(other, [&](double value) { return drawn.contains(value); }));
        double together = 0;
        for (std::size_t i = 0; i < one.size(); ++i) {
            QVERIFY(one[i] != other[i]);
            together += (one[i] - 0.5) * (other[i] - 0.5) * 12;
        }
        VERIFY_WITHIN(together / 4000, 0, 4 / std::sqrt(4000.0)); // correlation within four deviations
    }

    void sharesAreUniform()
    {
        for (const std::uint64_t seed : {0U, 1U, 2U, 12345U}) {
            std::array<double, 10> counts{};
            for (const double value : valuesOf(twoShares(seed), 0)) {
                QVERIFY(value >= 0 && value <= 1);
                ++counts[std::min<std::size_t>(9, static_cast<std::size_t>(value * 10))];
            }
            double chi_squared = 0;
            for (const double count : counts)
                chi_squared += (count - 400) * (count - 400) / 400;
            QVERIFY2(chi_squared < 27.9, QByteArray::number(chi_squared)); // 0.1 % with 9 degrees of freedom
        }
    }

    void aRangeIsDrawnOnTheScaleOfItsParameter_data()
    {
        QTest::addColumn<QByteArray>("axis");
        QTest::addColumn<double>("middle"); // half of the points are below
        QTest::newRow("logarithmic") << QByteArray(R"("cluster.link_rate": {"from": "1 GB/s", "to": "100 GB/s"})")
                                     << 1e10;
        QTest::newRow("linear") << QByteArray(R"("assumptions.overlap": {"from": 0.2, "to": 0.6})") << 0.4;
    }
    void aRangeIsDrawnOnTheScaleOfItsParameter()
    {
        QFETCH(const QByteArray, axis);
        QFETCH(const double, middle);
        const Result<Sweep> sweep = read(onLlama((R"("sample": 2000, "seed": 5, "axes": {)" + axis + "}").constData()));
        QVERIFY(sweep.has_value());
        double below = 0;
        for (const double value : valuesOf(*sweep, 0))
            below += value < middle ? 1 : 0;
        VERIFY_WITHIN(below / 2000, 0.5, 0.045); // four deviations
    }

    /// To twelve digits, the first range would be rounded below its start and the second above its end.
    void aRangeNarrowerThanTwelveDigitsIsNotLeft()
    {
        for (const auto& [from, to] :
            {std::pair{1000000000.0123, 1000000000.0124}, {1000000000.0176, 1000000000.0177}}) {
            const Parameter* rate = &parameter("cluster.link_rate");
            Sweep sweep;
            sweep.sample = 50;
            sweep.axes = {{rate, {}, from, to}};
            for (const double value : valuesOf(sweep, 0))
                QVERIFY(value >= from && value <= to);
        }
    }

    void aListIsDrawnEvenly()
    {
        const Result<Sweep> sweep =
            read(onLlama(R"("sample": 3000, "seed": 5, "axes": {"plan.zero_stage": [0, 1, 3]})"));
        std::map<double, double> counts;
        for (const double value : valuesOf(*sweep, 0))
            ++counts[value];
        QCOMPARE(counts.size(), 3U);
        for (const double stage : {0, 1, 3})
            VERIFY_WITHIN(counts[stage] / 3000, 1.0 / 3, 0.035);
    }

    void stepsAreOnTheScaleOfTheirParameter_data()
    {
        QTest::addColumn<QByteArray>("axis");
        QTest::addColumn<QList<double>>("values");
        const auto row = [](const char* name, const char* axis, QList<double> values) {
            QTest::newRow(name) << QByteArray(axis) << values;
        };
        row("linear", R"("assumptions.overlap": {"from": 0, "to": 1, "steps": 5})", {0, 0.25, 0.5, 0.75, 1});
        row("downward", R"("assumptions.overlap": {"from": 1, "to": 0, "steps": 3})", {1, 0.5, 0});
        row("logarithmic", R"("cluster.link_rate": {"from": 1e9, "to": 1e12, "steps": 4})", {1e9, 1e10, 1e11, 1e12});
        row("linear from zero", R"("cluster.link_latency": {"from": 0, "to": 1e-3, "steps": 3})", {0, 5e-4, 1e-3});
        row("ends with many digits",
            R"("cluster.link_rate": {"from": 1000000000.0123, "to": 3000000000.0123, "steps": 2})",
            {1000000000.0123, 3000000000.0123});
        row("start with many digits",
            R"("cluster.link_rate": {"from": 1000000000.0176, "to": 3000000000.0176, "steps": 2})",
            {1000000000.0176, 3000000000.0176});
        row("ends that are no powers of two", R"("cluster.gpus": {"from": 5, "to": 12, "steps": 2})", {5, 12});
        row("steps and a fraction", R"("assumptions.overlap": {"from": 0, "to": 1, "steps": 3.9})", {0, 0.5, 1});
        row("a flag by name", R"("plan.sequence_parallel": ["off", "on"])", {0, 1});
        row("powers of two below one", R"("workload.batch_per_gpu": {"from": 0.25, "to": 4, "steps": 5})",
            {0.25, 0.5, 1, 2, 4});
        row("powers of two", R"("cluster.gpus": {"from": 8, "to": 64, "steps": 4})", {8, 16, 32, 64});
        row("powers of two from one", R"("cluster.gpus": {"from": 1, "to": 8, "steps": 3})", {1, 4, 8});
        row("whole", R"("workload.layers": {"from": 10, "to": 13, "steps": 4})", {10, 11, 12, 13});
        row("one step", R"("assumptions.overlap": {"from": 0.3, "to": 0.9, "steps": 1})", {0.3});
        row("units", R"("cluster.link_rate": {"from": "8 Gbit/s", "to": "8 Gbit/s", "steps": 2})", {1e9});
        row("choices", R"("plan.recompute": ["none", "full"])", {0, 2});
        row("a flag", R"("plan.sequence_parallel": [false, true])", {0, 1});
    }
    void stepsAreOnTheScaleOfTheirParameter()
    {
        QFETCH(const QByteArray, axis);
        QFETCH(const QList<double>, values);
        const Result<Sweep> sweep = read(onLlama((R"("axes": {)" + axis + "}").constData()));
        QVERIFY2(sweep.has_value(), sweep ? "" : sweep.error().message.c_str());
        QCOMPARE(QList<double>(sweep->axes[0].values.begin(), sweep->axes[0].values.end()), values);
        QCOMPARE(pointCount(*sweep), static_cast<double>(values.size()));
    }

    void theLastAxisVariesFastest()
    {
        const Result<Sweep> sweep =
            read(onLlama(R"("axes": {"plan.zero_stage": [0, 1, 2], "plan.recompute": ["none", "full"]})"));
        QCOMPARE(pointCount(*sweep), 6.0);
        const std::vector<double> stages{0, 0, 1, 1, 2, 2}, recompute{0, 2, 0, 2, 0, 2};
        QCOMPARE(valuesOf(*sweep, 0), stages);
        QCOMPARE(valuesOf(*sweep, 1), recompute);
    }

    void aSweepVariesItsScenarioAfterItsSettings()
    {
        const Result<Sweep> plain = read(onLlama(R"("axes": {"cluster.gpus": [64]})"));
        QVERIFY(plain->base == test::preset("llama3-70b-512xh100"));
        const Result<Sweep> set = read(onLlama(R"("set": {"plan.zero_stage": 2}, "axes": {"cluster.gpus": [64]})"));
        QVERIFY(set->base == test::edited(test::preset("llama3-70b-512xh100"), {{"plan.zero_stage", "2"}}));
    }

    void settingsAndFlagsAreRead()
    {
        const Result<Sweep> sweep = read(onLlama(
            R"("set": {"plan.zero_stage": 3, "cluster.link_rate": "100 Gbit/s"}, "auto": true, "sample": 9, "seed": 4,
            "axes": {"assumptions.overlap": [0]}, "metrics": ["mfu", "step_s"])"));
        QVERIFY(sweep.has_value());
        QCOMPARE(sweep->base.plan.zero_stage, 3);
        QCOMPARE(sweep->base.cluster.link_rate, 12.5e9);
        QVERIFY(sweep->plan_layouts);
        QCOMPARE(sweep->sample, 9.0);
        QCOMPARE(sweep->seed, std::uint64_t(4));
        QCOMPARE(sweep->metrics.size(), 2U);
        QCOMPARE(sweep->metrics[0]->id, std::string_view("mfu"));
        const Result<Sweep> plain = read(onLlama(R"("axes": {"assumptions.overlap": [0]})"));
        QVERIFY(!plain->plan_layouts && plain->sample == 0 && plain->seed == 0);
        for (const Metric* m : plain->metrics)
            QVERIFY(m->of_step);
        QVERIFY(plain->metrics.size() > 10);
    }

    void invalidSweepsAreRejectedWithAReason_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* reason, const char* rest) {
            QTest::newRow(reason) << QByteArray(rest) << QByteArray(reason);
        };
        row("at least one axis", R"("axes": {})");
        row("at least one value", R"("axes": {"cluster.gpus": []})");
        row("expected a list", R"("axes": {"cluster.gpus": 8})");
        row("only 2 values", R"("axes": {"cluster.link_rate": {"from": 1e9, "to": 1000000000.0001, "steps": 3}})");
        row("cluster.gpus/step: not a key here", R"("axes": {"cluster.gpus": {"from": 1, "to": 8, "step": 3}})");
        row("/axis: not a key here", R"("axis": {}, "axes": {"cluster.gpus": [8]})");
        row("a grid needs \"steps\"", R"("axes": {"cluster.gpus": {"from": 1, "to": 8}})");
        row("0 is not between 1 and 1000000", R"("axes": {"cluster.gpus": {"from": 1, "to": 8, "steps": 0}})");
        row("1000001 is not between", R"("axes": {"cluster.gpus": {"from": 1, "to": 8, "steps": 1000001}})");
        row("expected a number from 1 to 1000000", R"("axes": {"cluster.gpus": {"from": 1, "to": 8, "steps": "4"}})");
        row("there is no parameter \"plan.nope\"", R"("axes": {"plan.nope": [1]})");
        row("there is no parameter \"plan.none\"", R"("set": {"plan.none": 1}, "axes": {"cluster.gpus": [8]})");
        row("there is no figure \"nope\"", R"("axes": {"cluster.gpus": [8]}, "metrics": ["nope"])");
        row("0.5 is not a whole number", R"("axes": {"cluster.gpus": [0.5]})");
        row("/axes/cluster.gpus/0: GPUs: expected a number", R"("axes": {"cluster.gpus": [null]})");
        row("found boolean", R"("axes": {"cluster.gpus": [true]})");
        row("nested deeper than the 4 levels", R"("axes": {"cluster.gpus": [[[8]]]})");
        row("the axes have more than 1000000 values",
            R"("axes": {"cluster.gpus": [8, 16], "assumptions.overlap": {"from": 0, "to": 1, "steps": 999999}})");
        row("/sample: 1.5 is not a whole", R"("sample": 1.5, "axes": {"cluster.gpus": [8]})");
        row("/sample: -1 is not between", R"("sample": -1, "axes": {"cluster.gpus": [8]})");
        row("/sample: 1000000001 is not between", R"("sample": 1000000001, "axes": {"cluster.gpus": [8]})");
        row("/seed: 9007199254740994 is not between", R"("seed": 9007199254740994, "axes": {"cluster.gpus": [8]})");
        row("/seed: expected a number", R"("seed": "x", "axes": {"cluster.gpus": [8]})");
        row("more than 1000000000 points",
            R"("axes": {"cluster.link_rate": {"from": 1e9, "to": 1e10, "steps": 40000},
            "cluster.loader_rate": {"from": 10, "to": 1000, "steps": 40000}})");
        row("/axes/cluster.gpus/to: missing", R"("axes": {"cluster.gpus": {"from": 1}})");
        row("/axes: expected an object", R"("axes": [{"parameter": "cluster.gpus", "values": [8]}])");
        row("/set: expected an object", R"("set": ["cluster.gpus=8"], "axes": {"cluster.gpus": [8]})");
    }
    void invalidSweepsAreRejectedWithAReason()
    {
        QFETCH(const QByteArray, rest);
        QFETCH(const QByteArray, reason);
        const Result<Sweep> sweep = read(onLlama(rest.constData()));
        QVERIFY(!sweep);
        const QByteArray sentence = QByteArray::fromStdString(sweep.error().message);
        QVERIFY2(sentence.startsWith("sweep.json: ") && sentence.contains(reason), sentence);
    }

    void onlyAnObjectIsASweep()
    {
        for (const char* json : {"[1]", "3", "\"text\"", "null"}) {
            const Result<Sweep> sweep = read(json);
            QVERIFY2(!sweep && sweep.error().message.starts_with("sweep.json: /: expected an object"), json);
        }
    }

    void aFileOfMoreThanAMegabyteOrTooManyValuesIsRefused()
    {
        const QByteArray megabyte(1 << 20, ' ');
        QVERIFY(read(megabyte).error().message.find("larger") == std::string::npos);
        const std::string large = read(megabyte + ' ').error().message;
        QVERIFY2(large.find("larger") != std::string::npos, large.c_str());
        const QByteArray list = QByteArray("8,").repeated(100000) + "8";
        const Result<Sweep> many = read(onLlama(("\"axes\": {\"cluster.gpus\": [" + list + "]}").constData()));
        QVERIFY2(!many && many.error().message.find("100000") != std::string::npos, many.error().message.c_str());
    }

    void theSmallestAndLargestCountsAreAccepted()
    {
        for (const char* rest : {R"("sample": 1000000000, "axes": {"cluster.gpus": [8]})",
                 R"("seed": 9007199254740992, "axes": {"cluster.gpus": [8]})",
                 R"("sample": 1, "axes": {"cluster.gpus": {"from": 1, "to": 8}})",
                 R"("sample": 0, "seed": 0, "axes": {"cluster.gpus": [8]})",
                 R"("axes": {"assumptions.overlap": {"from": 0, "to": 1, "steps": 1000000}})",
                 R"("axes": {"cluster.gpus": {"from": 1, "to": 8, "steps": 1}})"})
            QVERIFY2(read(onLlama(rest)).has_value(), rest);
    }
};

KNEEPOINT_TEST(SweepSampleTest)
#include "sweep_sample_test.moc"
