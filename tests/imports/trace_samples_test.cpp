// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/apply_evidence.h"
#include "model/imports/rank_comparison.h"
#include "model/imports/trace_events.h"
#include "model/imports/trace_partition.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <iterator>

using namespace kneepoint;

namespace {

TraceEvents eventsOf(const std::filesystem::path& path)
{
    Result<ByteSource> source = ByteSource::open(path, {});
    return source ? readTraceEvents(*source) : TraceEvents();
}
TraceEvents eventsOfBytes(std::string_view text)
{
    ByteSource source = ByteSource::of(text, "trace", {});
    return readTraceEvents(source);
}

std::string shown(const Partition& p)
{
    return "total " + std::to_string(p.total) + " compute " + std::to_string(p.compute) + " communication "
        + std::to_string(p.communication) + " memory " + std::to_string(p.memory) + " exposed "
        + std::to_string(p.exposed_communication) + " and " + std::to_string(p.exposed_memory) + " idle "
        + std::to_string(p.idle) + " input " + std::to_string(p.input);
}

/// A window of a sample trace, in nanoseconds; step −1 is the span of the GPU's events.
struct Window {
    const char* file;
    std::int64_t step;
    double gpu_events;
    Partition partition;
};

/// Computed from the samples by cutting each window at every start and end of an event.
constexpr Window windows[] = {
    {"compiled.json", -1, 5, {80000, 76250, 0, 1500, 0, 1000, 2750, 0}},
    {"kineto-2021.json", -1, 11, {1610000, 1075000, 350000, 110000, 220000, 110000, 205000, 0}},
    {"kineto-2021.json", 3, 11, {900000, 535000, 170000, 85000, 115000, 85000, 165000, 0}},
    {"kineto-2021.json", 4, 11, {860000, 540000, 180000, 25000, 105000, 25000, 190000, 0}},
    {"kineto-2023.json", -1, 8, {1135000, 750000, 570000, 55000, 340000, 10000, 35000, 0}},
    {"kineto-2023.json", 10, 8, {1200000, 750000, 570000, 55000, 340000, 10000, 100000, 0}},
    {"kineto-2025.json", -1, 16, {740250, 576375, 297750, 23750, 112500, 9500, 41875, 0}},
    {"kineto-2025.json", 7, 16, {400000, 284875, 147500, 11750, 71750, 9500, 33875, 0}},
    {"kineto-2025.json", 8, 16, {380500, 291500, 150250, 12000, 40750, 0, 48250, 0}},
    {"loader-in-process.json", -1, 9, {2625000, 1590000, 0, 120000, 0, 120000, 915000, 794000}},
    {"loader-in-process.json", 5, 9, {1020000, 530000, 0, 40000, 0, 40000, 450000, 397000}},
    {"loader-in-process.json", 6, 9, {1010000, 530000, 0, 40000, 0, 40000, 440000, 387000}},
    {"loader-in-process.json", 7, 9, {1030000, 530000, 0, 40000, 0, 40000, 460000, 407000}},
    {"loader-with-workers.json", -1, 9, {1849000, 1590000, 0, 120000, 0, 120000, 139000, 18000}},
    {"loader-with-workers.json", 5, 9, {632000, 530000, 0, 40000, 0, 40000, 62000, 9000}},
    {"loader-with-workers.json", 6, 9, {629000, 530000, 0, 40000, 0, 40000, 59000, 6000}},
    {"loader-with-workers.json", 7, 9, {635000, 530000, 0, 40000, 0, 40000, 65000, 12000}},
    {"ranks/rank0.json", 3, 13, {9000000, 4565000, 4117000, 0, 4117000, 0, 318000, 0}},
    {"ranks/rank1.json", 3, 13, {9000000, 4750000, 3933000, 0, 3933000, 0, 317000, 0}},
    {"ranks/rank2.json", 3, 13, {9000000, 8300000, 382000, 0, 382000, 0, 318000, 0}},
    {"ranks/rank3.json", 3, 13, {9000000, 4715000, 3968000, 0, 3968000, 0, 317000, 0}},
    {"rocm-2024.json", -1, 6, {593000, 430750, 270500, 27750, 119250, 27750, 15250, 0}},
    {"rocm-2024.json", 2, 6, {700000, 430750, 270500, 27750, 119250, 27750, 122250, 0}},
};

constexpr std::size_t rank_count = 4;

std::filesystem::path rankFile(std::size_t rank)
{
    return test::samplePath("traces/ranks/rank" + std::to_string(rank) + ".json");
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

} // namespace

Q_DECLARE_METATYPE(Window)

/// Profiler traces of several versions, against figures computed independently from the same files.
class TraceSamplesTest : public QObject {
    Q_OBJECT

private slots:
    void breakdownsAreThoseComputedIndependently_data()
    {
        QTest::addColumn<Window>("expected");
        for (const Window& w : windows)
            QTest::addRow("%s, step %d", w.file, static_cast<int>(w.step)) << w;
    }
    void breakdownsAreThoseComputedIndependently()
    {
        QFETCH(const Window, expected);
        const TraceEvents events = eventsOf(test::samplePath(std::string("traces/") + expected.file));
        QCOMPARE(events.gpu_events, expected.gpu_events);
        TimeSpan window = events.span;
        if (expected.step >= 0) {
            const auto step = std::ranges::find(events.steps, expected.step, &TraceStep::number);
            QVERIFY(step != events.steps.end());
            window = step->window;
        }
        QCOMPARE(shown(TracePartition(events).of(window)), shown(expected.partition));
    }

    void theRankIsReadWhereverItIs()
    {
        for (std::size_t rank = 0; rank < rank_count; ++rank)
            QCOMPARE(eventsOf(rankFile(rank)).timeline.rank, static_cast<int>(rank));
        QCOMPARE(eventsOf(test::samplePath("traces/kineto-2023.json")).timeline.rank, 2);
        QCOMPARE(eventsOf(test::samplePath("traces/kineto-2021.json")).timeline.rank, -1);
    }

    void waitingIsSeparatedFromCommunication()
    {
        std::vector<RankTimeline> timelines;
        for (std::size_t rank = 0; rank < rank_count; ++rank)
            timelines.push_back(eventsOf(rankFile(rank)).timeline);
        std::vector<const RankTimeline*> pointers;
        for (const RankTimeline& t : timelines)
            pointers.push_back(&t);
        const RankComparison c = compareRanks(pointers);
        struct Expected {
            const char* operation;
            std::int64_t pure_us, skew_us;
            std::size_t last;
        };
        constexpr Expected collectives[] = {{"all_reduce", 60, 1500, 2}, {"all_reduce", 55, 900, 2},
            {"all_gather", 41, 60, 3}, {"reduce_scatter", 45, 700, 2}, {"all_reduce", 56, 40, 1},
            {"all_reduce", 62, 600, 2}};
        QCOMPARE(c.collectives.size(), std::size(collectives));
        for (std::size_t i = 0; i < c.collectives.size(); ++i) {
            QCOMPARE(c.collectives[i].operation, std::string(collectives[i].operation));
            QCOMPARE(c.collectives[i].pure_ns, collectives[i].pure_us * 1000);
            QCOMPARE(c.collectives[i].start_skew_ns, collectives[i].skew_us * 1000);
            QCOMPARE(c.collectives[i].last, collectives[i].last);
        }
        QCOMPARE(c.pure_ns, std::int64_t(319000));
        QCOMPARE(c.wait_ns, (std::vector<std::int64_t>{3798000, 3614000, 63000, 3649000}));
        QVERIFY(c.common_clock);
    }

    void theLateRankIsAStraggler()
    {
        std::vector<Evidence> files;
        for (std::size_t rank = 0; rank < rank_count; ++rank) {
            auto evidence = importFile(rankFile(rank));
            QVERIFY(evidence.has_value());
            files.push_back(std::move(*evidence));
        }
        const ImportSet set = combine(files);
        QCOMPARE(set.findings.at(0).cause, std::string("straggler"));
        const std::string& sentence = set.findings[0].sentence;
        QVERIFY2(sentence.find("Rank 2 arrives last in 4 of 6") != std::string::npos, sentence.c_str());
        QVERIFY2(sentence.find("319 µs") != std::string::npos, sentence.c_str());
        for (const EvidenceFinding& finding : set.findings)
            QVERIFY(finding.cause != "exposed-communication");
        QCOMPARE(settingOf(set.combined, "cluster.gpus").value_or(0), 4.);
    }

    /// What is kept of each: the straggler stands with the first, and none says what only all of them can.
    void findingsOfRanksAreKeptWithTheFirst()
    {
        std::vector<Evidence> files;
        files.push_back(test::imported("GPUs,tokens/s\n8,80000\n16,150000\n"));
        for (std::size_t rank = 0; rank < rank_count; ++rank)
            files.push_back(*importFile(rankFile(rank)));
        QVERIFY(!kept(files[1]).findings.empty());
        const std::vector<KeptEvidence> all = keptOf(files);
        QCOMPARE(all.size(), rank_count + 1);
        QVERIFY(all[0].findings.empty());
        QCOMPARE(all[1].findings.at(0).cause, std::string("straggler"));
        for (const KeptEvidence& one : all)
            for (const EvidenceFinding& finding : one.findings)
                QVERIFY(finding.cause != "exposed-communication");
        for (std::size_t i = 2; i < all.size(); ++i)
            QVERIFY(all[i].findings.empty());
        QCOMPARE(keptOf(std::span(files).first(2))[1].findings.size(), kept(files[1]).findings.size());
    }

    void onlyALoaderWithoutWorkersStarvesTheGpu_data()
    {
        QTest::addColumn<bool>("starved");
        QTest::newRow("loader-in-process.json") << true;
        QTest::newRow("loader-with-workers.json") << false;
    }
    void onlyALoaderWithoutWorkersStarvesTheGpu()
    {
        QFETCH(const bool, starved);
        const auto evidence = importFile(test::samplePath(std::string("traces/") + QTest::currentDataTag()));
        QVERIFY(evidence.has_value());
        QCOMPARE(!evidence->findings.empty() && evidence->findings[0].cause == "starved-input", starved);
    }

    void partsAddUpExactly()
    {
        std::size_t count = 0;
        for (const auto& file : std::filesystem::recursive_directory_iterator(test::samplePath("traces"))) {
            if (!file.is_regular_file())
                continue;
            const TraceEvents events = eventsOf(file.path());
            const TracePartition partition(events);
            std::vector<TimeSpan> spans{events.span};
            for (const TraceStep& step : events.steps)
                spans.push_back(step.window);
            // Windows that cut events in two, too.
            constexpr int pieces = 7;
            for (int i = 0; i < pieces; ++i) {
                const std::int64_t length = (events.span.end - events.span.start) / pieces;
                spans.push_back({events.span.start + i * length, events.span.start + (i + 1) * length});
            }
            for (const TimeSpan& window : spans) {
                const Partition p = partition.of(window);
                QCOMPARE(p.compute + p.exposed_communication + p.exposed_memory + p.idle, p.total);
                QVERIFY(p.input >= 0 && p.input <= p.idle && p.idle >= 0);
                QVERIFY(p.exposed_communication <= p.communication && p.exposed_memory <= p.memory);
                ++count;
            }
        }
        QVERIFY(count > 100);
    }

    void damagedTracesLoseNothing_data()
    {
        QTest::addColumn<QByteArray>("text");
        const std::string whole = test::sampleText("traces/kineto-2025.json");
        const std::size_t list = whole.find('[', whole.find("traceEvents")), end = whole.rfind(']');
        const std::string events = whole.substr(list, end - list);
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        const auto changed = [&](const char* from, const char* to) { return replaced(whole, from, to); };
        row("gzip", test::gzipped(whole));
        row("bare list", events + "]");
        row("bare list, unterminated", events);
        row("trailing comma", whole.substr(0, end) + "," + whole.substr(end));
        row("byte order mark and CRLF", "\xef\xbb\xbf" + changed("\n", "\r\n"));
        row("inf", changed(R"("bytes": 512)", R"("bytes": inf)"));
        row("unquoted N/A", changed(R"("bytes": 512)", R"("bytes": N/A)"));
        row("quotes in a name", changed("train.py(40): step", R"(train.py(40): {"step": 1})"));
        row("times in quotes", changed(R"("ts": 1150.500, "dur": 70.000)", R"("ts": "1150.500", "dur": "70.000")"));
    }
    void damagedTracesLoseNothing()
    {
        QFETCH(const QByteArray, text);
        QVERIFY(text.toStdString() != test::sampleText("traces/kineto-2025.json"));
        const TraceEvents whole = eventsOf(test::samplePath("traces/kineto-2025.json"));
        const TraceEvents events = eventsOfBytes(text.toStdString());
        QCOMPARE(events.gpu_events, whole.gpu_events);
        QCOMPARE(shown(TracePartition(events).of(events.span)), shown(TracePartition(whole).of(whole.span)));
        QCOMPARE(test::imported(text.toStdString()).kind, std::string("trace"));
    }

    void truncatedTracesAreReadAsFarAsTheyGo()
    {
        const std::string whole = test::sampleText("traces/kineto-2025.json");
        const double all = eventsOfBytes(whole).gpu_events;
        const std::string cut = whole.substr(0, whole.size() * 7 / 10);
        const TraceEvents events = eventsOfBytes(cut);
        QVERIFY(events.gpu_events > all / 2 && events.gpu_events < all);
        QVERIFY(test::skips(test::imported(cut), "ends in the middle"));
        const std::string packed = test::gzipped(whole);
        const TraceEvents unpacked = eventsOfBytes(packed.substr(0, packed.size() * 7 / 10));
        QVERIFY(unpacked.gpu_events < all);
        const std::string reason = test::refusalOf(whole.substr(0, whole.find("Memcpy HtoD")));
        QVERIFY2(reason.find("part that can be read") != std::string::npos, reason.c_str());
    }
};

KNEEPOINT_TEST(TraceSamplesTest)
#include "trace_samples_test.moc"
