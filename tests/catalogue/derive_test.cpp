// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"

#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

constexpr const char* presets[] = {
    "workload.model", "cluster.machine", "cluster.gpu", "cluster.interconnect", "stack.software"};
constexpr const char* jobs[] = {"llama3-70b-512xh100", "mixtral-8x7b-256xh100", "knee-simulator", "gap-64-gpus",
    "llama2-70b-256xtpuv6e", "deepseek-v3-2048xh800", "gpt3-175b-1024xa100", "suspect-tiny-batch", "comm-wall-1024",
    "opt-175b-992"};

Scenario with(const Scenario& s, const Edit& edit)
{
    return applied(s, edit, shippedCalibration());
}

Scenario with(const Scenario& s, std::string_view id, double value)
{
    return with(s, {{&parameter(id), value}});
}

double choice(std::string_view id, std::string_view text)
{
    return *parseValue(parameter(id), text);
}

/// The parameters whose values differ, by id.
QString difference(const Scenario& a, const Scenario& b)
{
    QString text;
    for (const Parameter& p : catalogue())
        if (p.get(a) != p.get(b) || isStated(p, a) != isStated(p, b))
            text += QStringLiteral("%1: %2 %3, ")
                        .arg(QString::fromStdString(std::string(p.id)))
                        .arg(p.get(a), 0, 'g', 12)
                        .arg(p.get(b), 0, 'g', 12);
    return text;
}

#define VERIFY_IDENTICAL(a, b, what) QVERIFY2(isIdentical(a, b), qPrintable(QString(what) + ": " + difference(a, b)))

} // namespace

/// A scenario keeps what was chosen and typed; everything else follows, so that nothing that was tried leaves a trace.
class DeriveTest : public QObject {
    Q_OBJECT

private slots:
    void everyPresetReturns_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id : presets)
            QTest::newRow(id) << QByteArray(id);
    }
    /// All ordered pairs of a kind, in ten scenarios: to one, to the other, and back.
    void everyPresetReturns()
    {
        QFETCH(const QByteArray, id);
        const Parameter& p = parameter(id.toStdString());
        const auto count = static_cast<int>(p.choices().size());
        const int wanted = test::scenariosWanted(20000);
        const int stride = std::max(1, static_cast<int>(std::size(jobs)) * count * count / wanted);
        int at = 0;
        for (const char* job : jobs) {
            const Scenario s = test::preset(job);
            for (int a = 0; a < count; ++a) {
                const Scenario there = with(s, p.id, a);
                VERIFY_IDENTICAL(with(there, p.id, p.get(s)), with(s, p.id, p.get(s)), job);
                for (int b = 0; b < count; ++b)
                    if (++at % stride == 0)
                        VERIFY_IDENTICAL(with(with(there, p.id, b), p.id, a), there, job);
            }
        }
    }

    /// Settings that are made together are a set.
    void theOrderOfSettingsDoesNotMatter()
    {
        test::RandomScenarios random(42);
        const auto shipped = scenarioPresets();
        for (int i = 0; i < test::scenariosWanted(5000); ++i) {
            const Scenario s = shipped[random.index(shipped.size())].scenario;
            Edit edit = random.statements(12);
            const Scenario once = with(s, edit);
            for (std::size_t k = edit.size(); k > 1; --k)
                std::swap(edit[k - 1], edit[random.index(k)]);
            VERIFY_IDENTICAL(with(s, edit), once, shipped[0].id.c_str());
        }
    }

    /// What was edited one after another is what its statements say.
    void aScenarioFollowsFromItsStatements()
    {
        test::RandomScenarios random(7);
        for (int i = 0; i < test::scenariosWanted(5000); ++i) {
            Scenario s = random.walked();
            if (s.automatic.on)
                s = with(s, "plan.auto", 0);
            Scenario again = derived(statedIn(s), shippedCalibration());
            again.cluster.price_per_gpu_hour = s.cluster.price_per_gpu_hour;
            VERIFY_IDENTICAL(again, s, "walked");
        }
    }

    void whatWasTypedStaysUnderAnotherPreset()
    {
        const Scenario s = with(test::preset("llama3-70b-512xh100"), "cluster.sustained_clock", 1.2);
        const Scenario other = with(s, "cluster.gpu", choice("cluster.gpu", "b200-sxm"));
        QCOMPARE(other.cluster.sustained_clock, 1.2);
        QCOMPARE(originOf(parameter("cluster.sustained_clock"), other), Origin::typed);
        QVERIFY(keptText(parameter("cluster.gpu"), other, shippedCalibration()).ends_with(", typed, is kept."));
        QVERIFY(keptText(parameter("stack.software"), other, shippedCalibration()).empty());
    }

    void aWithdrawnValueFollowsAgain()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        const Scenario typed = with(s, "cluster.sustained_clock", 1.2);
        VERIFY_IDENTICAL(withdrawn(typed, parameter("cluster.sustained_clock"), shippedCalibration()), s, "clock");
    }

    /// Planning puts its layout over the one that was stated, which comes back.
    void planningLeavesNoTrace()
    {
        for (const char* job : jobs) {
            const Scenario s = with(test::preset(job), "plan.auto", 0);
            Scenario planned = with(s, "plan.auto", 1);
            planned = inLayout(planned,
                {{&parameter("plan.tensor_parallel"), 2}, {&parameter("plan.pipeline_parallel"), 2},
                    {&parameter("workload.batch_per_gpu"), 3}, {&parameter("plan.accumulation"), 5}});
            QVERIFY(planned.plan.tensor_parallel == 2);
            VERIFY_IDENTICAL(with(planned, "plan.auto", 0), s, job);
        }
    }

    void aPlannedLayoutIsTakenOverWhereNoneWasStated()
    {
        Scenario s = derived({{&parameter("plan.auto"), 1}, {&parameter("cluster.gpus"), 64}}, shippedCalibration());
        s = inLayout(s, {{&parameter("plan.tensor_parallel"), 4}});
        const Scenario by_hand = with(s, "plan.auto", 0);
        QCOMPARE(by_hand.plan.tensor_parallel, 4.0);
        QCOMPARE(originOf(parameter("plan.tensor_parallel"), by_hand), Origin::typed);
    }

    /// Micro-batch, accumulation, replicas and global batch: what was stated holds, what was not follows.
    void theBatchFollowsFromWhatWasStated()
    {
        const Scenario s = test::preset("llama3-70b-512xh100"); // 16 replicas, micro-batches of 1, 64 of them
        const Scenario more =
            with(s, {{&parameter("workload.global_batch"), 512}, {&parameter("workload.batch_per_gpu"), 2}});
        QCOMPARE(more.plan.accumulation, 16.0);
        const Scenario fewer =
            with(s, {{&parameter("workload.global_batch"), 512}, {&parameter("plan.accumulation"), 8}});
        QCOMPARE(fewer.workload.batch_per_gpu, 4.0);
        const Scenario gpus = with(s,
            {{&parameter("workload.global_batch"), 256}, {&parameter("plan.accumulation"), 8},
                {&parameter("workload.batch_per_gpu"), 1}});
        QCOMPARE(gpus.cluster.gpus, 1024.0);
    }

    void contradictionsNameTheValuesThatAgree()
    {
        const Edit edit{{&parameter("workload.global_batch"), 500}, {&parameter("plan.accumulation"), 8},
            {&parameter("workload.batch_per_gpu"), 1}, {&parameter("cluster.gpus"), 512}};
        const std::string why = contradictionIn(edit, with(test::preset("llama3-70b-512xh100"), edit));
        QVERIFY2(why.find("= 128") != std::string::npos, why.c_str());
        const Edit sizes{{&parameter("workload.parameters"), 7e9},
            {&parameter("workload.model"), choice("workload.model", "llama3.1-70b")}};
        QVERIFY(!contradictionIn(sizes, with(Scenario{}, sizes)).empty());
        const Edit named{{&parameter("workload.parameters"), 70e9}, sizes[1]};
        QVERIFY(contradictionIn(named, with(Scenario{}, named)).empty());
    }

    /// A size of one's own keeps the family, and waits while a model is chosen.
    void aSizeKeepsTheFamilyOfTheModel()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        const Scenario smaller = with(s, "workload.parameters", 30e9);
        QCOMPARE(smaller.workload.model, 0);
        QVERIFY(smaller.workload.gated && smaller.workload.vocabulary == s.workload.vocabulary);
        const Scenario other = with(smaller, "workload.model", choice("workload.model", "qwen3-32b"));
        QVERIFY(other.workload.model > 0 && other.workload.parameters != 30e9);
        VERIFY_IDENTICAL(with(other, "workload.model", 0), smaller, "size");
    }
};

KNEEPOINT_TEST(DeriveTest)
#include "derive_test.moc"
