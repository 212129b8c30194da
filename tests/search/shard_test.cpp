// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/pareto_front.h"
#include "model/search/search.h"
#include "tests/search/small_spaces.h"
#include "tests/support/holds.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace kneepoint;

namespace {

/// Merges the results of all shards: counts are added and lists merged as in the whole search.
SearchAnswer merged(const test::SmallQuestion& q, std::size_t count)
{
    SearchAnswer all;
    ParetoFront front(q.job, q.request.pareto);
    for (std::size_t index = 1; index <= count; ++index) {
        SearchRequest request = q.request;
        request.shard = {index, count};
        const SearchAnswer part = searchLayouts(q.job, request, shippedCalibration());
        all.valid += part.valid;
        std::ranges::copy(part.top, std::back_inserter(all.top));
        for (const FoundLayout& found : part.pareto)
            front.add(found);
    }
    std::ranges::sort(
        all.top, [&](const auto& a, const auto& b) { return isBefore(q.job, a, b, q.request.objective); });
    all.top.resize(std::min(all.top.size(), q.request.top));
    all.pareto = std::move(front).ordered();
    return all;
}

std::vector<Layout> layoutsOf(const std::vector<FoundLayout>& found)
{
    std::vector<Layout> layouts;
    std::ranges::transform(found, std::back_inserter(layouts), &FoundLayout::layout);
    return layouts;
}

} // namespace

/// A search can be divided into independent shards.
class ShardTest : public QObject {
    Q_OBJECT

private slots:
    void shardsCoverEverythingOnce()
    {
        for (const std::size_t count : {1U, 2U, 5U, 100U})
            for (std::size_t position = 0; position < 37; ++position) {
                int takers = 0;
                for (std::size_t index = 1; index <= count; ++index)
                    takers += Shard{index, count}.takes(position) ? 1 : 0;
                QCOMPARE(takers, 1);
            }
    }

    void shardsOfASearchMergeIntoTheWhole()
    {
        test::SmallQuestions questions(11);
        int of_several_families = 0;
        for (int i = 0; i < 200; ++i) {
            const test::SmallQuestion q = questions.next();
            const SearchAnswer whole = searchLayouts(q.job, q.request, shippedCalibration());
            for (const std::size_t count : {2U, 7U}) {
                const SearchAnswer parts = merged(q, count);
                HOLDS(parts.valid == whole.valid, q.job);
                HOLDS(layoutsOf(parts.top) == layoutsOf(whole.top), q.job);
                HOLDS(layoutsOf(parts.pareto) == layoutsOf(whole.pareto), q.job);
            }
            SearchRequest first = q.request;
            first.shard = {1, 2};
            const double share = searchLayouts(q.job, first, shippedCalibration()).valid;
            of_several_families += share > 0 && share < whole.valid ? 1 : 0;
        }
        QVERIFY2(of_several_families > 50, qPrintable(QString::number(of_several_families)));
    }

    void ofEqualLayoutsTheFirstInTheirOrderIsOnTheFront()
    {
        const Scenario job;
        const std::vector<Objective> objectives(2, stepTimeObjective());
        FoundLayout first, second;
        first.pareto = second.pareto = {1, 2};
        second.layout[Dimension::tensor] = 2;
        for (const bool reversed : {false, true}) {
            ParetoFront front(job, objectives);
            front.add(reversed ? second : first);
            front.add(reversed ? first : second);
            QCOMPARE(front.layouts().size(), std::size_t(1));
            QVERIFY(front.layouts().front().layout == first.layout);
        }
    }

    void aShardIsParsedOrRejected()
    {
        for (const char* shard : {"0/4", "5/4", "a/b", "1/1x", "3", "-1/2", "1/99999999999", ""})
            QVERIFY2(!parseShard(shard), shard);
        QCOMPARE(parseShard("5/4").error().message,
            std::string("a shard must be i/n with 1 ≤ i ≤ n, such as 3/16, not \"5/4\""));
        const Result<Shard> shard = parseShard("3/16");
        QVERIFY(shard.has_value());
        QCOMPARE(shard->first(), 2U);
        QVERIFY(!shard->isWhole());
        QVERIFY(Shard{}.isWhole() && parseShard("1/1")->isWhole());
        QVERIFY(!parseShard("1/2")->isWhole() && !parseShard("2/2")->isWhole());
    }
};

KNEEPOINT_TEST(ShardTest)
#include "shard_test.moc"
