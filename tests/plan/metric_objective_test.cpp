// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/metric_objective.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Objectives and limits of searches by the id of a metric.
class MetricObjectiveTest : public QObject {
    Q_OBJECT

private slots:
    void aLimitIsReadOrRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("refusal"); // empty: it is read
        QTest::addColumn<double>("limit");
        QTest::addColumn<bool>("at_least");
        const auto row = [](const char* text, const char* refusal, double limit = 0, bool at_least = false) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(refusal) << limit << at_least;
        };
        row("step_s<=2.5", "", 2.5);
        row("mfu>=0.4", "", 0.4, true);
        row("memory_bytes<=8e10", "", 8e10);
        row("step_s<=-1", "", -1);
        row("step_s<2", "a limit must be METRIC<=VALUE");
        row("step_s>2", "a limit must be METRIC<=VALUE");
        row("step_s=2", "a limit must be METRIC<=VALUE");
        row("step_s<", "a limit must be METRIC<=VALUE");
        row("step_s", "a limit must be METRIC<=VALUE");
        row("nope<=2", "\"nope\" is not a figure of a step");
        row("knee<=2", "\"knee\" is not a figure of a step");
        row("step_s<=", "\"\" is not a number");
        row("step_s<=two", "\"two\" is not a number");
        row("step_s<=2 s", "\"2 s\" is not a number");
        row("step_s<=inf", "\"inf\" is not a number");
        row("step_s<=nan", "\"nan\" is not a number");
        row("step_s<=1e999", "\"1e999\" is not a number");
    }
    void aLimitIsReadOrRefused()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, refusal);
        QFETCH(const double, limit);
        QFETCH(const bool, at_least);
        const Result<LayoutConstraint> read = constraintNamed(text.toStdString());
        QCOMPARE(read.has_value(), refusal.isEmpty());
        if (!read) {
            const QByteArray sentence = QByteArray::fromStdString(read.error().message);
            QVERIFY2(sentence.contains(refusal), sentence);
            return;
        }
        QCOMPARE(read->limit, limit);
        QCOMPARE(read->at_least, at_least);
        QCOMPARE(QByteArray::fromStdString(read->id), text.left(text.indexOf(at_least ? '>' : '<')));
        const Scenario s = test::preset("llama3-8b-64xh100");
        QCOMPARE(read->value(s, evaluate(s)), findMetric(read->id)->of_step(s, evaluate(s)).value());
    }

    void aLimitEndsWhereItsTextEnds()
    {
        const Result<LayoutConstraint> cut = constraintNamed(std::string_view("step_s<=2").substr(0, 7));
        QVERIFY(!cut && cut.error().message.find("not \"step_s<\"") != std::string::npos);
    }

    void anObjectiveIsAMetricOfAStepWithABetterDirection()
    {
        QVERIFY(!searchableMetrics().empty());
        for (const Metric& m : metrics()) {
            const Result<Objective> objective = objectiveNamed(m.id);
            QCOMPARE(objective.has_value(), m.of_step != nullptr && m.better != Better::neither);
            QCOMPARE(std::ranges::count(searchableMetrics(), &m), objective ? 1 : 0);
            if (!objective) {
                QVERIFY(objective.error().message.find("step_s") != std::string::npos);
                continue;
            }
            QCOMPARE(objective->higher_is_better, m.better == Better::higher);
        }
        QVERIFY(!objectiveNamed("nope"));
    }

    void aWrongObjectiveIsAnsweredWithAllThatMayBeChosen()
    {
        QStringList ids;
        for (const Metric* m : searchableMetrics())
            ids << QString::fromUtf8(m->id.data(), static_cast<qsizetype>(m->id.size()));
        QCOMPARE(QString::fromStdString(objectiveNamed("nope").error().message),
            "\"nope\" cannot be the objective of a search; choose one of: " + ids.join(", "));
    }

    void onlyWhatFollowsTheStepInTheRightDirectionMayPruneByIt()
    {
        const auto follows = [](const char* id) { return objectiveNamed(id)->follows_step_time; };
        QVERIFY(follows("step_s") && follows("tokens_per_s") && follows("mfu"));
        QVERIFY(!follows("memory_bytes"));
        // Among layouts of the same GPUs and batch, a shorter step is better in a metric that follows it.
        Scenario shorter = test::preset("llama3-8b-64xh100");
        const Scenario longer = test::edited(shorter, {{"stack.step_time", "1"}});
        const StepReport fast = evaluate(shorter), slow = evaluate(longer);
        QVERIFY(fast.step_s < slow.step_s);
        for (const Metric* m : searchableMetrics()) {
            const Objective objective = objectiveOf(*m);
            if (objective.follows_step_time)
                QVERIFY2(
                    objective.isBetter(objective.value(shorter, fast), objective.value(longer, slow)), m->id.data());
        }
    }
};

KNEEPOINT_TEST(MetricObjectiveTest)
#include "metric_objective_test.moc"
