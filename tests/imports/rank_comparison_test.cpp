// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/rank_comparison.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

using namespace kneepoint;

namespace {

enum : std::uint32_t { world, all_reduce, all_gather };

/// The collectives of one rank over all ranks: operation, start and duration in ns.
struct Call {
    std::uint32_t operation;
    std::int64_t start_ns, duration_ns;
};
RankTimeline timeline(int rank, const std::vector<Call>& calls)
{
    RankTimeline t{.rank = rank, .world_size = 2, .step_ns = 1000, .names = {"world", "all-reduce", "all-gather"}};
    for (const Call& call : calls)
        t.calls.push_back({world, call.operation, call.start_ns, call.duration_ns});
    return t;
}

RankComparison compared(const RankTimeline& a, const RankTimeline& b)
{
    return compareRanks(std::array{&a, &b});
}

} // namespace

/// What two ranks say together of the collectives that they ran.
class RankComparisonTest : public QObject {
    Q_OBJECT

private slots:
    /// They end together where their clocks agree: whoever starts last is late.
    void theLateRankStartsLastOnACommonClock()
    {
        const RankComparison c = compared(timeline(0, {{all_reduce, 100, 300}}), timeline(1, {{all_reduce, 300, 100}}));
        QVERIFY(c.common_clock);
        QCOMPARE(c.collectives.at(0).last, std::size_t(1));
        QCOMPARE(c.collectives.at(0).start_skew_ns, std::int64_t(200));
        QCOMPARE(c.wait_ns, (std::vector<std::int64_t>{200, 0}));
        QCOMPARE(c.pure_ns, std::int64_t(100));
    }

    /// A clock that is ahead makes the rank that waited look late: only durations count.
    void startsOfDifferentClocksAreNotCompared()
    {
        const RankComparison c =
            compared(timeline(0, {{all_reduce, 90100, 300}}), timeline(1, {{all_reduce, 300, 100}}));
        QVERIFY(!c.common_clock);
        QCOMPARE(c.collectives.at(0).last, std::size_t(1));
    }

    /// From where the order differs, the calls of a group are no longer the same collectives.
    void aDifferentOrderEndsTheMatch()
    {
        const RankComparison c = compared(
            timeline(0, {{all_reduce, 0, 10}, {all_gather, 20, 10}, {all_reduce, 40, 10}, {all_reduce, 60, 10}}),
            timeline(1, {{all_reduce, 0, 10}, {all_reduce, 20, 10}, {all_reduce, 40, 10}, {all_reduce, 60, 10}}));
        QCOMPARE(c.collectives.size(), std::size_t(1));
    }

    /// Two traces of one rank are of two runs, and so may be traces without a rank whose clocks differ.
    void tracesOfTwoRunsAreNoRanks()
    {
        const std::vector<Call> waits{{all_reduce, 100, 300}}, late{{all_reduce, 300, 100}},
            later{{all_reduce, 9300, 100}};
        const auto findings = [](const RankTimeline& a, const RankTimeline& b) {
            return rankFindings(std::array{&a, &b}).size();
        };
        QVERIFY(findings(timeline(0, waits), timeline(1, late)) > 0);
        QCOMPARE(findings(timeline(0, waits), timeline(0, late)), std::size_t(0));
        QVERIFY(findings(timeline(-1, waits), timeline(-1, late)) > 0);
        QCOMPARE(findings(timeline(-1, waits), timeline(-1, later)), std::size_t(0));
        QVERIFY(findings(timeline(0, waits), timeline(1, later)) > 0);
    }

    /// Of 1000 ns, rank 0 waits 200 in the first collective and rank 1 waits 100 in the second: 15 % on average.
    void waitingAndPureTimeAreSharesOfTheTracedTime()
    {
        const RankTimeline first = timeline(0, {{all_reduce, 100, 300}, {all_gather, 500, 100}}),
                           second = timeline(1, {{all_reduce, 300, 100}, {all_gather, 400, 200}});
        const auto findings = rankFindings(std::array{&first, &second});
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].cause, std::string("straggler"));
        QVERIFY(std::abs(findings[0].share - 0.15) < 1e-12);
        QCOMPARE(findings[0].sentence,
            std::string(
                "ranks wait 150 ns each for others inside collectives, 15 % of the traced time; the 2 collectives "
                "take 200 ns by themselves. Rank 1 arrives last in 1 of 2, up to 200 ns after the first: look at "
                "its host and its work, not at the network"));
        QCOMPARE(findings[1].cause, std::string("exposed-communication"));
        QVERIFY(std::abs(findings[1].share - 0.2) < 1e-12);
        QCOMPARE(
            findings[1].sentence, std::string("collectives take 200 ns without any waiting, 20 % of the traced time"));
    }

    void withoutACommonClockNoDelayIsSaid()
    {
        const RankTimeline first = timeline(0, {{all_reduce, 90100, 300}}),
                           second = timeline(7, {{all_reduce, 300, 100}});
        const std::string sentence = rankFindings(std::array{&first, &second}).at(0).sentence;
        QVERIFY2(sentence.find("Rank 7 arrives last in 1 of 1: look") != std::string::npos, sentence.c_str());
    }

    void littleWaitingIsNoFinding()
    {
        const RankTimeline first = timeline(0, {{all_reduce, 100, 99}}), second = timeline(1, {{all_reduce, 190, 9}});
        QVERIFY(rankFindings(std::array{&first, &second}).empty()); // 90 ns of one of two ranks are 4.5 %
    }
};

KNEEPOINT_TEST(RankComparisonTest)
#include "rank_comparison_test.moc"
