// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/calibrate_dialog.h"

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

void enter(const CalibrateDialog& dialog, int row, int column, const QString& text)
{
    dialog.table().item(row, column)->setText(text);
}

QPushButton* keepButton(const CalibrateDialog& dialog)
{
    const auto* box = dialog.findChild<QDialogButtonBox*>();
    for (QAbstractButton* button : box->buttons())
        if (box->buttonRole(button) == QDialogButtonBox::AcceptRole)
            return static_cast<QPushButton*>(button);
    return nullptr;
}

} // namespace

/// A few measured runs, entered by hand.
class CalibrateDialogTest : public QObject {
    Q_OBJECT

private slots:
    void nothingCanBeAppliedBeforeARunIsEntered()
    {
        const CalibrateDialog dialog(job(), shippedCalibration());
        QVERIFY(!keepButton(dialog)->isEnabled());
        QVERIFY(!dialog.answer().isEmpty());
    }

    void aRunShowsTheIntervalBeforeAndAfter()
    {
        const CalibrateDialog dialog(job(), shippedCalibration());
        enter(dialog, 0, value_column, QStringLiteral("3 s"));
        QVERIFY2(dialog.answer().contains(QStringLiteral("measured run:")), qPrintable(dialog.answer()));
        QVERIFY(dialog.answer().contains(QStringLiteral("before")));
        QVERIFY(keepButton(dialog)->isEnabled());
    }

    void anAppliedCalibrationHasItsNameAndRuns()
    {
        auto* dialog = new CalibrateDialog(job(), shippedCalibration());
        OwnRuns kept;
        connect(dialog, &CalibrateDialog::calibrated, this, [&](const OwnRuns& own) { kept = own; });
        enter(*dialog, 0, value_column, QStringLiteral("3 s"));
        enter(*dialog, 1, value_column, QStringLiteral("3100 ms"));
        keepButton(*dialog)->click();
        QCOMPARE(kept.runs, 2.0);
        QVERIFY(kept.used && kept.half_width > 0);
        QCOMPARE(kept.name.text(), std::string_view("My runs"));
    }

    void anInvalidSettingIsRejectedWithItsRow()
    {
        const CalibrateDialog dialog(job(), shippedCalibration());
        enter(dialog, 1, 1, QStringLiteral("minus two"));
        enter(dialog, 1, value_column, QStringLiteral("3 s"));
        QVERIFY2(dialog.answer().contains(QStringLiteral("Row 2")), qPrintable(dialog.answer()));
        QVERIFY(!keepButton(dialog)->isEnabled());
    }

    /// Steps hundreds of times as long as predicted are in another unit; nothing is kept of them.
    void runsThatNothingExplainsAreRefused()
    {
        const CalibrateDialog dialog(job(), shippedCalibration());
        enter(dialog, 0, value_column, QStringLiteral("3 h"));
        enter(dialog, 1, value_column, QStringLiteral("3.1 h"));
        QVERIFY2(dialog.answer().startsWith(QStringLiteral("Not calibrated: no factor within its range")),
            qPrintable(dialog.answer()));
        QVERIFY(!keepButton(dialog)->isEnabled());
    }

    void suggestedRunsFillEmptyRows()
    {
        CalibrateDialog dialog(job(), shippedCalibration());
        enter(dialog, 0, value_column, QStringLiteral("3 s"));
        const QString kept = dialog.table().item(0, tensor_column)->text();
        const kneepoint::Edit run{{&parameter("plan.tensor_parallel"), 8}, {&parameter("plan.zero_stage"), 1}};
        dialog.suggest(std::vector<kneepoint::Edit>{run});
        QCOMPARE(dialog.table().item(0, tensor_column)->text(), kept);
        QCOMPARE(dialog.table().item(1, tensor_column)->text(), QStringLiteral("8"));
        QVERIFY(dialog.answer().contains(QStringLiteral("Measure their step times")));
        QVERIFY(dialog.answer().contains(QStringLiteral("measured run:")));
    }

    void aJobThatFitsNowhereHasNoRunToMeasure()
    {
        CalibrateDialog dialog(job(), shippedCalibration());
        dialog.suggest({});
        QVERIFY(dialog.answer().contains(QStringLiteral("fits in memory")));
    }

    void aFileWithoutRunsGivesAMessage()
    {
        CalibrateDialog dialog(job(), shippedCalibration());
        dialog.load(QStringLiteral("/nowhere/runs.json"));
        VERIFY_EVENTUALLY(dialog.answer().contains(QStringLiteral("runs.json")));
    }
};

KNEEPOINT_TEST(CalibrateDialogTest)
#include "calibrate_dialog_test.moc"
