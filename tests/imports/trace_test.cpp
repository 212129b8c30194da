// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/trace_events.h"
#include "model/imports/trace_partition.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

TraceEvents eventsOfText(std::string_view text)
{
    ByteSource source = ByteSource::of(text, "trace", {});
    return readTraceEvents(source);
}

/// JSON written with single quotes.
std::string json(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return text;
}

void replaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string traced(
    const char* category, const char* name, const char* start, const char* duration, const char* more = "")
{
    return json(std::string("{'ph': 'X', 'cat': '") + category + "', 'name': '" + name
        + "', 'pid': 0, 'tid': 'stream 7', 'ts': " + start + ", 'dur': " + duration + ", 'args': {'stream': 7" + more
        + "}}");
}

/// A step of 100 µs: compute 10…50, an all-reduce 40…70, a copy 60…80, the DataLoader 85…95.
std::string oneStep()
{
    return traced("user_annotation", "ProfilerStep#3", "0", "100") + ",\n"
        + traced("gpu_user_annotation", "ProfilerStep#3", "5", "120") + ",\n"
        + traced("kernel", "gemm<float, 4>", "10", "40") + ",\n"
        + traced("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "40", "30")
        + ",\n" + traced("gpu_memcpy", "Memcpy HtoD", "60", "20") + ",\n"
        + traced("python_function", "nn.Module", "0", "100") + ",\n"
        + traced("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "85", "10");
}

} // namespace

/// Profiler traces as short literals.
class TraceTest : public QObject {
    Q_OBJECT

private slots:
    void formatsOfAllVersionsGiveTheSameBreakdown_data()
    {
        QTest::addColumn<QByteArray>("text");
        const std::string now = oneStep();
        std::string old = now;
        replaceAll(old, "gpu_memcpy", "Memcpy");
        replaceAll(old, json("'kernel'"), json("'Kernel'"));
        replaceAll(old, json("'user_annotation'"), json("'Operator'"));
        std::string quoted = now;
        for (const char* time : {"0", "100", "10", "40", "30", "60", "20", "85"})
            for (const char* key : {"'ts': ", "'dur': "})
                replaceAll(quoted, json(key) + time + ",", json(key) + "\"" + time + "\",");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("object", json("{'traceEvents': [") + now + "]}");
        row("metadata before and after",
            json("{'schemaVersion': 1, 'deviceProperties': [{'id': 0, 'name': '[{'}], 'displayTimeUnit': 'ms', "
                 "'distributedInfo': {'rank': 0}, 'traceEvents': [")
                + now + json("], 'traceName': 'a.json', 'INFO': ['x']}"));
        row("bare list", "[" + now + "]");
        row("bare list, unterminated", "[" + now + ",\n");
        row("trailing comma", json("{'traceEvents': [") + now + ",]}");
        row("byte order mark and CRLF", "\xef\xbb\xbf" + json("{\r\n'traceEvents': [\r\n") + now + "\r\n]}\r\n");
        row("categories before 2022", json("{'traceEvents': [") + old + "]}");
        row("events without category or duration",
            json(
                "[{'ph': 'M', 'name': 'process_name', 'args': {}}, {'ph': 'i', 'cat': 'kernel', 'name': 'x', 'ts': 7}, "
                "5, null, 'a', ")
                + now + "]");
        row("unquoted N/A and inf",
            "[" + traced("cpu_op", "nccl", "0", "1", ", 'bandwidth': N/A") + ", "
                + traced("kernel", "gemm", "12", "5", ", 'occupancy': inf") + ", " + now + "]");
        row("quotes in a name", "[" + traced("cpu_op", "{'device': 'cpu'}", "0", "1") + ", " + now + "]");
        row("escapes in a name", "[" + traced("cpu_op", "a\\'}{\\\\", "0", "1") + ", " + now + "]");
        row("times in quotes", "[" + quoted + "]");
    }
    void formatsOfAllVersionsGiveTheSameBreakdown()
    {
        QFETCH(const QByteArray, text);
        const TraceEvents events = eventsOfText(text.toStdString());
        QCOMPARE(events.steps.size(), std::size_t(1));
        QCOMPARE(events.steps[0].number, std::int64_t(3));
        const Partition p = TracePartition(events).of(events.steps[0].window);
        QCOMPARE(p.total, std::int64_t(100000));
        QCOMPARE(p.compute, std::int64_t(40000));
        QCOMPARE(p.communication, std::int64_t(30000));
        QCOMPARE(p.exposed_communication, std::int64_t(20000));
        QCOMPARE(p.memory, std::int64_t(20000));
        QCOMPARE(p.exposed_memory, std::int64_t(10000));
        QCOMPARE(p.idle, std::int64_t(30000));
        QCOMPARE(p.input, std::int64_t(10000));
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("trace"));
        QCOMPARE(measurementOf(evidence, "step_s")->value, 100e-6);
        double sum = 0;
        for (const StepPart& part : evidence.breakdown)
            sum += part.seconds;
        QVERIFY(std::abs(sum - 100e-6) < 1e-18);
        QCOMPARE(evidence.findings.at(0).cause, std::string("exposed-communication"));
        QCOMPARE(evidence.findings.at(1).cause, std::string("starved-input"));
    }

    /// While the host launches kernels the loader is not what the GPU waits for.
    void hostWorkWhileLoadingIsNoInputWait()
    {
        const std::string text = oneStep() + ",\n" + traced("cuda_runtime", "cudaLaunchKernel", "85", "4");
        const TraceEvents events = eventsOfText("[" + text + "]");
        QCOMPARE(TracePartition(events).of(events.steps.at(0).window).input, std::int64_t(6000));
    }

    void timesAreExact_data()
    {
        QTest::addColumn<qint64>("ns");
        QTest::newRow("1694128201435418") << qint64(1694128201435418000);
        QTest::newRow("1694128201435418.123") << qint64(1694128201435418123);
        QTest::newRow("\"12.5\"") << qint64(12500);
        QTest::newRow("0.0005") << qint64(1);
        QTest::newRow("-3.25") << qint64(-3250);
        QTest::newRow("1.5e3") << qint64(1500000);
        QTest::newRow("-1.5e3") << qint64(-1500000);
        QTest::newRow("1.2345e3") << qint64(1234500);
        QTest::newRow("1.0004") << qint64(1000);
        QTest::newRow("1.0005") << qint64(1001);
        QTest::newRow("1.00049") << qint64(1000);
        QTest::newRow("-0.5") << qint64(-500);
        QTest::newRow("2.") << qint64(2000);
        QTest::newRow("2.07") << qint64(2070);
        QTest::newRow(" \" 12.5 \" ") << qint64(12500);
        QTest::newRow("9000000000000000") << qint64(9000000000000000000);
        for (const char* none : {"", "\"", "9000000000000001", "-9000000000000001", "9.1e15", "1.5x", "N/A", "inf",
                 "nan", "1e300", "99999999999999999999", "1.2.3", "true", "{}"})
            QTest::newRow(none) << qint64(-1);
    }
    void timesAreExact()
    {
        QFETCH(const qint64, ns);
        QCOMPARE(nanosecondsOf(QTest::currentDataTag()).value_or(-1), std::int64_t(ns));
    }

    void collectivesAreNamedAndSized()
    {
        const TraceEvents events = eventsOfText(R"json([
            {"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "ts": 0, "dur": 1, "args": {"External id": 77,
             "Collective name": "_allgather_base", "In msg nelems": 100, "Out msg nelems": 800, "dtype": "BFloat16",
             "Process Group Name": "1"}},
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllGather_RING_LL(x)", "ts": 5, "dur": 4,
             "args": {"External id": 77}},
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_Generic(x)", "ts": 1, "dur": 4,
             "args": {"Collective name": "allreduce", "In msg nelems": 6637568, "Out msg nelems": 6637568,
             "dtype": "Float", "Process Group Name": "0", "Group size": 2}},
            {"ph": "X", "cat": "kernel", "name": "ncclKernel_ReduceScatter_RING_LL_Sum_float(y)", "ts": 20, "dur": 4,
             "args": {}}])json");
        QCOMPARE(events.timeline.calls.size(), std::size_t(3));
        const auto name = [&](std::size_t i) { return events.timeline.names.at(events.timeline.calls[i].operation); };
        QCOMPARE(name(0), std::string("all_reduce"));
        QCOMPARE(events.timeline.calls[0].bytes, 4. * 6637568);
        QCOMPARE(name(1), std::string("all_gather"));
        QCOMPARE(events.timeline.calls[1].bytes, 1600.);
        QCOMPARE(events.timeline.names.at(events.timeline.calls[1].group), std::string("1"));
        QCOMPARE(name(2), std::string("reduce_scatter"));
    }

    void groupsOfAStatedSizeAreKept()
    {
        const Evidence evidence = test::imported(R"json([
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce(x)", "ts": 1, "dur": 4, "args": {
             "Collective name": "allreduce", "In msg nelems": 100, "dtype": "BFloat16", "Process Group Name": "5",
             "Process Group Description": "TENSOR_MODEL_PARALLEL_GROUP", "Group size": 4}},
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce(x)", "ts": 6, "dur": 4, "args": {
             "Collective name": "allreduce", "In msg nelems": 900, "dtype": "BFloat16", "Process Group Name": "5",
             "Process Group Description": "TENSOR_MODEL_PARALLEL_GROUP", "Group size": 4}},
            {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_Generic(x)", "ts": 20, "dur": 4, "args": {
             "Collective name": "allreduce", "In msg nelems": 7, "dtype": "Float", "Process Group Name": "2"}}])json");
        QCOMPARE(evidence.groups.size(), std::size_t(1));
        QCOMPARE(evidence.groups[0].name, std::string("5 TENSOR_MODEL_PARALLEL_GROUP"));
        QCOMPARE(evidence.groups[0].size, 4.);
        QCOMPARE(evidence.groups[0].calls, 2.);
        QCOMPARE(evidence.groups[0].bytes, 1800.);
        QCOMPARE(evidence.groups[0].operation, std::string("all_reduce"));
    }

    void anEventWithAnOddQuoteDoesNotHideTheOthers()
    {
        std::string text = "[" + traced("kernel", "say 'hi", "1", "1") + ",";
        for (int i = 0; i < 2000; ++i)
            text += " " + traced("kernel", "gemm", std::to_string(10 + 10 * i).c_str(), "5") + ",";
        const TraceEvents events = eventsOfText(text);
        QVERIFY(events.gpu_events >= 1999);
        QVERIFY(events.broken_events >= 1);
        QCOMPARE(events.first_broken, std::string("events"));
    }

    /// However much is read before it, in pieces of a megabyte: places are those in the file, and nothing is lost.
    void placesAreThoseOfLargeFiles()
    {
        std::string text = json("{'traceEvents': [");
        for (std::size_t i = 0; text.size() < 5 << 20; ++i)
            text += traced("kernel", "gemm", std::to_string(10 * i).c_str(), "5",
                        (", 'x': '" + std::string(i % 1500, 'x') + "'").c_str())
                + ",\n";
        const double events = static_cast<double>(std::ranges::count(text, '\n'));
        const std::size_t broken = text.size();
        const std::string rest = json("{'ph': 'X', 'cat': 'kernel', 'name': 'gemm', 'ts': 1 2, 'dur': 1}, ")
            + traced("kernel", "gemm", "1", "1") + json("], 'deviceProperties': [{'name': 'GPU 7'}]}");
        const TraceEvents whole = eventsOfText(text + rest);
        QCOMPARE(whole.gpu_events, events + 1);
        QCOMPARE(whole.broken_events, 1.);
        QCOMPARE(whole.first_broken, "byte " + std::to_string(broken));
        QCOMPARE(whole.gpu, std::string("GPU 7"));
        QVERIFY(!whole.cut_short);
        QCOMPARE(eventsOfText(text).gpu_events, events);
        QVERIFY(eventsOfText(text).cut_short);
    }

    /// Values beside the events, longer than what is read at a time; one without an end cuts the file short.
    void longValuesAreLeftOut()
    {
        const std::string events = json("'traceEvents': [") + traced("kernel", "gemm", "1", "5") + "]}";
        const std::string list = json("{'stacks': [") + std::string(3 << 20, ' ') + "[1], 2], ";
        QCOMPARE(eventsOfText(list + events).gpu_events, 1.);
        QCOMPARE(eventsOfText(json("{'name': 'a, b}', 'number': 12, 'none': null, ") + events).gpu_events, 1.);
        QVERIFY(eventsOfText(json("{'stacks': [") + std::string(3 << 20, ' ')).cut_short);
        QVERIFY(eventsOfText(json("{'stacks")).cut_short);
        QVERIFY(!eventsOfText("[" + traced("kernel", "gemm", "1", "5")).cut_short);
    }

    void elementsOfCollectivesHaveTheirSize_data()
    {
        QTest::addColumn<double>("bytes");
        const auto row = [](const char* type, double bytes) { QTest::newRow(type) << bytes; };
        row("Float8_e4m3fn", 1);
        row("Float", 4);
        row("BFloat16", 2);
        row("Half", 2);
        row("Double", 8);
        row("Long", 8);
        row("Int", 4);
        row("Byte", 1);
        row("Char", 1);
        row("Bool", 1);
        row("Short", 2);
        row("Quaternion", 0);
    }
    void elementsOfCollectivesHaveTheirSize()
    {
        const TraceEvents events = eventsOfText("["
            + traced("kernel", "ncclDevKernel_AllReduce(x)", "1", "5",
                json(std::string(", 'In msg nelems': 10, 'Out msg nelems': 80, 'dtype': '") + QTest::currentDataTag()
                    + "'")
                    .c_str())
            + "]");
        QFETCH(const double, bytes);
        QCOMPARE(events.timeline.calls.at(0).bytes, 10 * bytes);
    }

    void categoriesOfAllVersionsHaveARole_data()
    {
        QTest::addColumn<QByteArray>("role");
        const auto row = [](const char* category, const char* role) { QTest::newRow(category) << QByteArray(role); };
        row("kernel", "compute");
        row("Kernel", "compute");
        row("gpu_memcpy", "memory");
        row("gpu_memset", "memory");
        row("Memcpy", "memory");
        row("Memset", "memory");
        row("cuda_runtime", "runtime");
        row("cuda_driver", "runtime");
        row("hip_runtime", "runtime");
        row("Runtime", "runtime");
        row("cpu_op", "");
        row("python_function", "");
        row("kernels", "");
        row("kerne", "");
    }
    void categoriesOfAllVersionsHaveARole()
    {
        const TraceEvents events = eventsOfText("[" + traced(QTest::currentDataTag(), "x", "10", "7") + "]");
        const auto length = [](const IntervalUnion& all) { return all.lengthIn({0, 100000}); };
        QFETCH(const QByteArray, role);
        QCOMPARE(length(events.compute), role == "compute" ? 7000 : 0);
        QCOMPARE(length(events.memory), role == "memory" ? 7000 : 0);
        QCOMPARE(length(events.runtime), role == "runtime" ? 7000 : 0);
        QCOMPARE(events.gpu_events, role == "compute" || role == "memory" ? 1. : 0.);
    }

    void aTraceOfTheHostOnlyIsRefused()
    {
        const std::string reason = test::refusalOf(R"({"distributedInfo": {"rank": 34}, "traceEvents": [
            {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 1, "dur": 1}]})");
        QVERIFY2(reason.find("rank 34 without GPU events") != std::string::npos, reason.c_str());
    }

    void anIncompleteTraceMeasuresNoParts()
    {
        const std::string whole = json("{'traceEvents': [") + oneStep();
        const Evidence complete = test::imported(whole + "]}");
        QVERIFY(!complete.breakdown.empty() && complete.measurements.size() > 1);
        const Evidence cut = test::imported(whole + ", {");
        QVERIFY(cut.breakdown.empty() && cut.findings.empty());
        QCOMPARE(cut.measurements.size(), std::size_t(1));
        QCOMPARE(cut.measurements[0].metric, std::string("step_s"));
        QVERIFY2(cut.summary.ends_with("; the file is incomplete"), cut.summary.c_str());
    }

    void truncationAtEveryByteIsHandled()
    {
        const std::string text = json("{'distributedInfo': {'rank': 1, 'world_size': 2}, 'traceEvents': [")
            + traced("kernel", "a\\'b", "1", "1", ", 'x': [1]") + ", " + traced("kernel", "c", "4.5", "1") + "]}";
        for (std::size_t length = 0; length <= text.size(); ++length) {
            const TraceEvents events = eventsOfText(std::string_view(text).substr(0, length));
            QVERIFY(events.gpu_events <= 2);
            if (length == text.size())
                QCOMPARE(events.gpu_events, 2.);
        }
    }
};

KNEEPOINT_TEST(TraceTest)
#include "trace_test.moc"
