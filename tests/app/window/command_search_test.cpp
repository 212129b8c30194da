// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_search.h"
#include "model/scenario/scenario.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>

using namespace kneepoint;
using test::Stage;

/// The search that opens with Ctrl+K.
class CommandSearchTest : public QObject {
    Q_OBJECT

private slots:
    void aValueIsSetInOneUndoStep()
    {
        Stage stage;
        const Scenario before = stage.document.scenario();
        stage.command(QStringLiteral("gpus 128"));
        QCOMPARE(stage.document.scenario().cluster.gpus, 128.0);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        stage.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(stage.document.scenario() == before);
    }

    /// What Enter would do is said before, and is what it does.
    void theEffectIsShownBeforeEnter()
    {
        Stage stage("llama3-70b-512xh100");
        stage.key(Qt::Key_K, Qt::ControlModifier);
        auto* search = stage.window.findChild<CommandSearch*>();
        QTest::keyClicks(search->findChild<QLineEdit*>(), QStringLiteral("switch to fp8"));
        const QString preview = search->preview();
        QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Return);
        QVERIFY(stage.document.scenario().workload.precision == Precision::fp8);
        const QString step = toQString(stage.document.analysis().step.step_s, Unit::seconds);
        QVERIFY2(preview.contains(step) && preview.contains(QStringLiteral("faster")), qPrintable(preview));
    }
    void aTargetListsWhatReachesIt()
    {
        Stage stage("llama3-70b-512xh100");
        stage.key(Qt::Key_K, Qt::ControlModifier);
        auto* search = stage.window.findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("step under 10 s"));
        QVERIFY(search->found().size() > 1);
        QTest::keyClick(field, Qt::Key_Down);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE_LE(stage.document.analysis().step.step_s, 10.0);
        QCOMPARE(stage.document.undoStack()->count(), 1);
    }
    void aQuestionIsAnswered()
    {
        Stage stage("llama3-70b-512xh100");
        stage.command(QStringLiteral("what does a day cost"));
        QVERIFY2(stage.window.messageBar().sentence().contains(QStringLiteral("A day costs $")),
            qPrintable(stage.window.messageBar().sentence()));
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }
    void whatIsNotModeledIsSaid()
    {
        Stage stage;
        stage.command(QStringLiteral("inference"));
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("not modeled")));
    }

    void anActionRuns()
    {
        Stage stage;
        stage.command(QStringLiteral("weak scaling"));
        QVERIFY(stage.document.scenario().workload.scaling == Scaling::weak);
    }

    void aControlIsFocused()
    {
        Stage stage;
        stage.command(QStringLiteral("cluster.link_latency"));
        const auto* control = stage.window.controls().control(parameter("cluster.link_latency"));
        VERIFY_EVENTUALLY(control->isAncestorOf(QApplication::focusWidget()));
    }

    void aChartIsBroughtIntoView()
    {
        Stage stage;
        for (const QSize size : {QSize(1600, 900), QSize(1280, 640)}) {
            stage.window.resize(size);
            ChartTabs& more = stage.window.board().more();
            stage.command(QStringLiteral("timeline"));
            VERIFY_EVENTUALLY(more.isVisible());
            QCOMPARE(more.current()->objectName(), QStringLiteral("timeline"));
            stage.command(QStringLiteral("money"));
            QCOMPARE(more.current()->objectName(), QStringLiteral("money"));
        }
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }

    /// Enter leads to the control, and says what is missing.
    void aRefusedValueIsReported()
    {
        Stage stage;
        stage.command(QStringLiteral("line rate 400"));
        QCOMPARE(stage.document.undoStack()->count(), 0);
        QVERIFY2(stage.window.messageBar().sentence().contains(QStringLiteral("needs a unit")),
            qPrintable(stage.window.messageBar().sentence()));
    }

    void noMatchIsReported()
    {
        Stage stage;
        stage.key(Qt::Key_K, Qt::ControlModifier);
        auto* search = stage.window.findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("no such thing"));
        const auto* list = search->findChild<QListWidget*>();
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->text().contains(QStringLiteral("no such thing")));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(search->isVisible());
    }

    void escapeClosesTheSearch()
    {
        Stage stage;
        stage.key(Qt::Key_K, Qt::ControlModifier);
        auto* search = stage.window.findChild<CommandSearch*>();
        QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Escape);
        QVERIFY(!search->isVisible());
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }
};

KNEEPOINT_TEST(CommandSearchTest)
#include "command_search_test.moc"
