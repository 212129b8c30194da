// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/schedule_words.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// The job's own schedule and two others, of which the first is faster.
std::vector<ScheduleOption> gallery()
{
    std::vector<ScheduleOption> all(3);
    all[0] = {.label = "1F1B", .step_s = 0.5, .bubble_s = 0.1, .memory_bytes = 40e9, .own = true};
    all[1] = {.label = "Zero bubble, ZB-V", .step_s = 0.45, .bubble_s = 0.02, .memory_bytes = 50e9};
    all[2] = {.label = "GPipe", .step_s = 0.55, .bubble_s = 0.15, .memory_bytes = 70e9};
    return all;
}

QString sentenceOf(const std::vector<ScheduleOption>& all)
{
    return QString::fromStdString(schedulesSentence(all));
}

} // namespace

class ScheduleWordsTest : public QObject {
    Q_OBJECT

private slots:
    void aScheduleIsNamedWithWhatItChanges()
    {
        std::vector<ScheduleOption> all = gallery();
        const auto name = [&](std::size_t i) { return QString::fromStdString(scheduleName(all[i], all)); };
        QCOMPARE(name(0), QStringLiteral("1F1B, now"));
        QCOMPARE(name(1), QStringLiteral("ZB-V: 10.0 % shorter"));
        QCOMPARE(name(2), QStringLiteral("GPipe: 10.0 % longer"));
        all[1].offered = false;
        QCOMPARE(name(1), QStringLiteral("ZB-V: 10.0 % shorter, not offered"));
        all[1].fits = false;
        QCOMPARE(name(1), QStringLiteral("ZB-V: does not fit"));
        all[2].step_s = 0.5 * (1 + 4e-4); // not to be seen with one decimal
        QCOMPARE(name(2), QStringLiteral("GPipe"));
        all[2].step_s = 0.5 * (1 + 6e-4);
        QCOMPARE(name(2), QStringLiteral("GPipe: 0.1 % longer"));
    }

    void theFastestThatCanRunIsRecommended()
    {
        const QString faster =
            QStringLiteral("Zero bubble, ZB-V makes the step 10.0 % shorter: a bubble of 20 ms instead "
                           "of 100 ms, and 50 GB of memory instead of 40 GB.");
        const QString none = QStringLiteral("No other schedule that can run here is faster than 1F1B.");
        QCOMPARE(sentenceOf(gallery()), faster);
        std::vector<ScheduleOption> all = gallery();
        all[2].step_s = 0.48; // faster than the job's own, but not the fastest
        QCOMPARE(sentenceOf(all), faster);
        all = gallery();
        all[1].fits = false;
        QCOMPARE(sentenceOf(all), none);
        all = gallery();
        all[1].offered = false;
        QCOMPARE(sentenceOf(all), none + QStringLiteral(" The software does not offer ZB-V."));
        all[2].offered = false;
        QCOMPARE(sentenceOf(all), none + QStringLiteral(" The software does not offer ZB-V, GPipe."));
        all = gallery();
        all[1].fault = "8 micro-batches are no multiple of 3 stages";
        QCOMPARE(sentenceOf(all), none + QStringLiteral(" Not ZB-V: 8 micro-batches are no multiple of 3 stages."));
        QCOMPARE(sentenceOf({}), QStringLiteral("There is only one pipeline stage, so every schedule is the same."));
    }
};

KNEEPOINT_TEST(ScheduleWordsTest)
#include "schedule_words_test.moc"
