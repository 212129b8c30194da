// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/compare_controller.h"
#include "app/window/file_controller.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/app/stage.h"
#include "tests/support/data_row.h"
#include "tests/support/eventually.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/finding_card.h"
#include "widgets/panels/remedy_button.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;
using test::Stage;

/// Typed values, choices and applied fixes edit the document, and one undo reverts each.
class EditingTest : public QObject {
    Q_OBJECT

private slots:
    void theBestFixIsAppliedAndUndoneByKeyboard()
    {
        Stage stage;
        const Scenario before = stage.document.scenario();
        VERIFY_EVENTUALLY(!stage.window.diagnosis().cards().isEmpty());
        const Remedy best = stage.window.diagnosis().cards().front()->remedies().front()->remedy();
        stage.key(Qt::Key_D, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(stage.document.scenario() == applied(before, best.edit, shippedCalibration(), shippedPrices()));
        QCOMPARE(stage.document.analysis().step.step_s, best.after.step_s);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        QCOMPARE(stage.document.undoStack()->undoText(), QString::fromStdString(best.label));
        stage.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(stage.document.scenario() == before);
        QVERIFY(!stage.document.isModified());
    }

    void undoWorksRightAfterTyping()
    {
        Stage stage;
        const double before = stage.document.scenario().cluster.gpus;
        auto* box = stage.window.controls().control(parameter("cluster.gpus"))->findChild<NumberBox*>();
        box->setFocus(Qt::MouseFocusReason);
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("64"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(stage.document.scenario().cluster.gpus, 64.0);
        QVERIFY(box->hasFocus());
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(stage.document.scenario().cluster.gpus, before);
    }

    void typingAndEnterSelectInEveryComboBox_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("chosen");
        test::dataRow("GPU", QStringLiteral("cluster.gpu"), QStringLiteral("h100"), QStringLiteral("h100"));
        test::dataRow(
            "network", QStringLiteral("cluster.interconnect"), QStringLiteral("roce"), QStringLiteral("roce"));
        test::dataRow("model", QStringLiteral("workload.model"), QStringLiteral("llama 8b"), QStringLiteral("llama"));
        test::dataRow("short list", QStringLiteral("plan.collective"), QStringLiteral("tree"), QStringLiteral("tree"));
    }
    void typingAndEnterSelectInEveryComboBox()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, typed);
        QFETCH(const QString, chosen);
        Stage stage;
        const Parameter& p = parameter(id.toStdString());
        stage.window.controls().focusControl(p);
        auto* list = stage.window.controls().control(p)->findChild<ChoiceBox*>();
        list->lineEdit()->selectAll();
        QTest::keyClicks(list->lineEdit(), typed);
        QTest::keyClick(list->lineEdit(), Qt::Key_Return);
        const auto value = static_cast<std::size_t>(p.get(stage.document.scenario()));
        const std::string_view option = p.choices()[value].id;
        QVERIFY2(QString::fromStdString(std::string(option)).contains(chosen), std::string(option).c_str());
        QCOMPARE(list->currentIndex(), static_cast<int>(value));
        QTest::keyClick(list->lineEdit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(p.get(stage.document.scenario()), p.get(stage.document.baseline()));
    }

    void clickingTheLabelOpensTheList()
    {
        Stage stage;
        auto* list = stage.window.controls().control(parameter("cluster.gpu"))->findChild<ChoiceBox*>();
        QTest::mouseClick(list->lineEdit(), Qt::LeftButton);
        VERIFY_EVENTUALLY(list->completer()->popup()->isVisible());
        QCOMPARE(list->completer()->completionCount(), list->count());
        list->completer()->popup()->hide();
    }

    void theParsedValueIsShownWhileTyping()
    {
        Stage stage;
        auto* control = stage.window.controls().control(parameter("workload.sequence_length"));
        auto* box = control->findChild<NumberBox*>();
        QSignalSpy understood(box, &NumberBox::understood);
        box->setFocus();
        box->selectAll();
        understood.clear();
        QTest::keyClicks(box, QStringLiteral("8k"));
        QVERIFY(understood.last().front().toString().startsWith(QStringLiteral("8000")));
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(understood.last().front().toString().isEmpty());
    }

    void noPresetOpensChanged()
    {
        Stage stage;
        for (const ScenarioFile& preset : scenarioPresets()) {
            stage.document.open(preset);
            QCoreApplication::processEvents();
            QVERIFY2(!stage.document.isModified(), preset.title.c_str());
            QCOMPARE(stage.document.shownTitle().toStdString(), preset.title);
            for (const Group group : {Group::workload, Group::cluster, Group::plan, Group::stack, Group::assumptions})
                QVERIFY2(stage.changedIn(group) == 0, preset.title.c_str());
        }
    }

    void theWindowTitleMarksAChangedPreset()
    {
        Stage stage("llama3-70b-512xh100");
        QVERIFY(!stage.window.windowTitle().contains(QStringLiteral("(changed)")));
        stage.document.editOnce(parameter("cluster.gpus"), 256);
        QVERIFY(stage.window.windowTitle().contains(QStringLiteral("(changed)")));
        stage.key(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(stage.window.compare().comparison().pins().front().file.title.ends_with("(changed)"));
    }

    void aCollapsedGroupShowsThatItContainsChanges()
    {
        Stage stage;
        QCOMPARE(stage.changedIn(Group::plan), 0);
        stage.document.applyEdit(
            {{&parameter("plan.zero_stage"), 2}, {&parameter("plan.tensor_parallel"), 2}}, QStringLiteral("Remedy"));
        QVERIFY(stage.changedIn(Group::plan) > 0);
        stage.document.undoStack()->undo();
        QCOMPARE(stage.changedIn(Group::plan), 0);
    }

    void savingAsksBeforeOverwritingAFileChangedOnDisk()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.kneepoint"));
        Stage stage;
        QVERIFY(stage.document.save(path));
        ScenarioDocument other;
        QVERIFY(other.save(path));
        int asked = 0;
        bool answer = false;
        stage.window.files().ask_to_overwrite = [&](const QString&) {
            ++asked;
            return answer;
        };
        const auto save = [&stage] {
            stage.window.files().save();
            VERIFY_EVENTUALLY(!stage.window.files().isWaiting());
        };
        save();
        QCOMPARE(asked, 1);
        QVERIFY(loadScenario(path.toStdString(), shippedCalibration())->scenario == other.scenario());
        answer = true;
        save();
        QVERIFY(loadScenario(path.toStdString(), shippedCalibration())->scenario == stage.document.scenario());
        save();
        QCOMPARE(asked, 2);
    }

    /// Text from an untrusted file is never rendered as HTML, which could load files.
    void textFromAFileIsNeverHtml()
    {
        ScenarioFile file = *findScenarioPreset("knee-1p3b");
        file.title = "<img src=\"/dev/zero\">title";
        file.about = "<img src=\"/dev/zero\">about";
        file.source = "<img src=\"/dev/zero\">source";
        Stage stage;
        stage.document.open(file);
        stage.key(Qt::Key_P, Qt::ControlModifier);
        for (const QWidget* widget : stage.window.findChildren<QWidget*>()) {
            const auto* label = qobject_cast<const QLabel*>(widget);
            QVERIFY2(!widget->toolTip().contains(QStringLiteral("<img")), qPrintable(widget->toolTip()));
            QVERIFY(!widget->whatsThis().contains(QStringLiteral("<img")));
            QVERIFY(!label || label->textFormat() == Qt::PlainText || !label->text().contains(QStringLiteral("<img")));
        }
    }

    void theDiagnosisFollowsTheDocument()
    {
        Stage stage;
        VERIFY_EVENTUALLY(!stage.window.diagnosis().cards().isEmpty());
        QCOMPARE(stage.window.diagnosis().cards().front()->cause(), Cause::exposed_communication);
        stage.document.open(*findScenarioPreset("suspect-starved-input"));
        COMPARE_EVENTUALLY(stage.window.diagnosis().cards().front()->cause(), Cause::starved_input);
    }
};

KNEEPOINT_TEST(EditingTest)
#include "editing_test.moc"
