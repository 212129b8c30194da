// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/exploration/reach_words.h"
#include "model/scenario/scenario.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <limits>

using namespace kneepoint;

namespace {

constexpr double beyond = std::numeric_limits<double>::infinity();

ReachTarget target(const char* text)
{
    return parseTarget(text).value();
}

} // namespace

/// The words for a target and for what was found.
class ReachWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aTargetIsSaid_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("limit");
        const auto row = [](const char* id, const char* text, const char* limit) {
            QTest::newRow(id) << id << text << limit;
        };
        row("fits", "the job in memory", "");
        row("knee_gpus=1000", "a knee at 1000 GPUs or beyond", "≥ 1000 GPUs");
        row("step_s=5 s", "Step time of at most 5 s", "≤ 5 s");
        row("efficiency=80 %", "Scaling efficiency of at least 80 %", "≥ 80 %");
        row("knee=64", "Knee of at least 64", "≥ K = 64");
    }

    /// Its id is read back as the same target.
    void aTargetIsSaid()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, text);
        QFETCH(const QString, limit);
        const ReachTarget t = target(id.toUtf8().constData());
        QCOMPARE(QString::fromStdString(targetText(t)), text);
        QCOMPARE(QString::fromStdString(limitText(t)), limit);
        QCOMPARE(QString::fromStdString(targetId(t)), id);
    }

    void aFigureIsSaid_data()
    {
        QTest::addColumn<QString>("target_id");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("brief");
        const auto row = [](const char* id, double value, const char* text, const char* brief) {
            QTest::addRow("%s at %g", id, value) << id << value << text << brief;
        };
        row("fits", 1.3, "needs 130 % of the memory", "130 % of the memory");
        row("knee_gpus=1000", 511.7, "knee at 512 GPUs", "512 GPUs");
        row("knee_gpus=1000", beyond, "no knee on the curve", "beyond the curve");
        row("step_s=5 s", 14.2, "Step time 14.2 s", "14.2 s");
        row("efficiency=80 %", 0.731, "Scaling efficiency 73.1 %", "73.1 %");
        row("knee=64", beyond, "no knee on the curve", "beyond the curve");
        row("knee=64", 7.4, "Knee K = 7.4", "K = 7.4");
    }
    void aFigureIsSaid()
    {
        QFETCH(const QString, target_id);
        QFETCH(const double, value);
        QFETCH(const QString, text);
        QFETCH(const QString, brief);
        const ReachTarget t = target(target_id.toUtf8().constData());
        QCOMPARE(QString::fromStdString(figureText(t, value)), text);
        QCOMPARE(QString::fromStdString(shortFigureText(t, value)), brief);
    }

    /// Ways are counted, the nearest is named; without one, the nearest miss; without either, only where the job is.
    void theAnswerIsSaid()
    {
        Scenario s;
        const Parameter& gpus = parameter("cluster.gpus");
        const Way way{{{&gpus, 2 * s.cluster.gpus}}, 4, 1, 0}, miss{{{&gpus, s.cluster.gpus / 2}}, 6, 1, 0};
        const std::string change = wayText(way, s), missed = wayText(miss, s);
        QCOMPARE(change,
            std::string(gpus.label) + " " + briefText(gpus, s.cluster.gpus) + " → "
                + briefText(gpus, 2 * s.cluster.gpus));
        Reached reached{target("step_s=5 s"), 7, false, {way}, {}};
        const std::string now = "Now Step time 7 s";
        QCOMPARE(reachSentence(reached, s),
            "1 single change reaches Step time of at most 5 s; nearest: " + change + ". " + now + ".");
        reached.ways.push_back(miss);
        QCOMPARE(answerText(reached, s), "2 single changes reach Step time of at most 5 s. " + now + ".");
        reached.ways.clear();
        QCOMPARE(answerText(reached, s), "No single change reaches Step time of at most 5 s. " + now + ".");
        reached.nearest_miss = miss;
        QCOMPARE(reachSentence(reached, s),
            "No single change reaches Step time of at most 5 s. " + now + "; " + missed
                + " comes closest: Step time 6 s.");
        reached.already = true;
        QCOMPARE(reachSentence(reached, s), std::string("The job is already there: Step time 7 s."));
    }
};

KNEEPOINT_TEST(ReachWordsTest)
#include "reach_words_test.moc"
