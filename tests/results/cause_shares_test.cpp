// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/results/cause_shares.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

std::vector<const Parameter*> parameters(std::initializer_list<const char*> ids)
{
    std::vector<const Parameter*> all;
    for (const char* id : ids)
        all.push_back(&parameter(id));
    return all;
}

double sumOf(const std::vector<CauseShare>& shares)
{
    double sum = 0;
    for (const CauseShare& share : shares)
        sum += share.step_s;
    return sum;
}

} // namespace

class CauseSharesTest : public QObject {
    Q_OBJECT

private slots:
    void sharesAddUpToTheChange()
    {
        const Scenario s = test::preset("knee-simulator");
        const Analysis before = analyze(s);
        const Analysis after = analyze(test::edited(s,
            {{"workload.global_batch", "16384"}, {"cluster.link_rate", "12.5 GB/s"}, {"assumptions.overlap", "0.3"},
                {"workload.precision", "fp32"}}));
        const auto differing =
            parameters({"workload.global_batch", "cluster.link_rate", "assumptions.overlap", "workload.precision"});
        const std::vector<CauseShare> shares = causeShares(before, after, differing);
        QCOMPARE(shares.size(), std::size_t{4});
        QCOMPARE(sumOf(shares), after.step.step_s - before.step.step_s);
    }

    void everyParameterBelongsToAFamily_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<CauseFamily>("family");
        QTest::addColumn<CauseFamily>("of_another_batch");
        const auto row = [](const char* id, CauseFamily family, std::optional<CauseFamily> of_another_batch = {}) {
            QTest::newRow(id) << id << family << of_another_batch.value_or(family);
        };
        row("workload.model", CauseFamily::model);
        row("workload.parameters", CauseFamily::model);
        row("workload.layers", CauseFamily::model);
        row("cluster.gpu", CauseFamily::compute);
        row("cluster.peak_bf16", CauseFamily::compute);
        row("cluster.memory_bandwidth", CauseFamily::compute);
        row("cluster.gemm_efficiency", CauseFamily::compute);
        row("workload.precision", CauseFamily::compute);
        row("assumptions.setting", CauseFamily::compute);
        row("assumptions.overlap", CauseFamily::overlap);
        row("cluster.link_rate", CauseFamily::network);
        row("cluster.gpus_per_node", CauseFamily::node_links);
        row("cluster.scale_up_bandwidth", CauseFamily::node_links);
        row("cluster.gpus", CauseFamily::gpus);
        row("plan.tensor_parallel", CauseFamily::layout);
        row("plan.rank_order", CauseFamily::layout);
        row("workload.global_batch", CauseFamily::batch);
        row("plan.accumulation", CauseFamily::layout, CauseFamily::batch);
        row("workload.batch_per_gpu", CauseFamily::layout, CauseFamily::batch);
        row("cluster.price_per_gpu_hour", CauseFamily::other);
    }
    void everyParameterBelongsToAFamily()
    {
        QFETCH(const QString, id);
        QFETCH(const CauseFamily, family);
        QFETCH(const CauseFamily, of_another_batch);
        const Parameter* p = findParameter(id.toStdString());
        QVERIFY(p);
        QCOMPARE(causeFamilyOf(*p, true), family);
        QCOMPARE(causeFamilyOf(*p, false), of_another_batch);
    }

    void sharesAreSaidLargestFirst()
    {
        const std::vector<CauseShare> shares{{CauseFamily::network, 0.3, 40}, {CauseFamily::layout, -1.2, -12}};
        QCOMPARE(stepSharesText(shares), std::string("layout −1.2 s, network between nodes +300 ms"));
        QCOMPARE(kneeSharesText(shares), std::string("network between nodes +40 GPUs, layout −12 GPUs"));
        QCOMPARE(stepSharesText({shares.front()}), std::string());
    }

    /// Whoever is named first gets no more for it.
    void theOrderDoesNotMatter()
    {
        const Scenario s = test::preset("knee-simulator");
        const Analysis before = analyze(s);
        const Analysis after =
            analyze(test::edited(s, {{"workload.global_batch", "16384"}, {"cluster.link_rate", "12.5 GB/s"}}));
        auto differing = parameters({"workload.global_batch", "cluster.link_rate"});
        const std::vector<CauseShare> one = causeShares(before, after, differing);
        std::ranges::reverse(differing);
        std::vector<CauseShare> other = causeShares(before, after, differing);
        std::ranges::reverse(other);
        for (std::size_t i = 0; i < one.size(); ++i)
            QCOMPARE(one[i].step_s, other[i].step_s);
    }

    void whatChangesNothingHasNoShare()
    {
        const Scenario s = test::preset("knee-simulator");
        const Analysis before = analyze(s);
        const Analysis after =
            analyze(test::edited(s, {{"workload.global_batch", "16384"}, {"cluster.price_per_gpu_hour", "9"}}));
        const auto differing = parameters({"workload.global_batch", "cluster.price_per_gpu_hour"});
        for (const CauseShare& share : causeShares(before, after, differing))
            if (share.family == CauseFamily::other)
                QCOMPARE(share.step_s, 0.0);
    }

    void manyFamiliesAreFewShares()
    {
        const Analysis before = analyze(test::preset("knee-simulator"));
        const Analysis after = analyze(test::preset("llama3-70b-512xh100"));
        std::vector<const Parameter*> differing;
        for (const Parameter& p : catalogue())
            if (p.get(before.scenario) != p.get(after.scenario))
                differing.push_back(&p);
        const std::vector<CauseShare> shares = causeShares(before, after, differing);
        QVERIFY(shares.size() <= 5);
        QVERIFY(std::abs(sumOf(shares) - (after.step.step_s - before.step.step_s)) < 1e-9 * after.step.step_s);
    }
};

KNEEPOINT_TEST(CauseSharesTest)
#include "cause_shares_test.moc"
