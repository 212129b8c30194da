// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/site_power.h"
#include "model/plan/best_figure.h"
#include "model/plan/envelope.h"
#include "model/plan/equal_terms.h"
#include "model/plan/planning.h"
#include "model/presets/presets.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

using namespace kneepoint;

namespace {

Cluster clusterOf(const char* gpu, const char* network, double gpus)
{
    Scenario s = test::edited(Scenario{}, {{"cluster.gpu", gpu}, {"cluster.interconnect", network}});
    s.cluster.resizeNode(8);
    s.cluster.gpus = gpus;
    return s.cluster;
}

Scenario job()
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.automatic.on = true;
    return s;
}

} // namespace

/// Prices with their dates, comparisons at equal cost, power or time, and the curve of best layouts.
class PricesTest : public QObject {
    Q_OBJECT

private slots:
    void everyPriceHasANameADateAndASource()
    {
        QVERIFY(!shippedPrices().prices.empty());
        for (const Price& p : shippedPrices().prices) {
            QVERIFY2(p.date.size() == 7 && !p.source.empty() && !p.name.empty(), p.id.c_str());
            QCOMPARE(p.assumed, p.source.starts_with("assumption"));
            if (p.kind == PriceKind::gpu)
                QVERIFY2(std::ranges::find(gpuPresets(), p.id, &GpuPreset::id) != gpuPresets().end(), p.id.c_str());
            if (p.kind == PriceKind::network)
                QVERIFY2(std::ranges::find(interconnectPresets(), p.id, &InterconnectPreset::id)
                        != interconnectPresets().end(),
                    p.id.c_str());
            PriceList list = shippedPrices();
            list.rent = p.rent.value_or(list.rent);
            QVERIFY2(*list.find(p.kind, p.id) == p, p.id.c_str());
            QVERIFY2(p.least() <= p.value && p.value <= p.most(), p.id.c_str());
            QVERIFY2(p.assumed || p.source.find("https://") != std::string::npos, p.id.c_str());
        }
    }

    /// One price in the window: what a shipped job of real hardware costs is what the list says.
    void scenariosOfRealHardwareUseTheList()
    {
        for (const ScenarioFile& file : scenarioPresets())
            if (file.group == "Modern LLM jobs" || file.group == "MLPerf Training"
                || file.group == "Classic data-parallel jobs")
                QVERIFY2(isListed(file.scenario.cluster, shippedPrices()),
                    fmt::format("{}: the list has {}", file.id, *shippedPrices().perGpuHour(file.scenario.cluster))
                        .c_str());
    }

    void aKindOfRentFallsBackToOthers()
    {
        PriceList list{{{"h100-sxm", "H100", PriceKind::gpu, 3, "2026-09", "offer"},
            {"h100-sxm", "H100", PriceKind::gpu, 2, "2026-09", "offer"}}};
        list.prices[0].rent = Rent::on_demand;
        list.prices[1].rent = Rent::spot;
        QCOMPARE(list.find(PriceKind::gpu, "h100-sxm")->value, 3.0); // nothing is reserved
        list.rent = Rent::spot;
        QCOMPARE(list.find(PriceKind::gpu, "h100-sxm")->value, 2.0);
    }

    void theNetworkReplacesItsShareOfTheRent()
    {
        PriceList list{{{"h100-sxm", "H100", PriceKind::gpu, 2, "2026-04", "offer"},
            {"ib-ndr", "NDR", PriceKind::network, 0.5, "2026-04", "offer"},
            {"network", "Network", PriceKind::network_share, 0.2, "2026-04", "offer"}}};
        QCOMPARE(*list.perGpuHour(clusterOf("h100-sxm", "ib-ndr", 16)), 2 * 0.8 + 0.5);
        QCOMPARE(*list.perGpuHour(clusterOf("h100-sxm", "ib-ndr", 8)), 2.0);
        list.prices[0].low = 1;
        list.prices[0].high = 4;
        const PriceRange range = *list.rangePerGpuHour(clusterOf("h100-sxm", "ib-ndr", 8));
        QVERIFY(range.low == 1 && range.value == 2 && range.high == 4);
    }

    void aGpuHourIncludesGpuNetworkStorageAndPower()
    {
        PriceList list{{{"h100-sxm", "H100", PriceKind::gpu, 2, "2025-06", "offer"},
            {"ib-ndr", "NDR", PriceKind::network, 0.5, "2025-06", "offer"},
            {"storage", "Storage", PriceKind::storage, 0.1, "2025-06", "offer"},
            {"power", "Power", PriceKind::power, 0.2, "2025-06", "offer"}}};
        const double watts = sitePowerW(clusterOf("h100-sxm", "ib-ndr", 16), 1);
        QCOMPARE(*list.perGpuHour(clusterOf("h100-sxm", "ib-ndr", 16)), 2.5 * 1.1 + 0.2 * watts / 1000);
        QCOMPARE(*list.perGpuHour(clusterOf("h100-sxm", "ib-ndr", 8)), 2 * 1.1 + 0.2 * watts / 1000);
        QVERIFY(!list.perGpuHour(clusterOf("a100-sxm-80", "ib-ndr", 16)));
        QCOMPARE(list.usedBy(clusterOf("h100-sxm", "ib-ndr", 16)).size(), std::size_t(4));
        list.prices.back().value = 0; // energy is not paid for, so its price is not part of the basis
        QCOMPARE(list.usedBy(clusterOf("h100-sxm", "ib-ndr", 16)).size(), std::size_t(3));
        QCOMPARE(*list.perGpuHour(clusterOf("h100-sxm", "ib-ndr", 16)), 2.5 * 1.1);
    }

    void aWrittenListIsReadBack()
    {
        PriceList list = shippedPrices();
        list.prices.front().value = 9.5;
        const auto read = parsePrices(writePrices(list), "prices.json");
        QVERIFY(read && *read == list);
    }

    void thePriceOfAClusterStatesItsSource()
    {
        const PriceList list{{{"h100-sxm", "H100", PriceKind::gpu, 2, "2025-06", "offer"},
            {"ib-ndr", "NDR", PriceKind::network, 0.5, "2024-11", "assumption", true}}};
        Cluster c = clusterOf("h100-sxm", "ib-ndr", 16);
        c.price_per_gpu_hour = 3;
        QCOMPARE(priceText(c, list), std::string("$3/h, as entered"));
        QCOMPARE(comparedPriceText(c, list), std::string("$3/h, as entered; the price list has $2.5/h"));
        c.price_per_gpu_hour = 2.5;
        QCOMPARE(priceText(c, list), std::string("$2.5/h, 2024-11, assumption"));
        QCOMPARE(comparedPriceText(c, list), priceText(c, list));
        PriceList reversed = list; // the oldest date first
        std::ranges::swap(reversed.prices[0].date, reversed.prices[1].date);
        QCOMPARE(priceText(c, reversed), std::string("$2.5/h, 2024-11, assumption"));
        c = clusterOf("h100-sxm", "ib-ndr", 8);
        c.price_per_gpu_hour = 2;
        QCOMPARE(priceText(c, list), std::string("$2/h, 2025-06"));
        QCOMPARE(priceText(clusterOf("a100-sxm-80", "ib-ndr", 8), list), std::string("$2/h, as entered"));
    }

    void aPriceThatIsNotStatedIsTheListsForTheHardware()
    {
        const Scenario h100 = test::preset("llama3-8b-64xh100");
        QCOMPARE(h100.cluster.price_per_gpu_hour, *shippedPrices().perGpuHour(h100.cluster));
        const auto on = [](const Scenario& s, const char* gpu) {
            const Parameter& p = parameter("cluster.gpu");
            return applied(s, {{&p, *parseValue(p, gpu)}}, shippedCalibration(), shippedPrices());
        };
        const Scenario b200 = on(h100, "b200-sxm");
        QCOMPARE(b200.cluster.price_per_gpu_hour, *shippedPrices().perGpuHour(b200.cluster));
        QVERIFY(b200.cluster.price_per_gpu_hour != h100.cluster.price_per_gpu_hour);
        QCOMPARE(on(b200, "h100-sxm").cluster.price_per_gpu_hour, h100.cluster.price_per_gpu_hour);
        const Scenario entered = test::edited(h100, {{"cluster.price_per_gpu_hour", "9"}});
        QCOMPARE(on(entered, "b200-sxm").cluster.price_per_gpu_hour, 9.0);
    }

    void aPriceThatTheListLacksIsSaid()
    {
        const Scenario h100 = test::preset("llama3-8b-64xh100");
        const auto said = [](const Scenario& before, const char* id, const char* value) {
            const Parameter& p = parameter(id);
            const Scenario next = applied(before, {{&p, *parseValue(p, value)}}, shippedCalibration(), shippedPrices());
            return unlistedPriceText(next, before, shippedPrices());
        };
        QCOMPARE(said(h100, "cluster.gpu", "gaudi3"),
            std::string("Price per GPU-hour: the price list has no Gaudi 3, so it is charged like GPUs without a "
                        "price, $2/h."));
        QVERIFY(said(h100, "cluster.gpu", "b200-sxm").empty());
        QVERIFY(said(h100, "cluster.peak_bf16", "1 PFLOP/s").empty()); // tuned, not another
        QVERIFY(said(test::edited(h100, {{"cluster.price_per_gpu_hour", "1.5"}}), "cluster.gpu", "gaudi3").empty());
    }

    void tuningHardwareNeverChangesThePrice()
    {
        const Scenario listed = test::preset("bert-large-100gbe");
        const double price = listed.cluster.price_per_gpu_hour;
        for (const auto& [id, value] :
            {std::pair("cluster.link_efficiency", 0.72), std::pair("cluster.link_rate", 25e9),
                std::pair("cluster.memory_bandwidth", 1e12), std::pair("cluster.nics_per_node", 4.0)}) {
            const Scenario tuned = applied(listed, {{&parameter(id), value}}, shippedCalibration(), shippedPrices());
            QVERIFY2(!isIdentical(tuned, listed), id);
            QVERIFY2(tuned.cluster.price_per_gpu_hour == price, id);
        }
        const Scenario tuned =
            applied(listed, {{&parameter("cluster.link_efficiency"), 0.72}}, shippedCalibration(), shippedPrices());
        const double b200 = *parseValue(parameter("cluster.gpu"), "b200-sxm");
        const Scenario other =
            applied(tuned, {{&parameter("cluster.gpu"), b200}}, shippedCalibration(), shippedPrices());
        QVERIFY(isListed(other.cluster, shippedPrices())); // another GPU is
    }

    /// The rent of a pod includes the network that holds it together; another one between pods comes on top.
    void aSecondTorusIsNotCheaper()
    {
        const Scenario one = test::preset("llama2-70b-256xtpuv6e");
        const Scenario two = applied(one, {{&parameter("cluster.gpus"), 512}}, shippedCalibration(), shippedPrices());
        QVERIFY(two.cluster.price_per_gpu_hour > one.cluster.price_per_gpu_hour);
    }

    void invalidPricesAreRejectedWithTheirPlace()
    {
        for (const auto& [text, place] : {std::pair("", "mine.json:1"), {"[]", "mine.json: /prices: missing"},
                 {"{}", "mine.json: /prices: missing"}, {R"({"prices": 3})", "mine.json: /prices: expected a list"},
                 {R"({"prices": [{"id": "h100-sxm"}]})", "mine.json: /prices/0/kind: missing"},
                 {R"({"prices": [{"id": "h100-sxm", "kind": "gpu", "dollars_per_hour": -1}]})",
                     "mine.json: /prices/0/dollars_per_hour: -1 is not between 0 and"},
                 {R"({"prices": [{"id": "h100-sxm", "kind": "gpu", "dollars_per_hour": 2, "low": 3}]})",
                     "mine.json: /prices/0: \"low\" needs a \"high\""},
                 {R"({"prices": [{"id": "h100-sxm", "kind": "gpu", "dollars_per_hour": 2, "rent": "stolen"}]})",
                     "mine.json: /prices/0/rent: must be"},
                 {R"({"prices": [{"id": "h100-sxm", "kind": "steam", "dollars_per_hour": 1}]})",
                     "mine.json: /prices/0/kind: must be"}}) {
            const auto read = parsePrices(text, "mine.json");
            QVERIFY2(!read && read.error().message.starts_with(place), read ? text : read.error().message.c_str());
        }
    }

    void aPlanOverSeveralGpusUsesListPrices()
    {
        PlanQuestion q{job(), {}, {}, {}};
        q.job.workload.training_tokens = 1e11;
        q.limits.max_gpus = 16;
        q.prices = shippedPrices();
        for (const char* id : {"h100-sxm", "a100-sxm-80"})
            q.gpus.push_back({static_cast<PresetIndex>(*parseValue(parameter("cluster.gpu"), id)), 0});
        const PlanAnswer a = plan(q, shippedCalibration());
        QVERIFY(!a.pareto.empty());
        for (const PlanPoint& p : a.pareto)
            QCOMPARE(p.scenario.cluster.price_per_gpu_hour, *q.prices.perGpuHour(p.scenario.cluster));
    }

    /// Another kind of rent replaces a listed price of the job's own GPUs, but not one that was entered.
    void anotherRentPricesTheJobsOwnGpus()
    {
        PlanQuestion q{job(), {}, {}, {}};
        q.job.workload.training_tokens = 1e11;
        q.limits.max_gpus = 16;
        q.prices = shippedPrices();
        q.prices.rent = Rent::on_demand;
        for (const PlanPoint& p : plan(q, shippedCalibration()).pareto)
            QVERIFY(isListed(p.scenario.cluster, q.prices) && !isListed(p.scenario.cluster, shippedPrices()));
        q.job.cluster.price_per_gpu_hour = 9;
        for (const PlanPoint& p : plan(q, shippedCalibration()).pareto)
            QCOMPARE(p.scenario.cluster.price_per_gpu_hour, 9.0);
    }

    void equalMoneyAndPowerAreNeverExceeded()
    {
        const Analysis reference = analyze(test::preset("llama3-8b-64xh100"));
        Scenario s = test::edited(job(), {{"cluster.gpu", "b200-sxm"}, {"cluster.price_per_gpu_hour", "4.3"}});
        const auto gpusOf = [&](Terms terms) {
            return applied(s, equalTerms(s, reference, terms, shippedCalibration()), shippedCalibration()).cluster.gpus;
        };
        const Cluster& there = reference.scenario.cluster;
        const double money = there.gpus * there.price_per_gpu_hour;
        QVERIFY(gpusOf(Terms::money) * 4.3 <= money && (gpusOf(Terms::money) + 8) * 4.3 > money);
        const double power = there.gpus * there.power_w;
        QVERIFY(gpusOf(Terms::power) * s.cluster.power_w <= power);
        QVERIFY((gpusOf(Terms::power) + 8) * s.cluster.power_w > power);
    }

    /// Two kinds of GPU with the same price as entered do not cost the same.
    void equalMoneyUsesListPricesWhereBothHaveOne()
    {
        Scenario a = test::preset("llama3-8b-64xh100");
        a.cluster.price_per_gpu_hour = 2;
        Scenario b = test::edited(job(), {{"cluster.gpu", "b200-sxm"}, {"cluster.price_per_gpu_hour", "2"}});
        b = applied(b, equalTerms(b, analyze(a), Terms::money, shippedCalibration()), shippedCalibration());
        QCOMPARE(b.cluster.price_per_gpu_hour, *shippedPrices().perGpuHour(b.cluster));
        const double money = a.cluster.gpus * *shippedPrices().perGpuHour(a.cluster);
        QVERIFY(b.cluster.gpus < a.cluster.gpus && b.cluster.gpus * b.cluster.price_per_gpu_hour <= money);
    }

    /// Prices of clusters beyond one node include their network, and count from the first node.
    void equalMoneyPaysForTheNetworkBetweenNodes()
    {
        const Analysis reference = analyze(test::preset("llama3-405b-16384xh100"));
        Scenario s = test::edited(job(), {{"cluster.gpu", "b200-sxm"}});
        s.cluster.price_per_gpu_hour = *shippedPrices().perGpuHour(s.cluster);
        s = applied(s, equalTerms(s, reference, Terms::money, shippedCalibration()), shippedCalibration());
        const double money = reference.scenario.cluster.gpus * *shippedPrices().perGpuHour(reference.scenario.cluster);
        const double price = *shippedPrices().perGpuHour(s.cluster);
        QVERIFY(s.cluster.gpus > s.cluster.gpus_per_node);
        QVERIFY(s.cluster.gpus * price <= money && (s.cluster.gpus + s.cluster.gpus_per_node) * price > money);
    }

    /// A batch that the new number of GPUs does not divide moves with it.
    void equalPowerGivesAClusterThatHasALayout()
    {
        const Analysis reference = analyze(test::preset("llama3-8b-64xh100"));
        Scenario s = test::edited(job(),
            {{"workload.scaling", "strong"}, {"workload.global_batch", "512"}, {"cluster.gpu", "b200-sxm"},
                {"cluster.price_per_gpu_hour", "4.3"}});
        s.plan.batch_tolerance = 0;
        bool moved = false;
        for (double gpus = 16; gpus <= 64; gpus += 8) {
            Analysis a = reference;
            a.scenario.cluster.gpus = gpus;
            const Scenario there =
                applied(s, equalTerms(s, a, Terms::power, shippedCalibration()), shippedCalibration());
            QVERIFY(autoPlan(there, {}, shippedCalibration()).layout);
            moved = moved || there.workload.global_batch != 512;
        }
        QVERIFY(moved);
    }

    void equalTimeIsReached()
    {
        const Analysis reference = analyze(test::preset("llama3-8b-64xh100"));
        Scenario s = test::edited(job(), {{"workload.scaling", "strong"}, {"cluster.gpu", "a100-sxm-80"}});
        s.workload.global_batch = 1024;
        s = applied(s, equalTerms(s, reference, Terms::time, shippedCalibration()), shippedCalibration());
        QVERIFY(s.cluster.gpus > reference.scenario.cluster.gpus);
        const AutoPlanAnswer planned = autoPlan(s, {}, shippedCalibration());
        const Analysis there = analyze(applied(s, editOf(*planned.layout), shippedCalibration()));
        QVERIFY(there.training.time_s <= reference.training.time_s);
    }

    void whereNothingFitsNoClusterTakesEqualTime()
    {
        Scenario s = test::edited(job(), {{"cluster.memory_bytes", "1 GB"}, {"workload.model", "llama3.1-405b"}});
        s.automatic = {.on = true, // few layouts on each of the 26 clusters
            .tensor_parallel = true,
            .pipeline_parallel = true,
            .context_parallel = true,
            .recompute = true,
            .batch_per_gpu = true};
        const AutoPlanAnswer planned = autoPlan(s, {}, shippedCalibration());
        QVERIFY(planned.valid > 0 && !planned.layout);
        const Analysis reference = analyze(test::preset("llama3-8b-64xh100"));
        QVERIFY(equalTerms(s, reference, Terms::time, shippedCalibration()).empty());
    }

    void lessThanADollarAnHourStillBuysANode()
    {
        Scenario s = test::edited(job(), {{"cluster.price_per_gpu_hour", "0.3"}});
        Analysis reference = analyze(s);
        reference.scenario.cluster.gpus = 1;
        QCOMPARE(equalTerms(s, reference, Terms::money, shippedCalibration()).front().value, s.cluster.gpus_per_node);
    }

    void theEnvelopeIsAsFastAsTheFixedPlanWithinTheNoise()
    {
        Scenario s = job();
        s = applied(s, editOf(*autoPlan(s, {}, shippedCalibration()).layout), shippedCalibration());
        const Analysis a = analyze(s);
        const Envelope e = envelope(a);
        QVERIFY(!e.empty());
        for (const EnvelopePoint& p : e.points) {
            const ScalePoint fixed = scalePoint(s, p.workers, shippedCalibration());
            const bool valid = fixed.step.memory.fits()
                && LayoutRules(withWorkers(s, p.workers)).allows(layoutOf(withWorkers(s, p.workers)));
            if (valid)
                QVERIFY(p.speedup >= fixed.speedup / (1 + most_given_up) * (1 - 1e-9));
        }
        QVERIFY(std::ranges::is_sorted(e.points, {}, &EnvelopePoint::workers));
        if (e.knee)
            QVERIFY(*e.knee > e.points.front().workers && *e.knee <= e.points.back().workers);
    }

    void runsOfAnEnvelopeMatchItsLayouts()
    {
        const Analysis a = analyze(job());
        const Envelope e = envelope(a);
        QVERIFY(e.whole && !e.empty());
        for (const EnvelopePoint& p : e.points) {
            const Scenario s = applied(withWorkers(a.scenario, p.workers), editOf(p.layout), shippedCalibration());
            QCOMPARE(p.run.cost, analyze(s).training.cost);
        }
    }

    void metricsUnderTheBestLayoutMatchThePlannedScenario()
    {
        const Calibration& calibration = shippedCalibration();
        const Scenario s = job();
        const AutoPlanAnswer found = autoPlan(s, {.most_families = families_at_once}, calibration);
        const Scenario planned = applied(s, editOf(*found.layout), calibration);
        QCOMPARE(bestFigure(metric("step_s"), s, calibration), measure(metric("step_s"), planned));
        QCOMPARE(bestFigure(metric("knee"), s, calibration),
            envelope(analyze(planned), {.most_families = families_at_once}).knee);
        const Scenario tiny = test::edited(s, {{"workload.model", "llama3.1-405b"}, {"cluster.gpus", "1"}});
        QVERIFY(!bestFigure(metric("step_s"), tiny, calibration));
    }

    void aStoppedEnvelopeHasNoKnee()
    {
        std::stop_source stop;
        stop.request_stop();
        const Envelope e = envelope(analyze(job()), {.stop = stop.get_token()});
        QVERIFY(e.points.empty() && !e.knee);
    }
};

KNEEPOINT_TEST(PricesTest)
#include "prices_test.moc"
