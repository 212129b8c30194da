// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/calibrate_page.h"

#include "tests/support/eventually.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace kneepoint;

namespace {

constexpr int tensor_column = 1;
constexpr int value_column = 7;

Scenario job()
{
    return test::preset("llama3-8b-64xh100");
}

void enter(const CalibratePage& page, int row, int column, const QString& text)
{
    page.table().item(row, column)->setText(text);
}

QPushButton* keepButton(const CalibratePage& page)
{
    const auto* box = page.findChild<QDialogButtonBox*>();
    for (QAbstractButton* button : box->buttons())
        if (box->buttonRole(button) == QDialogButtonBox::AcceptRole)
            return static_cast<QPushButton*>(button);
    return nullptr;
}

} // namespace

/// A few measured runs, entered by hand.
class CalibratePageTest : public QObject {
    Q_OBJECT

private slots:
    void nothingCanBeAppliedBeforeARunIsEntered()
    {
        const CalibratePage page(job(), shippedCalibration());
        QVERIFY(!keepButton(page)->isEnabled());
        QVERIFY(!page.answer().isEmpty());
    }

    void aRunShowsTheIntervalBeforeAndAfter()
    {
        const CalibratePage page(job(), shippedCalibration());
        enter(page, 0, value_column, QStringLiteral("3 s"));
        QVERIFY2(page.answer().contains(QStringLiteral("measured run:")), qPrintable(page.answer()));
        QVERIFY(page.answer().contains(QStringLiteral("before")));
        QVERIFY(keepButton(page)->isEnabled());
    }

    void anAppliedCalibrationHasItsNameAndRuns()
    {
        auto* page = new CalibratePage(job(), shippedCalibration());
        OwnRuns kept;
        connect(page, &CalibratePage::calibrated, this, [&](const OwnRuns& own) { kept = own; });
        enter(*page, 0, value_column, QStringLiteral("3 s"));
        enter(*page, 1, value_column, QStringLiteral("3100 ms"));
        keepButton(*page)->click();
        QCOMPARE(kept.runs, 2.0);
        QVERIFY(kept.used && kept.half_width > 0);
        QCOMPARE(kept.name.text(), std::string_view("My runs"));
    }

    void anInvalidSettingIsRejectedWithItsRow()
    {
        const CalibratePage page(job(), shippedCalibration());
        enter(page, 1, 1, QStringLiteral("minus two"));
        enter(page, 1, value_column, QStringLiteral("3 s"));
        QVERIFY2(page.answer().contains(QStringLiteral("Row 2")), qPrintable(page.answer()));
        QVERIFY(!keepButton(page)->isEnabled());
    }

    /// Steps hundreds of times as long as predicted are in another unit; nothing is kept of them.
    void runsThatNothingExplainsAreRefused()
    {
        const CalibratePage page(job(), shippedCalibration());
        enter(page, 0, value_column, QStringLiteral("3 h"));
        enter(page, 1, value_column, QStringLiteral("3.1 h"));
        QVERIFY2(page.answer().startsWith(QStringLiteral("Not calibrated: no factor within its range")),
            qPrintable(page.answer()));
        QVERIFY(!keepButton(page)->isEnabled());
    }

    void suggestedRunsFillEmptyRows()
    {
        CalibratePage page(job(), shippedCalibration());
        enter(page, 0, value_column, QStringLiteral("3 s"));
        const QString kept = page.table().item(0, tensor_column)->text();
        const kneepoint::Edit run{{&parameter("plan.tensor_parallel"), 8}, {&parameter("plan.zero_stage"), 1}};
        page.suggest(std::vector<kneepoint::Edit>{run});
        QCOMPARE(page.table().item(0, tensor_column)->text(), kept);
        QCOMPARE(page.table().item(1, tensor_column)->text(), QStringLiteral("8"));
        QVERIFY(page.answer().contains(QStringLiteral("Measure their step times")));
        QVERIFY(page.answer().contains(QStringLiteral("measured run:")));
    }

    /// What is edited meanwhile, or undone, is what the runs are of; what was typed stays.
    void aRowFollowsTheOpenScenarioWhereNothingWasTyped()
    {
        CalibratePage page(job(), shippedCalibration());
        enter(page, 0, 0, QStringLiteral("16"));
        enter(page, 0, value_column, QStringLiteral("3 s"));
        Scenario edited = job();
        edited.cluster.gpus = 128;
        page.setJob(edited);
        QCOMPARE(page.table().item(0, 0)->text(), QStringLiteral("16"));
        QCOMPARE(page.table().item(1, 0)->text(), QStringLiteral("128"));
        QVERIFY(page.answer().contains(QStringLiteral("measured run:")));
    }

    void aJobThatFitsNowhereHasNoRunToMeasure()
    {
        CalibratePage page(job(), shippedCalibration());
        page.suggest({});
        QVERIFY(page.answer().contains(QStringLiteral("fits in memory")));
    }

    void aFileWithoutRunsGivesAMessage()
    {
        CalibratePage page(job(), shippedCalibration());
        page.load(QStringLiteral("/nowhere/runs.json"));
        VERIFY_EVENTUALLY(page.answer().contains(QStringLiteral("runs.json")));
    }
};

KNEEPOINT_TEST(CalibratePageTest)
#include "calibrate_page_test.moc"
