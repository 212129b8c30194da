// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/import_controller.h"

#include "app/evidence/calibrate_controller.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"
#include "tests/app/evidence/own_files.h"
#include "tests/app/slow_disk.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/support/thread_end.h"
#include "widgets/charts/network_chart.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/calibrate_page.h"
#include "widgets/panels/evidence_strip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QCheckBox>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace kneepoint;
using test::OwnFiles;
using test::Stage;

namespace {

/// Sends a drop to the window itself; the application would deliver it at the pointer.
struct DropWindow : MainWindow {
    static void drop(MainWindow& window, const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        (window.*&DropWindow::dropEvent)(&event);
    }
};

void drop(Stage& stage, const QStringList& paths)
{
    const QSignalSpy finished(&stage.window.imports(), &ImportController::finished);
    DropWindow::drop(stage.window, paths);
    VERIFY_EVENTUALLY(!finished.isEmpty());
}

const EvidenceChip& chip(Stage& stage, const char* kind)
{
    for (const EvidenceChip* chip : stage.window.evidenceStrip().chips())
        if (chip->content().kind == QLatin1String(kind))
            return *chip;
    qFatal("no such chip");
}

double halfWidth(Stage& stage)
{
    const PredictionInterval& interval = stage.document.analysis().prediction_interval;
    return std::log(interval.high_s / interval.low_s) / 2;
}

} // namespace

/// Files in the window: read, used, ignored, removed, and all of it undone.
class ImportControllerTest : public QObject {
    Q_OBJECT

private slots:
    void theStripAppearsWithTheFirstFile()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        EvidenceStrip& strip = stage.window.evidenceStrip();
        QVERIFY(!strip.isVisible());
        const Scenario before = stage.document.scenario();
        drop(stage, {files.write("all_reduce.log", test::ncclLog())});
        QVERIFY(strip.isVisible());
        QCOMPARE(strip.chips().size(), 1);
        QVERIFY(chip(stage, "nccl-tests").content().used);
        QVERIFY(stage.document.scenario() == before);
        QVERIFY(stage.document.isModified());
        stage.window.actions().undo->trigger();
        QVERIFY(!strip.isVisible());
        QVERIFY(!stage.document.isModified());
        stage.window.actions().redo->trigger();
        QVERIFY(strip.isVisible());
    }

    /// What a job's configuration leaves open is asked at once, and stays with the file.
    void theQuestionsOfAJobAreShown()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("job.json", R"({"train_batch_size": 16, "zero_optimization": {"stage": 3}})")});
        const QString said = stage.window.messageBar().sentence();
        QVERIFY2(said.contains(QStringLiteral("How many GPUs?")), qPrintable(said));
        QVERIFY2(said.endsWith(u'?'), qPrintable(said));
        QVERIFY(stage.document.evidence().front().summary.find("How many GPUs?") != std::string::npos);
    }

    /// Dropped together, a file answers what another leaves open.
    void aQuestionThatAnotherFileAnswersIsNotAsked()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage,
            {files.write("job.json", R"({"train_batch_size": 16, "zero_optimization": {"stage": 3}})"),
                files.write(
                    "run.sh", "#!/bin/bash\ndeepspeed --num_nodes 2 --num_gpus 8 train.py --deepspeed job.json\n")});
        const QString said = stage.window.messageBar().sentence();
        QVERIFY2(!said.contains(QStringLiteral("How many GPUs?")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("Which GPU?")), qPrintable(said));
    }

    void usingAFileIsOneUndoableEdit()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("all_reduce.log", test::ncclLog())});
        const Scenario before = stage.document.scenario();
        QVERIFY2(chip(stage, "nccl-tests").content().changes.startsWith(QStringLiteral("Sets ")),
            qPrintable(chip(stage, "nccl-tests").content().changes));
        static const QRegularExpression more_than_three_digits(QStringLiteral("\\d\\.\\d{3}"));
        QVERIFY2(!chip(stage, "nccl-tests").content().changes.contains(more_than_three_digits),
            qPrintable(chip(stage, "nccl-tests").content().changes));
        stage.window.messageBar().actionButton().click();
        QVERIFY(chip(stage, "nccl-tests").content().used);
        QVERIFY(std::abs(stage.document.scenario().cluster.link_rate * stage.document.scenario().cluster.link_efficiency
                    - 180e9 / 8)
            < 1e7);
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("→")));
        stage.window.actions().undo->trigger();
        QVERIFY(stage.document.scenario() == before);
        chip(stage, "nccl-tests").useSwitch().click();
        QVERIFY(!chip(stage, "nccl-tests").content().used);
        stage.window.actions().undo->trigger();
        QVERIFY(chip(stage, "nccl-tests").content().used);
    }

    void theMarksOfAFittingFileAppearAtOnce()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("rank0.json", test::traceOf(0, 64, 2300000))});
        QVERIFY(chip(stage, "Trace").content().used);
        QVERIFY(std::abs(stage.document.analysis().measured.step_s - 2.3) < 0.01);
    }

    /// It would be shown as if this job had been measured, and enter its calibration.
    void aRunOfAnotherSizeIsNotUsedAndSaysWhy()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("rank0.json", test::traceOf(0, 1, 4430))});
        QVERIFY(!chip(stage, "Trace").content().used);
        QVERIFY(stage.document.analysis().measured.empty());
        QVERIFY(!stage.window.evidenceStrip().calibrateButton().isVisible());
        const QString said = stage.window.messageBar().sentence();
        QVERIFY2(said.contains(QStringLiteral("1 GPU; this scenario has 64 GPUs")), qPrintable(said));
        stage.window.messageBar().actionButton().click(); // its own scenario
        QCOMPARE(stage.document.scenario().cluster.gpus, 1.);
        QVERIFY(stage.document.analysis().measured.step_s > 0);
    }

    void theSettingsOfAUsedFileAreOneClickAway()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("all_reduce.log", test::ncclLog())});
        const double before = stage.document.scenario().cluster.link_rate;
        const auto offers = stage.window.findChildren<QPushButton*>();
        const auto offer = std::ranges::find_if(
            offers, [](const QPushButton* b) { return b->toolTip().contains(QStringLiteral("Use the settings of")); });
        QVERIFY(offer != offers.end());
        QTest::mouseClick(*offer, Qt::LeftButton);
        QVERIFY(stage.document.scenario().cluster.link_rate != before);
    }

    void filesWithoutRoomAreInAMenu()
    {
        Stage stage("llama3-8b-64xh100");
        stage.window.resize(1280, 720);
        const OwnFiles files;
        QStringList paths;
        for (int i = 0; i < 6; ++i)
            paths << files.write(
                qPrintable(QStringLiteral("all_reduce_of_node_%1.log").arg(i)), test::ncclLog(180 + i));
        drop(stage, paths);
        QCoreApplication::processEvents();
        const EvidenceStrip& strip = stage.window.evidenceStrip();
        QCOMPARE(strip.chips().size(), 6);
        int shown = 0;
        for (const EvidenceChip* each : strip.chips())
            if (each->isVisible()) {
                ++shown;
                QVERIFY(strip.rect().contains(QRect(each->mapTo(&strip, QPoint()), each->size())));
            }
        QVERIFY(shown > 0 && shown < 6);
        auto* more = strip.findChild<QToolButton*>(QStringLiteral("more"));
        QVERIFY(more && more->isVisible());
        emit more->menu()->aboutToShow();
        QCOMPARE(more->menu()->actions().size(), 6 - shown);
    }

    void anInterconnectAsFastAsMeasuredIsOneClickAway()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("all_reduce.log", test::ncclLog(360))});
        const auto offered = [&stage] {
            QList<QPushButton*> buttons;
            for (QPushButton* button : stage.window.findChildren<QPushButton*>())
                if (button->toolTip().contains(QStringLiteral("Use this interconnect")))
                    buttons << button;
            return buttons;
        };
        QVERIFY(!offered().isEmpty());
        const Scenario before = stage.document.scenario();
        const QString name = offered().front()->text().section(u':', 0, 0);
        offered().front()->click();
        const Scenario& after = stage.document.scenario();
        QCOMPARE(toQString(valueText(parameter("cluster.interconnect"), after.cluster.interconnect)), name);
        QVERIFY(std::abs(after.cluster.link_rate * after.cluster.link_efficiency / 45e9 - 1) < 0.1);
        QVERIFY(chip(stage, "nccl-tests").content().used);
        QVERIFY(!stage.document.analysis().measured.transfers.empty());
        stage.window.actions().undo->trigger();
        QVERIFY(stage.document.scenario() == before);
    }

    void aCustomInterconnectIsNamedAfterItsMeasurement()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("all_reduce.log", test::ncclLog())});
        stage.window.messageBar().actionButton().click();
        const auto shown = [&stage] {
            return stage.window.controls()
                .control(parameter("cluster.interconnect"))
                ->findChild<ChoiceBox*>()
                ->currentText();
        };
        QCOMPARE(shown(), QStringLiteral("Custom: all_reduce.log"));
        stage.document.editOnce(parameter("cluster.link_efficiency"), 0.5);
        QCOMPARE(shown(), QStringLiteral("Custom"));
    }

    void aMisconfiguredNetworkIsSaidWhenItIsRead()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("all_reduce.log", test::ncclLog(30))});
        QVERIFY2(stage.window.messageBar().sentence().contains(QStringLiteral("points at a misconfiguration")),
            qPrintable(stage.window.messageBar().sentence()));
    }

    void ranksOfOneRunShareAChip()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage,
            {files.write("rank0.json", test::traceOf(0, 64, 900000)),
                files.write("rank1.json", test::traceOf(1, 64, 910000)),
                files.write("rank2.json", test::traceOf(2, 64, 905000))});
        QCOMPARE(stage.window.evidenceStrip().chips().size(), 1);
        QCOMPARE(stage.document.evidence().size(), std::size_t(3));
        const Measured& measured = stage.document.analysis().measured;
        QVERIFY(std::abs(measured.step_s - 0.91) < 0.011);
        QVERIFY(measured.parts.size() >= 2);
        chip(stage, "Trace").removeButton().click();
        QVERIFY(stage.document.evidence().empty());
        QVERIFY(stage.document.analysis().measured.empty());
    }

    void theEvidenceIsSavedWithTheScenario()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        drop(stage, {files.write("runs.csv", test::scalingTable())});
        const QString path = files.folder.filePath(QStringLiteral("mine.kneepoint"));
        QVERIFY(stage.document.save(path));
        QVERIFY(!stage.document.isModified());
        Stage other;
        QVERIFY(other.document.load(path));
        QVERIFY(other.document.evidence() == stage.document.evidence());
        QCOMPARE(other.document.analysis().measured.sizes.size(), std::size_t(4));
        QVERIFY(other.window.evidenceStrip().isVisible());
    }

    void whatCannotBeReadIsSaid()
    {
        Stage stage;
        const OwnFiles files;
        drop(stage, {files.write("notes.txt", "Dear reader,\nnothing here was measured.\n")});
        QVERIFY(stage.window.messageBar().isVisible());
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("notes.txt")));
        QVERIFY(!stage.window.evidenceStrip().isVisible());
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }

    void cancellingActsAtOnce()
    {
        Stage stage;
        const OwnFiles files;
        const auto disk = std::make_shared<test::SlowDisk>();
        const test::ThreadEnd reader;
        stage.window.imports().importer = [disk, reader](const std::string& path, const ImportOptions& options) {
            reader.watch();
            disk->wait();
            return importFile(path, options);
        };
        DropWindow::drop(stage.window, {files.write("rank0.json", test::traceOf(0, 8, 1000))});
        COMPARE_EVENTUALLY(disk->asked.load(), 1);
        QVERIFY(stage.window.imports().isReading());
        QVERIFY(stage.window.evidenceStrip().isReading());
        stage.key(Qt::Key_Escape);
        QVERIFY(!stage.window.imports().isReading());
        QVERIFY(!stage.window.evidenceStrip().isVisible());
        disk->answer();
        VERIFY_EVENTUALLY(reader.hasEnded());
        test::processPostedEvents();
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }

    /// The steps of docs/tutorials/bring-your-runs.md, one by one.
    void theTutorialWorksAsWritten()
    {
        Stage stage("llama3-8b-64xh100");
        const OwnFiles files;
        // Drop a trace and the nccl-tests output on the window.
        drop(stage,
            {files.write("rank0.json", test::traceOf(0, 64, 2300000)), files.write("all_reduce.log", test::ncclLog())});
        QCOMPARE(stage.window.evidenceStrip().chips().size(), 2);
        QVERIFY(chip(stage, "nccl-tests").content().used && chip(stage, "Trace").content().used);
        QVERIFY(stage.document.analysis().measured.step_s > 0);
        // The tab Network.
        stage.window.resize(1920, 1080); // with room for all charts
        ChartTabs& tabs = stage.window.board().more();
        int network = 0;
        while (network < tabs.count() && tabs.tabText(network) != QStringLiteral("Network"))
            ++network;
        QVERIFY(network < tabs.count() && tabs.isTabVisible(network));
        tabs.setCurrentIndex(network);
        const auto& chart = static_cast<const NetworkChart&>(*tabs.current());
        COMPARE_EVENTUALLY(chart.measuredMarks().size(), std::size_t(4));
        QVERIFY2(chart.sentence().startsWith(QStringLiteral("All-reduce on 2 nodes")), qPrintable(chart.sentence()));
        // Calibrate with 1 run, Enter.
        const double before = halfWidth(stage);
        QPushButton& calibrate = stage.window.evidenceStrip().calibrateButton();
        QVERIFY(calibrate.isVisible());
        QVERIFY(calibrate.text().contains(QStringLiteral("1 run")));
        calibrate.click();
        const CalibratePage* page = stage.window.calibration().page();
        QVERIFY(page);
        QVERIFY(page->answer().replace(QChar::Nbsp, u' ').contains(QStringLiteral("1 measured run")));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(stage.document.scenario().own_runs.runs == 1);
        QVERIFY(halfWidth(stage) < before);
        // Drop the table, recalibrate.
        drop(stage, {files.write("runs.csv", test::scalingTable())});
        calibrate.click();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(stage.document.scenario().own_runs.runs > 1);
        // What does it say about 512 GPUs?
        stage.document.editOnce(parameter("cluster.gpus"), 512);
        QVERIFY(stage.document.scenario().own_runs.used);
        QVERIFY(stage.document.analysis().prediction_interval.high_s > 0);
        // Undo goes back all the way.
        while (stage.document.undoStack()->canUndo())
            stage.window.actions().undo->trigger();
        QVERIFY(!stage.window.evidenceStrip().isVisible());
        QVERIFY(!stage.document.isModified());
    }
};

KNEEPOINT_TEST(ImportControllerTest)
#include "import_controller_test.moc"
