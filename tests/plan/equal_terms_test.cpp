// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/training.h"
#include "model/plan/equal_terms.h"
#include "model/presets/presets.h"
#include "model/search/auto_plan.h"
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <array>
#include <cmath>
#include <optional>

using namespace kneepoint;

namespace {

/// 64 H100 at $2 per GPU-hour, as entered.
Scenario h100Job()
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.cluster.price_per_gpu_hour = 2;
    return s;
}

/// H100 at $2, and $0.50 for the job's network.
PriceList h100Prices()
{
    const Cluster& c = h100Job().cluster;
    const std::string network(interconnectPresets()[static_cast<std::size_t>(c.interconnect) - 1].id);
    return {{{"h100-sxm", "H100", PriceKind::gpu, 2, "2026-09", "offer"},
        {network, "Network", PriceKind::network, 0.5, "2026-09", "offer"}}};
}

Edit equalMoney(const Scenario& job, const Scenario& reference, const PriceList& prices)
{
    return equalTerms(job, analyze(reference), Terms::money, shippedCalibration(), prices);
}

double gpusOf(const Edit& edit)
{
    return edit.empty() ? 0 : applied(h100Job(), edit, shippedCalibration()).cluster.gpus;
}

std::optional<double> plannedTime(const Scenario& job, double gpus)
{
    Scenario s = applied(job, {{&parameter("cluster.gpus"), gpus}}, shippedCalibration());
    const AutoPlanAnswer planned = autoPlan(s, {}, shippedCalibration());
    if (!planned.layout)
        return {};
    s = applied(s, editOf(*planned.layout), shippedCalibration());
    return training(s, evaluate(s)).time_s;
}

} // namespace

/// Which prices count at equal cost, and how far equal terms change a job.
class EqualTermsTest : public QObject {
    Q_OBJECT

private slots:
    /// 304 GPUs for the money of 512 would be 9.5 replicas of 32.
    void whatIsBoughtIsWholeReplicas()
    {
        const Scenario reference =
            test::edited(test::preset("llama3-70b-512xh100"), {{"cluster.price_per_gpu_hour", "2"}});
        Scenario job = reference;
        job.cluster.price_per_gpu_hour = 512 * 2 / 304.0;
        for (const Terms terms : {Terms::money, Terms::power, Terms::time}) {
            if (terms == Terms::power)
                job.cluster.power_w *= 1.7;
            const Edit edit = equalTerms(job, analyze(reference), terms, shippedCalibration(), {});
            const double gpus = applied(job, edit, shippedCalibration()).cluster.gpus;
            QCOMPARE(std::fmod(gpus, gpusPerReplica(job)), 0.0);
            QCOMPARE(std::fmod(gpus, job.cluster.gpus_per_node), 0.0);
            QVERIFY(terms == Terms::time || gpus < 512);
        }
    }

    void aReferenceThatCostsOrDrawsNothingBuysNothing()
    {
        Scenario reference = h100Job();
        reference.cluster.price_per_gpu_hour = reference.cluster.power_w = 0;
        QVERIFY(equalMoney(h100Job(), reference, {}).empty());
        QVERIFY(equalTerms(h100Job(), analyze(reference), Terms::power, shippedCalibration(), {}).empty());
        PriceList free = h100Prices();
        free.prices.front().value = free.prices.back().value = 0;
        Scenario listed = h100Job();
        listed.cluster.price_per_gpu_hour = 0;
        QVERIFY(equalMoney(listed, reference, free).empty());
    }

    /// Nothing is changed to make a layout fit where there are no equal terms.
    void withoutEqualTermsAJobThatDoesNotRunStaysAsItIs()
    {
        Scenario s = h100Job();
        s.automatic.on = true;
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 512;
        s.cluster.gpus = 24;
        s.plan.batch_tolerance = 0;
        QVERIFY(!autoPlan(s, {}, shippedCalibration()).layout);
        s.cluster.price_per_gpu_hour = 0;
        QVERIFY(equalMoney(s, h100Job(), {}).empty());
    }

    void noClusterHasMoreGpusThanAScenarioMay()
    {
        Scenario reference = h100Job();
        reference.cluster.price_per_gpu_hour = 1e7;
        QCOMPARE(gpusOf(equalMoney(h100Job(), reference, {})), parameter("cluster.gpus").range.max);
    }

    /// A price that was entered for one's own GPUs counts and stays.
    void enteredPricesStayAsEntered()
    {
        Scenario job = test::edited(h100Job(), {{"cluster.gpu", "b200-sxm"}});
        job.cluster.price_per_gpu_hour = 9;
        const Edit other = equalMoney(job, h100Job(), shippedPrices());
        QCOMPARE(other.size(), std::size_t(1));
        QCOMPARE(gpusOf(other), 8.0); // $128 pay for 14
        job = h100Job();
        job.cluster.price_per_gpu_hour = 1.5;
        Scenario reference = job;
        reference.cluster.gpus = 128;
        const Edit same = equalMoney(job, reference, h100Prices());
        QCOMPARE(same.size(), std::size_t(1));
        QCOMPARE(gpusOf(same), 128.0);
    }

    /// One GPU has no network, which the price of several nodes includes.
    void aListedPriceOfOneGpuBecomesThatOfSeveralNodes()
    {
        Scenario reference = h100Job();
        reference.cluster.price_per_gpu_hour = 2.5;
        for (const double gpus : {1.0, 4.0, 8.0}) {
            Scenario job = h100Job();
            job.cluster.gpus = gpus;
            const Edit edit = equalMoney(job, reference, h100Prices());
            QCOMPARE(gpusOf(edit), 64.0);
            QCOMPARE(edit.size(), std::size_t(2));
            QCOMPARE(edit.back().parameter->id, std::string_view("cluster.price_per_gpu_hour"));
            QCOMPARE(edit.back().value, 2.5);
        }
    }

    /// 64 GPUs of one's own at $3 cost as much as 76.8 listed ones.
    void whereTheListHasOneOfThemOnlyEnteredPricesCount()
    {
        Scenario own = h100Job();
        own.cluster.gpu = 0; // custom
        own.cluster.price_per_gpu_hour = 3;
        Scenario listed = h100Job();
        listed.cluster.price_per_gpu_hour = 2.5;
        QCOMPARE(gpusOf(equalMoney(listed, own, h100Prices())), 72.0);
        own.cluster.price_per_gpu_hour = 2.5; // as if any GPU had this price
        QCOMPARE(gpusOf(equalMoney(own, listed, h100Prices())), 64.0);
    }

    /// The batch moves only where no layout divides it, and only if layouts are planned.
    void equalPowerChangesNoMoreThanItMust()
    {
        Scenario s = h100Job();
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 512;
        s.plan.batch_tolerance = 0;
        for (const double gpus : {24.0, 32.0}) {
            Analysis reference = analyze(s);
            reference.scenario.cluster.gpus = gpus;
            for (const bool planned : {false, true}) {
                s.automatic.on = planned;
                const Edit edit = equalTerms(s, reference, Terms::power, shippedCalibration());
                QCOMPARE(gpusOf(edit), gpus);
                QCOMPARE(edit.size(), std::size_t(planned && gpus == 24 ? 2 : 1));
            }
        }
    }

    /// The job's own layout, which repeats every forward pass, is not the one that counts.
    void equalTimeTakesTheFewestNodesWithTheirBestLayout()
    {
        Scenario s = test::edited(h100Job(),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "1024"}, {"plan.tensor_parallel", "8"},
                {"plan.recompute", "full"}});
        const Analysis reference = analyze(s);
        s.automatic.on = true;
        const double gpus = gpusOf(equalTerms(s, reference, Terms::time, shippedCalibration(), shippedPrices()));
        QVERIFY(gpus < s.cluster.gpus);
        QVERIFY(*plannedTime(s, gpus) <= reference.training.time_s);
        const std::array nodes{1.0, 2.0, 3.0, 4.0, 6.0, 8.0};
        for (const double fewer : nodes)
            if (8 * fewer < gpus)
                QVERIFY(plannedTime(s, 8 * fewer).value_or(INFINITY) > reference.training.time_s);
    }
};

KNEEPOINT_TEST(EqualTermsTest)
#include "equal_terms_test.moc"
