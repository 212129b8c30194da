// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/closing_bracket.h"
#include "model/imports/collective_table.h"
#include "model/imports/intervals.h"
#include "model/imports/nsight_steps.h"
#include "model/imports/trace_events.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>

#include <QTest>

using namespace kneepoint;

namespace {

IntervalUnion unionOfSpans(const std::vector<TimeSpan>& spans)
{
    IntervalUnion all;
    for (const TimeSpan& span : spans)
        all.add(span);
    return all;
}

std::vector<TimeSpan> partsOf(const IntervalUnion& all)
{
    return {all.parts().begin(), all.parts().end()};
}

/// Where the object or list ends; −1 if it does not.
std::ptrdiff_t closedAt(std::string_view text)
{
    const char* end = closingBracket(text.data(), text.data() + text.size());
    return end ? end - text.data() : -1;
}

std::string stepsText(const NsightSteps& steps)
{
    std::string name, text;
    for (const TraceStep& step : steps.found(name))
        text += fmt::format(" {}: {}–{}", step.number, step.window.start, step.window.end);
    return name + text;
}

} // namespace

/// Intervals, brackets, names of kernels and ranges: what traces are read with.
class TracePiecesTest : public QObject {
    Q_OBJECT

private slots:
    void intervalsAreJoined()
    {
        const IntervalUnion all = unionOfSpans({{30, 40}, {0, 10}, {5, 20}, {20, 25}, {12, 14}, {50, 50}});
        QVERIFY(partsOf(all) == (std::vector<TimeSpan>{{0, 25}, {30, 40}, {50, 50}}));
        QCOMPARE(all.lengthIn({0, 100}), std::int64_t(35));
        QCOMPARE(all.lengthIn({20, 35}), std::int64_t(10));
        QCOMPARE(all.lengthIn({26, 29}), std::int64_t(0));
        QCOMPARE(all.lengthIn({3, 7}), std::int64_t(4));
        QCOMPARE(all.lengthIn({39, 30}), std::int64_t(0));
        QVERIFY(partsOf(unionOf(all, unionOfSpans({{24, 31}}))) == (std::vector<TimeSpan>{{0, 40}, {50, 50}}));
        QVERIFY(IntervalUnion().parts().empty());
    }

    void intervalsAreCutOut()
    {
        const IntervalUnion all = unionOfSpans({{0, 10}, {20, 30}, {40, 50}});
        const auto left = [&](const std::vector<TimeSpan>& holes) {
            return partsOf(without(all, unionOfSpans(holes)));
        };
        QVERIFY(left({}) == (std::vector<TimeSpan>{{0, 10}, {20, 30}, {40, 50}}));
        QVERIFY(left({{2, 4}, {6, 8}}) == (std::vector<TimeSpan>{{0, 2}, {4, 6}, {8, 10}, {20, 30}, {40, 50}}));
        QVERIFY(left({{5, 25}}) == (std::vector<TimeSpan>{{0, 5}, {25, 30}, {40, 50}}));
        QVERIFY(left({{0, 10}, {35, 60}}) == (std::vector<TimeSpan>{{20, 30}}));
        QVERIFY(left({{10, 20}, {30, 40}}) == (std::vector<TimeSpan>{{0, 10}, {20, 30}, {40, 50}}));
        QVERIFY(left({{-5, 70}}).empty());
    }

    /// Memory grows with the gaps, not with how many were added.
    void manyIntervalsAreHeldAsFew()
    {
        IntervalUnion all;
        for (std::int64_t i = 0; i < 100000; ++i)
            all.add({i, i + 2});
        QVERIFY(all.held() < 10000);
        QCOMPARE(all.lengthIn({0, 200000}), std::int64_t(100001));
        IntervalUnion gaps;
        for (std::int64_t i = 0; i < 20000; ++i)
            gaps.add({10 * i, 10 * i + 5});
        QCOMPARE(gaps.parts().size(), std::size_t(20000));
        QCOMPARE(gaps.lengthIn({0, 1000}), std::int64_t(500));
    }

    void bracketsCloseWhereTheyOpened_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("end");
        const auto row = [](const char* text, int end) { QTest::newRow(text) << QByteArray(text) << end; };
        row("{}x", 2);
        row("[]", 2);
        row("{\"a\": {\"b\": [}]}}", 16);
        row("[{]}", 3);
        row("[[1], [2]] ]", 10);
        row("{\"}\": 1}", 8);
        row("{\"\\\"}\": 1}", 10);
        row("{\"\\\\\"}", 6);
        row("{\"a\": \"", -1);
        row("{", -1);
        row("{{}", -1);
    }
    void bracketsCloseWhereTheyOpened()
    {
        QFETCH(const QByteArray, text);
        QTEST(static_cast<int>(closedAt(text.toStdString())), "end");
    }

    /// Wherever strings, escapes and brackets lie among the blocks that are examined at a time.
    void bracketsCloseAcrossBlocks()
    {
        for (std::size_t before = 0; before < 140; ++before)
            for (const std::string_view inside :
                {"\"}\"", "\"\\\"}\"", "\"\\\\\"", "\"\\\\\\\"}\"", "{}", "{\"{\": {}}"}) {
                const std::string text = "{" + std::string(before, ' ') + std::string(inside) + std::string(70, ' ');
                QCOMPARE(closedAt(text + "}}"), static_cast<std::ptrdiff_t>(text.size() + 1));
                QCOMPARE(closedAt(text), std::ptrdiff_t(-1));
                const std::string quoted = "{\"" + std::string(before, 'x') + "\\\"}\"" + std::string(inside) + "}";
                QCOMPARE(closedAt(quoted), static_cast<std::ptrdiff_t>(quoted.size()));
            }
    }

    /// Ranges by their names without numbers: those that cover the most time, at least two, none within another.
    void rangesOfStepsAreFound()
    {
        NsightSteps steps;
        steps.take("Train step #12", {1000, 2000});
        QCOMPARE(stepsText(steps), std::string());
        steps.take("train step 13", {2000, 2900});
        steps.take("forward", {0, 90000});
        steps.take("step", {0, 500});
        steps.take("step", {600, 700});
        steps.take(std::string(65, ' ') + "step", {0, 90000});
        QCOMPARE(stepsText(steps), std::string("NVTX range trainstep 12: 1000–2000 13: 2000–2900"));
        steps.take("step", {450, 9000});
        QCOMPARE(stepsText(steps), std::string("NVTX range trainstep 12: 1000–2000 13: 2000–2900"));
        steps.take("step", {700, 9000});
        QCOMPARE(stepsText(steps), std::string("NVTX range step 0: 0–500 1: 600–700 2: 700–9000"));
    }

    void kernelsNameTheirCollective_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", "all_reduce");
        row("ncclKernel_AllGather_RING", "all_gather");
        row("nccl_ReduceScatter", "reduce_scatter");
        row("ncclDevKernel_SendRecv(x)", "sendrecv");
        row("ncclDevKernel_Broadcast", "broadcast");
        row("ncclDevKernel_Reduce_Sum", "reduce");
        row("collective-permute.1", "sendrecv");
        row("all-to-all", "all_to_all");
        row("deep_ep::dispatch", "expert dispatch");
        row("deep_ep::combine", "expert combine");
        row("ncclSend", "sendrecv");
        row("ncclDevKernel_Generic(AllReduce)", "collective");
    }
    void kernelsNameTheirCollective()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(std::string(operationOfKernel(text.toStdString()))), "value");
    }

    void kernelsCommunicateByTheirName_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("value");
        const auto row = [](const char* text, bool value) { QTest::newRow(text) << QByteArray(text) << value; };
        row("ncclDevKernel", true);
        row("rcclGeneric", true);
        row("msccl", true);
        row("nvshmem_put", true);
        row("deep_ep::x", true);
        row("engine::ep::internode", true);
        row("engine::ep::intranode", true);
        row("my_allreduce", true);
        row("x_all_reduce", true);
        row("AllGather", true);
        row("all_gather", true);
        row("ReduceScatter", true);
        row("reduce_scatter", true);
        row("AllToAll", true);
        row("all_to_all", true);
        row("cross_device_reduce_1stage", true);
        row("symm_mem", true);
        row("warpAllReduce", false);
        row("blockAllReduceSum", false);
        row("gemm", false);
    }
    void kernelsCommunicateByTheirName()
    {
        QFETCH(const QByteArray, text);
        QTEST(isCommunicationKernel(text.toStdString()), "value");
    }

    void collectivesHaveOneName_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(value);
        };
        row("AllReduce", "all_reduce");
        row("all_reduce_perf", "all_reduce");
        row("alltoallv", "all_to_all");
        row("send", "sendrecv");
        row("Recv", "sendrecv");
        row("gather", "gather");
        row("scatter", "scatter");
        row("hypercube", "hypercube");
        row("reduce", "reduce");
        row("broadcast_perf", "broadcast");
        row("reducescatter", "reduce_scatter");
        row("perf", "");
        row("allreducex", "");
        row("", "");
    }
    void collectivesHaveOneName()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(std::string(collectiveId(text.toStdString()))), "value");
    }

    void busBandwidthIsAShareOfTheRate_data()
    {
        QTest::addColumn<double>("of_four");
        QTest::addColumn<double>("of_two");
        const auto row = [](const char* operation, double of_four, double of_two) {
            QTest::newRow(operation) << of_four << of_two;
        };
        row("all_reduce", 1.5, 1);
        row("all_gather", 0.75, 0.5);
        row("reduce_scatter", 0.75, 0.5);
        row("all_to_all", 0.75, 0.5);
        row("gather", 0.75, 0.5);
        row("scatter", 0.75, 0.5);
        row("broadcast", 1, 1);
        row("reduce", 1, 1);
        row("sendrecv", 1, 1);
        row("", 1, 1);
    }
    void busBandwidthIsAShareOfTheRate()
    {
        QTEST(busFactor(QTest::currentDataTag(), 4), "of_four");
        QTEST(busFactor(QTest::currentDataTag(), 2), "of_two");
        QCOMPARE(busFactor("gather", 1), 1.);
    }
};

KNEEPOINT_TEST(TracePiecesTest)
#include "trace_pieces_test.moc"
