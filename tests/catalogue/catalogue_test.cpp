// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/scenario_file.h"
#include "model/cost/operations.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

using namespace kneepoint;
using test::edited;
using test::RandomScenarios;

Q_DECLARE_METATYPE(const Parameter*)

namespace {

void nameParameters()
{
    QTest::addColumn<const Parameter*>("p");
    for (const Parameter& p : catalogue())
        QTest::newRow(std::string(p.id).c_str()) << &p;
}

std::string firstOutOfRange(const Scenario& s)
{
    for (const Parameter& p : catalogue())
        if (const auto checked = checkValue(p, p.get(s)); !checked)
            return checked.error().message;
    return "";
}

} // namespace

/// Every record of the catalogue, and the effects of user edits.
class CatalogueTest : public QObject {
    Q_OBJECT

private slots:
    void idsAreUniqueAndWellFormed()
    {
        static const QRegularExpression form("^(workload|cluster|plan|stack|assumptions)\\.[a-z][a-z0-9_]*$");
        std::set<std::string_view> ids;
        for (const Parameter& p : catalogue()) {
            const QString id = QString::fromUtf8(p.id.data(), static_cast<qsizetype>(p.id.size()));
            QVERIFY2(ids.insert(p.id).second, qPrintable(id + " appears twice"));
            QVERIFY2(form.match(id).hasMatch(), qPrintable(id));
            QCOMPARE(findParameter(p.id), &p);
        }
        QVERIFY(!findParameter("workload.nothing"));
        QVERIFY(!findParameter(""));
    }

    void americanSpellingsOfIdsAreAccepted()
    {
        const Parameter& p = parameter("plan.synchronisation");
        QCOMPARE(findParameter("plan.synchronization"), &p);
        Scenario s;
        QVERIFY(editByText(s, "plan.synchronization", "parameter-server", shippedCalibration()));
        QVERIFY(s.plan.synchronization == Synchronization::parameter_server);
        const auto read = parseScenario(R"({"kneepoint": 1, "scenario": {"plan.synchronization": "parameter-server"}})",
            "job.json", shippedCalibration());
        QVERIFY(read && read->scenario.plan.synchronization == Synchronization::parameter_server);
        const std::string written = writeScenario(*read, shippedCalibration());
        QVERIFY(written.find("plan.synchronisation") != std::string::npos);
        QVERIFY(written.find("plan.synchronization") == std::string::npos);
    }

    void theGroupIsTheFirstPartOfTheId()
    {
        constexpr std::string_view rooms[] = {"workload", "cluster", "plan", "stack", "assumptions"};
        for (const Parameter& p : catalogue()) {
            QVERIFY(p.id.starts_with(rooms[static_cast<std::size_t>(p.group)]));
            QVERIFY(!groupLabel(p.group).empty());
        }
    }

    void everyParameterHasHelp_data() { nameParameters(); }
    void everyParameterHasHelp()
    {
        QFETCH(const Parameter*, p);
        QVERIFY(!p->label.empty());
        QVERIFY(p->help.ends_with('.'));
        QVERIFY(!rangeText(*p).empty());
        QCOMPARE(p->choices != nullptr, p->scale == Scale::choice);
        if (p->choices) {
            const auto options = p->choices();
            QCOMPARE(p->range.max, static_cast<double>(options.size() - 1));
            for (const Choice& option : options)
                QVERIFY(!option.id.empty() && !option.label.empty());
        }
    }

    void theDefaultIsInRange_data() { nameParameters(); }
    void theDefaultIsInRange()
    {
        QFETCH(const Parameter*, p);
        const auto checked = checkValue(*p, p->defaultValue());
        QVERIFY2(checked, checked ? "" : checked.error().message.c_str());
        QVERIFY(p->range.min < p->range.max && p->range.slider_min < p->range.slider_max);
        QVERIFY(p->range.slider_min >= p->range.min && p->range.slider_max <= p->range.max);
        const bool logarithmic = p->scale == Scale::logarithmic || p->scale == Scale::power_of_two;
        QVERIFY(!logarithmic || p->range.min > 0);
    }

    void assignedValuesAreReadBack_data() { nameParameters(); }
    void assignedValuesAreReadBack()
    {
        QFETCH(const Parameter*, p);
        RandomScenarios random(1);
        for (int i = 0; i < 200; ++i) {
            Scenario s = random.walked();
            const double value = random.valueOf(*p);
            Scenario before = s;
            p->assign(s, value);
            QVERIFY(p->get(s) == value);
            p->assign(before, value);
            QVERIFY(before == s);
        }
    }

    void assigningChangesNothingElse_data() { nameParameters(); }
    void assigningChangesNothingElse()
    {
        QFETCH(const Parameter*, p);
        RandomScenarios random(2);
        const Scenario before = random.scattered();
        Scenario s = before;
        p->assign(s, random.valueOf(*p));
        for (const Parameter& other : catalogue())
            QVERIFY(&other == p || other.get(s) == other.get(before));
    }

    void shownValuesAreReadBack_data() { nameParameters(); }
    void shownValuesAreReadBack()
    {
        QFETCH(const Parameter*, p);
        RandomScenarios random(3);
        for (int i = 0; i < 100; ++i) {
            const double value = random.valueOf(*p);
            const std::string text = p->scale == Scale::choice
                ? std::string(p->choices()[static_cast<std::size_t>(value)].id)
                : valueText(*p, value);
            const auto read = parseValue(*p, text);
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            QVERIFY2(*read == value, text.c_str());
        }
    }

    /// 54 days · 16384 / 419, and 60 / 312: no short text is parsed to these values.
    void valuesThatNobodyWouldTypeAreRoundedToBeRead()
    {
        const auto byDefault = [](std::string_view id) {
            return briefText(parameter(id), parameter(id).defaultValue());
        };
        QCOMPARE(byDefault("cluster.gpu_mtbf"), std::string("5.78 years"));
        QCOMPARE(byDefault("stack.compute_efficiency"), std::string("19.2 %"));
        QCOMPARE(byDefault("cluster.link_rate"), valueText(parameter("cluster.link_rate"), 25e9));
        QCOMPARE(briefText(parameter("stack.compute_efficiency"), 0.625), std::string("62.5 %"));
        QCOMPARE(briefText(parameter("workload.parameters"), 6738415616), std::string("6.74 B"));
        QCOMPARE(briefText(parameter("cluster.gpus"), 131072), std::string("131.072 k")); // counted
        QCOMPARE(briefText(parameter("workload.vocabulary"), 128256), std::string("128.256 k"));
        QCOMPARE(briefText(parameter("cluster.gpu"), 1), valueText(parameter("cluster.gpu"), 1));
    }

    void valuesOutOfRangeAreRejectedWithLabelAndRange_data() { nameParameters(); }
    void valuesOutOfRangeAreRejectedWithLabelAndRange()
    {
        QFETCH(const Parameter*, p);
        for (const double value :
            {p->range.min - 1 - std::abs(p->range.min), p->range.max * 2 + 1, std::nan(""), HUGE_VAL, -HUGE_VAL}) {
            const auto checked = checkValue(*p, value);
            QVERIFY(!checked);
            QVERIFY(checked.error().message.starts_with(std::string(p->label) + ": "));
            QVERIFY(checked.error().message.find(rangeText(*p)) != std::string::npos);
        }
    }

    void editsKeepEveryValueInRange()
    {
        RandomScenarios random(4);
        for (int i = 0; i < 5000; ++i) {
            const Scenario s = random.walked();
            const std::string why = firstOutOfRange(s);
            QVERIFY2(why.empty(), why.c_str());
        }
    }

    void editsKeepTheBatchesConsistent()
    {
        RandomScenarios random(5);
        for (int i = 0; i < 5000; ++i) {
            const Scenario s = random.walked();
            const double together = s.workload.batch_per_gpu * s.plan.accumulation * workers(s);
            VERIFY_CLOSE(together, s.workload.global_batch, 1e-9);
        }
    }

    void aRejectedEditLeavesTheScenarioUnchanged_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        test::dataRow("unknown id", "cluster.gpu_count", "8", "cluster.gpu_count");
        test::dataRow("unknown choice", "cluster.gpu", "h1000", "cluster.gpu");
        test::dataRow("out of range", "cluster.gpus", "0", "cluster.gpus");
        test::dataRow("no number", "cluster.gpus", "many", "cluster.gpus");
        test::dataRow("wrong unit", "cluster.link_rate", "3 s", "cluster.link_rate");
        test::dataRow("infinite", "workload.parameters", "1e999", "workload.parameters");
        test::dataRow("not a whole number", "workload.layers", "2.5", "workload.layers");
        test::dataRow("not a flag", "assumptions.stragglers", "maybe", "assumptions.stragglers");
        test::dataRow("nothing", "cluster.gpus", "", "cluster.gpus");
    }
    void aRejectedEditLeavesTheScenarioUnchanged()
    {
        QFETCH(QString, id);
        QFETCH(QString, text);
        QFETCH(QString, named);
        Scenario s = test::preset("gap-64-gpus");
        const auto done = editByText(s, id.toStdString(), text.toStdString());
        QVERIFY(!done);
        QVERIFY2(done.error().message.find(named.toStdString()) != std::string::npos, done.error().message.c_str());
        QVERIFY(s == test::preset("gap-64-gpus"));
    }

    void errorsNameTheLabelAndInFilesTheId()
    {
        const Parameter& gpus = parameter("cluster.gpus");
        const std::string label(gpus.label);
        QVERIFY(parseValue(gpus, "0").error().message.starts_with(label + ": "));
        QVERIFY(checkValue(parameter("workload.layers"), 2.5).error().message.starts_with("Layers: "));
        Scenario s;
        QVERIFY(editByText(s, "cluster.gpus", "0").error().message.starts_with("cluster.gpus: " + label + ": "));
        const auto read = parseScenario(R"({"kneepoint": 1, "scenario": {"cluster.gpus": 0}})", "file");
        QVERIFY2(read.error().message.starts_with("file: /scenario/cluster.gpus: " + label + ": "),
            read.error().message.c_str());
    }

    void aGpuSetsItsFiguresAndOneThatIsTypedStays()
    {
        const Scenario h100 = edited(Scenario{}, {{"cluster.gpu", "h100-sxm"}});
        QCOMPARE(h100.cluster.peak[static_cast<std::size_t>(Precision::bf16)], 989.4e12);
        QCOMPARE(h100.cluster.memory_bandwidth, 3350e9);
        QVERIFY(h100.cluster.gpu != 0);
        for (const char* id : {"cluster.peak_bf16", "cluster.memory_bytes", "cluster.memory_bandwidth"})
            for (const char* gpu : {"h100-sxm", "gb200"}) {
                const Scenario typed = edited(h100, {{id, "1e12"}, {"cluster.gpu", gpu}});
                QCOMPARE(parameter(id).get(typed), 1e12);
                QCOMPARE(valueText(parameter("cluster.gpu"), typed.cluster.gpu),
                    valueText(parameter("cluster.gpu"), *parseValue(parameter("cluster.gpu"), gpu)));
            }
    }

    void anInterconnectSetsItsFiguresAndOneThatIsTypedStays()
    {
        const Scenario s = edited(Scenario{}, {{"cluster.interconnect", "100gbe-tcp"}});
        QCOMPARE(s.cluster.protocol, Protocol::tcp);
        QCOMPARE(s.cluster.link_rate, 12.5e9);
        const Scenario faster = edited(s, {{"cluster.link_rate", "400 Gbit/s"}});
        QCOMPARE(faster.cluster.interconnect, s.cluster.interconnect);
        QCOMPARE(edited(faster, {{"cluster.interconnect", "10gbe"}}).cluster.link_rate, 50e9);
        QCOMPARE(faster.cluster.link_efficiency, s.cluster.link_efficiency);
    }

    void editingTheArchitectureRecountsTheParameters()
    {
        Scenario s = edited(Scenario{}, {{"workload.model", "gpt3-175b"}});
        const double before = countParameters(s.workload).total;
        VERIFY_CLOSE(before, 175e9, 0.01);
        s = edited(s, {{"workload.layers", "192"}});
        VERIFY_CLOSE(s.workload.parameters, 2 * before, 0.01);
    }

    void strongScalingDividesTheGlobalBatch()
    {
        const Scenario s = edited(Scenario{}, {{"workload.scaling", "strong"}, {"workload.global_batch", "4096"}});
        QCOMPARE(s.workload.batch_per_gpu, 512.0);
        const Scenario more = edited(s, {{"cluster.gpus", "64"}});
        QCOMPARE(more.workload.global_batch, 4096.0);
        QCOMPARE(more.workload.batch_per_gpu, 64.0);
    }

    void weakScalingGrowsTheGlobalBatch()
    {
        const Scenario s = edited(Scenario{}, {{"workload.scaling", "weak"}, {"workload.batch_per_gpu", "32"}});
        QCOMPARE(s.workload.global_batch, 256.0);
        const Scenario more = edited(s, {{"cluster.gpus", "64"}});
        QCOMPARE(more.workload.batch_per_gpu, 32.0);
        QCOMPARE(more.workload.global_batch, 2048.0);
        QCOMPARE(edited(more, {{"plan.accumulation", "4"}}).workload.global_batch, 8192.0);
    }

    void strongScalingReducesAccumulationBeforeTheMicroBatch()
    {
        const Scenario s = edited(
            Scenario{}, {{"workload.scaling", "strong"}, {"workload.batch_per_gpu", "1"}, {"plan.accumulation", "16"}});
        QCOMPARE(s.workload.global_batch, 128.0);
        const Scenario more = edited(s, {{"cluster.gpus", "64"}});
        QCOMPARE(more.plan.accumulation, 2.0);
        QCOMPARE(more.workload.batch_per_gpu, 1.0);
    }

    void aGlobalBatchChangesTheAccumulationFirst()
    {
        const Scenario s = edited(Scenario{},
            {{"workload.scaling", "strong"}, {"workload.batch_per_gpu", "1"}, {"cluster.gpus", "32"},
                {"workload.global_batch", "3072"}});
        QCOMPARE(s.plan.accumulation, 96.0);
        const Scenario less = edited(s, {{"workload.global_batch", "1024"}});
        QCOMPARE(less.workload.batch_per_gpu, 1.0);
        QCOMPARE(less.plan.accumulation, 32.0);
    }

    /// Automatic planning puts a button beside the names of the plan, which leaves room for about as many letters.
    void theNamesOfThePlanFitBesideTheirButtons()
    {
        constexpr std::size_t letters = 14;
        for (const Parameter& p : catalogue())
            if (p.group == Group::plan && p.pins.empty()) {
                const std::string shown(p.brief.empty() ? p.label : p.brief);
                QVERIFY2(shown.size() <= letters, shown.c_str());
            }
    }

    void aDivisibleGlobalBatchGivesWholeMicroBatches()
    {
        for (double batch = 1; batch <= 8; ++batch)
            for (double share = 1; share <= 400; ++share) {
                Scenario s;
                parameter("workload.batch_per_gpu").edit(s, batch, shippedCalibration());
                parameter("workload.global_batch").edit(s, share * workers(s), shippedCalibration());
                QCOMPARE(std::fmod(s.workload.batch_per_gpu, 1), 0.0);
                QCOMPARE(std::fmod(s.plan.accumulation, 1), 0.0);
                QVERIFY(s.workload.batch_per_gpu <= batch);
                QCOMPARE(s.workload.batch_per_gpu * s.plan.accumulation, share);
            }
    }

    void accumulatingEightDividesGammaByEight()
    {
        const Scenario s = test::bareJob();
        const Scenario eight = edited(s, {{"plan.accumulation", "8"}});
        VERIFY_CLOSE(evaluate(eight).gamma, evaluate(s).gamma / 8, 1e-12);
    }
};

KNEEPOINT_TEST(CatalogueTest)
#include "catalogue_test.moc"
