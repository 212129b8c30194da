// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/number_box.h"

#include "tests/support/data_row.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"

#include <QSignalSpy>
#include <QTest>
#include <QTextDocumentFragment>
#include <QToolTip>

using namespace kneepoint;

class NumberBoxTest : public QObject {
    Q_OBJECT

private slots:
    void unitsAndExpressionsAreAccepted_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<double>("value");
        test::dataRow("count", "workload.parameters", "7B", 7e9);
        test::dataRow("exponent", "workload.parameters", "7e9", 7e9);
        test::dataRow("product", "workload.sequence_length", "2*1024", 2048.0);
        test::dataRow("bits", "cluster.link_rate", "400 Gbit/s", 50e9);
        test::dataRow("per cent", "assumptions.overlap", "35 %", 0.35);
    }
    void unitsAndExpressionsAreAccepted()
    {
        QFETCH(QString, id);
        QFETCH(QString, typed);
        QFETCH(double, value);
        NumberBox box(parameter(id.toStdString()));
        box.showValue(parameter(id.toStdString()).defaultValue());
        const QSignalSpy entered(&box, &NumberBox::entered);
        type(box, typed);
        QCOMPARE(entered.size(), 1);
        QCOMPARE(entered.front().front().toDouble(), value);
        QVERIFY(box.complaint().isEmpty());
    }

    void invalidTextIsRejectedAndTheValueKept_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::newRow("words") << "rather large";
        QTest::newRow("out of range") << "-3";
        QTest::newRow("division by nothing") << "1/0";
        QTest::newRow("wrong unit") << "7 GB";
        QTest::newRow("empty") << " ";
    }
    void invalidTextIsRejectedAndTheValueKept()
    {
        QFETCH(QString, typed);
        NumberBox box(parameter("workload.parameters"));
        box.showValue(1e9);
        const QSignalSpy entered(&box, &NumberBox::entered);
        type(box, typed);
        QCOMPARE(entered.size(), 0);
        QCOMPARE(box.value(), 1e9);
        QVERIFY2(box.complaint().startsWith(QStringLiteral("Model size: ")), qPrintable(box.complaint()));
        QCOMPARE(QTextDocumentFragment::fromHtml(box.toolTip()).toPlainText(), box.complaint());

        QTest::keyClick(&box, Qt::Key_Escape);
        QVERIFY(box.complaint().isEmpty());
        QCOMPARE(parseValue(parameter("workload.parameters"), box.text().toStdString()).value_or(0), 1e9);
    }

    /// It would lie over the next control, and take the click on it.
    void theComplaintGoesWithTheInvalidText()
    {
        NumberBox box(parameter("workload.parameters"));
        box.showValue(1e9);
        box.show();
        box.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&box, test::patience_ms));
        box.setFocus();
        type(box, QStringLiteral("rather large"));
        VERIFY_EVENTUALLY(QToolTip::isVisible());
        QTest::keyClick(&box, Qt::Key_Escape);
        VERIFY_EVENTUALLY(!QToolTip::isVisible());
    }

    void theShownTextReadsBackToTheSameValue()
    {
        for (const Parameter& p : catalogue()) {
            if (p.scale == Scale::choice || p.scale == Scale::flag)
                continue;
            NumberBox box(p);
            box.showValue(p.range.min);
            const auto value = parseValue(p, box.text().toStdString());
            QVERIFY2(value.has_value(), qPrintable(box.text()));
        }
    }

    void keysRequestSteps()
    {
        NumberBox box(parameter("workload.parameters"));
        box.showValue(1e9);
        box.setPage(10);
        const QSignalSpy steps(&box, &NumberBox::stepRequested);
        QTest::keyClick(&box, Qt::Key_Up);
        QTest::keyClick(&box, Qt::Key_Down);
        QTest::keyClick(&box, Qt::Key_PageUp);
        QCOMPARE(steps.size(), 3);
        QCOMPARE(steps[0][0].toInt(), 1);
        QCOMPARE(steps[1][0].toInt(), -1);
        QCOMPARE(steps[2][0].toInt(), 10);
    }

    void aNewValueDoesNotDisturbTyping()
    {
        NumberBox box(parameter("workload.parameters"));
        box.showValue(1e9);
        box.show();
        box.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&box, test::patience_ms));
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QStringLiteral("12"));
        box.showValue(2e9);
        QCOMPARE(box.text(), QStringLiteral("12"));
    }

private:
    static void type(NumberBox& box, const QString& text)
    {
        box.selectAll();
        QTest::keyClicks(&box, text);
        QTest::keyClick(&box, Qt::Key_Return);
    }
};

KNEEPOINT_TEST(NumberBoxTest)
#include "number_box_test.moc"
