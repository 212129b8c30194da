// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/layouts_controller.h"
#include "app/teaching/lesson_controller.h"
#include "app/window/compare_controller.h"
#include "app/window/export_controller.h"
#include "app/window/file_controller.h"
#include "app/window/session_keeper.h"
#include "app/window/window_actions.h"
#include "model/lesson/lesson.h"
#include "tests/app/patient.h"
#include "tests/app/slow_disk.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/support/thread_end.h"
#include "widgets/file_saver.h"
#include "widgets/panels/message_bar.h"

#include <QAction>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <sys/stat.h>

using namespace kneepoint;
using test::SlowDisk;
using test::Stage;
using test::writerOn;

namespace {

/// Everything that a user can save beside the document.
struct Export {
    const char* file;
    std::function<void(MainWindow&, const QString& path)> save;
    std::function<void(MainWindow&)> prepare = [](MainWindow&) {};
};
const std::vector<Export>& allExports()
{
    static const auto exports = [](MainWindow& window) { return window.findChild<ExportController*>(); };
    static const std::vector<Export> all{
        {"chart.svg", [](MainWindow& w, const QString& path) { exports(w)->exportChart(path); }},
        {"board.png", [](MainWindow& w, const QString& path) { exports(w)->exportBoard(path); }},
        {"report.pdf", [](MainWindow& w, const QString& path) { exports(w)->saveReport(path); }},
        {"comparison.json", [](MainWindow& w, const QString& path) { w.compare().saveTo(path); },
            [](MainWindow& w) { w.actions().pin->trigger(); }},
        {"layouts.csv", [](MainWindow& w, const QString& path) { w.findChild<LayoutsController*>()->saveCsvTo(path); },
            [](MainWindow& w) { w.actions().layouts->trigger(); }},
        {"results.json", [](MainWindow& w, const QString& path) { w.lessons().saveResultsTo(path); },
            [](MainWindow& w) { w.lessons().open(shippedLessons().front()); }},
        {"instructor.pdf", [](MainWindow& w, const QString& path) { w.lessons().saveInstructorTo(path); }},
    };
    return all;
}

double batchIn(const QString& path)
{
    const Result<ScenarioFile> file = loadScenario(path.toStdString(), shippedCalibration());
    return file ? file->scenario.workload.critical_batch : -1;
}

void setBatch(MainWindow& window, double value)
{
    window.document().editOnce(parameter("workload.critical_batch"), value);
}

/// A window with a file of batch 1, which saves files to a slow disk.
struct SlowSaves {
    std::shared_ptr<SlowDisk> disk = std::make_shared<SlowDisk>();
    QString job;
    Stage stage;
    MainWindow& window = stage.window;

    explicit SlowSaves(QString path)
        : job(std::move(path))
    {
        window.files().open(job);
        if (!test::eventually([this] { return stage.document.filePath() == job; }))
            qFatal("the file is not open");
        window.files().access.write = writerOn(disk);
    }
    ~SlowSaves() { disk->answers.release(100); }
    Q_DISABLE_COPY_MOVE(SlowSaves)

    void slowExports()
    {
        for (FileSaver* saver : window.findChildren<FileSaver*>()) {
            saver->write = writerOn(disk);
            saver->moment = {};
        }
    }
    /// A save that the disk is asked for and that it does not answer.
    void begin(const std::function<void()>& save)
    {
        const int before = disk->asked;
        save();
        COMPARE_EVENTUALLY(disk->asked.load(), before + 1);
    }
};

} // namespace

/// The window never waits for a file: files are read and written by a worker.
class SlowFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// A file with this batch.
    QString written(const char* name, double batch)
    {
        ScenarioDocument document;
        document.editOnce(parameter("workload.critical_batch"), batch);
        [&] { QVERIFY(document.save(path(name))); }();
        return path(name);
    }

    static void addExports()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < allExports().size(); ++i)
            QTest::newRow(allExports()[i].file) << static_cast<int>(i);
    }

private slots:
    void aFileThatIsReadSlowlyIsOpenedWhenItIsThere()
    {
        const auto disk = std::make_shared<SlowDisk>();
        const QString job = written("slow.kneepoint", 777);
        Stage stage;
        stage.window.files().access.read = [disk](const QString& file, const Calibration& calibration, bool any) {
            disk->wait();
            return readOwnFile(file, calibration, any);
        };
        stage.window.files().openOrImport({job});
        COMPARE_EVENTUALLY(disk->asked.load(), 1);
        setBatch(stage.window, 5); // the window is alive
        VERIFY_EVENTUALLY(stage.window.messageBar().sentence().startsWith(QStringLiteral("Opening slow.kneepoint")));
        disk->answer();
        COMPARE_EVENTUALLY(stage.document.scenario().workload.critical_batch, 777.0);
        QVERIFY(!stage.window.messageBar().isVisible());
        QCOMPARE(stage.document.filePath(), job);
    }

    void escapeStopsWaitingForAFile()
    {
        const auto disk = std::make_shared<SlowDisk>();
        const test::ThreadEnd reader;
        const QString job = written("never.kneepoint", 777);
        Stage stage;
        stage.window.files().access.read = [disk, reader](
                                               const QString& file, const Calibration& calibration, bool any) {
            reader.watch();
            disk->wait();
            return readOwnFile(file, calibration, any);
        };
        stage.window.files().open(job);
        QVERIFY(stage.window.files().isWaiting());
        stage.key(Qt::Key_Escape);
        QVERIFY(!stage.window.files().isWaiting());
        disk->answer();
        VERIFY_EVENTUALLY(reader.hasEnded());
        test::processPostedEvents();
        QVERIFY(stage.document.filePath().isEmpty());
    }

    void aPipeIsRefusedWithoutWaitingForIt()
    {
        const QString pipe = path("pipe.json");
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        Stage stage;
        stage.window.files().openOrImport({pipe});
        VERIFY_EVENTUALLY(stage.window.messageBar().sentence().contains(QStringLiteral("not a regular file")));
    }

    /// What is edited during the save is modified afterwards.
    void aSaveIsConfirmedWhenItIsSafe()
    {
        SlowSaves slow(written("job.kneepoint", 1));
        const MessageBar& bar = slow.window.messageBar();
        setBatch(slow.window, 2);
        slow.begin([&] { slow.window.files().save(); });
        setBatch(slow.window, 3);
        QVERIFY(slow.stage.document.isModified());
        QVERIFY(bar.tone() != MessageBar::Tone::done || !bar.isVisible());
        QCOMPARE(batchIn(slow.job), 1.0);
        slow.disk->answer();
        VERIFY_EVENTUALLY(!slow.window.files().isWaiting());
        QVERIFY(bar.sentence().contains(QStringLiteral("Saved job.kneepoint")));
        QCOMPARE(batchIn(slow.job), 2.0);
        QVERIFY(slow.stage.document.isModified());
        slow.stage.document.undoStack()->undo();
        QVERIFY(!slow.stage.document.isModified());
    }

    /// A save that is asked for during another comes after it.
    void theLastOfTwoSavesStays()
    {
        SlowSaves slow(written("twice.kneepoint", 1));
        setBatch(slow.window, 2);
        slow.begin([&] { slow.window.files().save(); });
        setBatch(slow.window, 3);
        slow.window.files().save();
        QCOMPARE(slow.disk->asked.load(), 1);
        slow.disk->answer();
        COMPARE_EVENTUALLY(slow.disk->asked.load(), 2);
        slow.disk->answer();
        VERIFY_EVENTUALLY(!slow.window.files().isWaiting());
        QCOMPARE(batchIn(slow.job), 3.0);
        QVERIFY(!slow.stage.document.isModified());
    }

    void aWindowThatIsClosedDuringASaveWaitsForIt()
    {
        SlowSaves slow(written("closed.kneepoint", 1));
        setBatch(slow.window, 2);
        slow.begin([&] { slow.window.files().save(); });
        QVERIFY(!slow.window.close());
        QVERIFY(slow.window.isVisible());
        slow.disk->answer();
        VERIFY_EVENTUALLY(!slow.window.isVisible());
        QCOMPARE(batchIn(slow.job), 2.0);
    }

    void anExportIsConfirmedWhenItIsSafe_data() { addExports(); }
    void anExportIsConfirmedWhenItIsSafe()
    {
        QFETCH(const int, index);
        const Export& made = allExports()[static_cast<std::size_t>(index)];
        SlowSaves slow(written("job.kneepoint", 1));
        made.prepare(slow.window);
        slow.slowExports();
        const QString file = path(made.file);
        slow.begin([&] { made.save(slow.window, file); });
        setBatch(slow.window, 5); // the window is alive
        QVERIFY(slow.window.files().isSaving());
        const MessageBar& bar = slow.window.messageBar();
        COMPARE_EVENTUALLY(bar.sentence(), QStringLiteral("Saving %1…").arg(QLatin1String(made.file)));
        QVERIFY(!QFile::exists(file));
        slow.disk->answer();
        COMPARE_EVENTUALLY(bar.sentence(), QStringLiteral("Saved %1").arg(file));
        QVERIFY(bar.isVisible() && bar.tone() == MessageBar::Tone::done);
        QVERIFY(QFile(file).size() > 20);
        QVERIFY(!slow.window.files().isSaving());
    }

    void anExportThatFailsIsReported_data() { addExports(); }
    void anExportThatFailsIsReported()
    {
        QFETCH(const int, index);
        const Export& made = allExports()[static_cast<std::size_t>(index)];
        Stage stage;
        made.prepare(stage.window);
        made.save(stage.window, QStringLiteral("/nowhere/") + QLatin1String(made.file));
        const MessageBar& bar = stage.window.messageBar();
        VERIFY_EVENTUALLY(bar.sentence().startsWith(QStringLiteral("/nowhere/")));
        QVERIFY(bar.isVisible() && bar.tone() == MessageBar::Tone::fault);
    }

    /// A disk that does not answer holds up no other.
    void exportsDoNotWaitForEachOther()
    {
        SlowSaves slow(written("job.kneepoint", 1));
        auto* exports = slow.window.findChild<ExportController*>();
        slow.slowExports();
        slow.begin([&] { exports->exportBoard(path("first.csv")); });
        slow.begin([&] { exports->exportBoard(path("second.csv")); });
        slow.disk->answers.release(2);
        VERIFY_EVENTUALLY(!slow.window.files().isSaving());
    }

    /// While one is being written, the disk answers all others.
    void exportsOfOneFileComeOneAfterTheOther()
    {
        SlowSaves slow(written("job.kneepoint", 1));
        auto* exports = slow.window.findChild<ExportController*>();
        const auto began = std::make_shared<std::atomic<int>>(0);
        for (FileSaver* saver : slow.window.findChildren<FileSaver*>())
            saver->write = [disk = slow.disk, began](const QString& file, const QByteArray& content) {
                if (file.endsWith(QStringLiteral("twice.csv")) && ++*began == 1)
                    disk->wait();
                return saveFile(file, content);
            };
        slow.begin([&] { exports->exportBoard(path("twice.csv")); });
        exports->exportBoard(path("twice.csv"));
        exports->exportBoard(path("other.csv"));
        VERIFY_EVENTUALLY(QFile::exists(path("other.csv")));
        QCOMPARE(began->load(), 1);
        slow.disk->answer();
        VERIFY_EVENTUALLY(!slow.window.files().isSaving());
        QCOMPARE(began->load(), 2);
    }

    void aWindowThatIsClosedDuringAnExportWaitsForIt()
    {
        SlowSaves slow(written("job.kneepoint", 1));
        slow.slowExports();
        slow.begin([&] { slow.window.findChild<ExportController*>()->exportBoard(path("closing.csv")); });
        QVERIFY(!slow.window.close());
        QVERIFY(slow.window.messageBar().sentence().contains(QStringLiteral("Close again")));
        slow.disk->answer();
        VERIFY_EVENTUALLY(!slow.window.isVisible());
        QVERIFY(QFile::exists(path("closing.csv")));
    }

    void aWindowThatIsClosedAgainDoesNotWait()
    {
        SlowSaves slow(written("job.kneepoint", 1));
        slow.slowExports();
        slow.begin([&] { slow.window.findChild<ExportController*>()->exportBoard(path("never.csv")); });
        QVERIFY(!slow.window.close());
        QVERIFY(slow.window.close());
        QVERIFY(!slow.window.isVisible());
    }

    void aWindowStaysOpenIfAnExportFailsWhileItCloses()
    {
        SlowSaves slow(written("job.kneepoint", 1));
        slow.slowExports();
        slow.begin([&] { slow.window.findChild<ExportController*>()->exportBoard(QStringLiteral("/nowhere/b.csv")); });
        QVERIFY(!slow.window.close());
        slow.disk->answer();
        VERIFY_EVENTUALLY(slow.window.messageBar().sentence().startsWith(QStringLiteral("/nowhere/b.csv")));
        QVERIFY(slow.window.isVisible());
    }

    /// Answers of a lesson go to a log of one's own; two that come while it is written are both kept.
    void anAnswerIsLoggedWithoutWaiting()
    {
        const auto disk = std::make_shared<SlowDisk>();
        Stage stage;
        OwnPredictions& predictions = stage.window.lessons().predictions();
        predictions.write = writerOn(disk);
        predictions.add("slow-disk", {.step = 1});
        COMPARE_EVENTUALLY(disk->asked.load(), 1); // the log has been read
        const std::size_t with_one = predictions.log().size();
        predictions.add("slow-disk", {.step = 2});
        QCOMPARE(predictions.log().size(), with_one + 1);
        QVERIFY(!stage.window.close());
        disk->answers.release(2);
        VERIFY_EVENTUALLY(!stage.window.isVisible());
        const OwnPredictions next;
        COMPARE_EVENTUALLY(next.log().size(), with_one + 1);
        QCOMPARE(next.log().back().answer.step, 2);
    }

    void anAnswerThatCannotBeLoggedIsReported()
    {
        Stage stage;
        OwnPredictions& predictions = stage.window.lessons().predictions();
        predictions.write = [](const QString&, const QByteArray&) -> Result<void> {
            return failure("the disk is full");
        };
        predictions.add("full-disk", {.step = 1});
        COMPARE_EVENTUALLY(stage.window.messageBar().sentence(),
            QStringLiteral("The answer is not in your log of predictions: the disk is full."));
    }

    /// Unsaved work is kept before the window closes, which stays usable until then.
    void aWindowClosesWhenItsUnsavedWorkIsKept()
    {
        const auto disk = std::make_shared<SlowDisk>();
        Stage stage;
        SessionKeeper keeper(stage.window, path("kept.json"),
            {loadSession,
                [disk](const Session& kept, const QString& file) {
                    disk->wait();
                    return saveSession(kept, file);
                }},
            test::late_closing);
        bool asked = false;
        keeper.confirm_close = [&](const QString&) {
            asked = true;
            return false;
        };
        setBatch(stage.window, 6);
        QVERIFY(!stage.window.close());
        QVERIFY(stage.window.isVisible());
        QVERIFY(!asked);
        QVERIFY(!stage.window.close()); // closed again, it asks
        QVERIFY(asked);
        disk->answers.release(100);
        VERIFY_EVENTUALLY(!stage.window.isVisible());
        const Result<Session> read = loadSession(path("kept.json"));
        QCOMPARE(parseScenario(read->scenario.toStdString(), "session", shippedCalibration())
                     ->scenario.workload.critical_batch,
            6.0);
    }

    void aSessionThatIsWrittenSlowlyDelaysNothing()
    {
        const auto disk = std::make_shared<SlowDisk>();
        const QString session = path("session.json");
        Stage stage;
        SessionKeeper keeper(stage.window, session,
            {loadSession,
                [disk](const Session& kept, const QString& file) {
                    if (disk->asked == 0)
                        disk->wait();
                    return saveSession(kept, file);
                }},
            test::patient);
        QSignalSpy kept(&keeper, &SessionKeeper::kept);
        setBatch(stage.window, 2);
        COMPARE_EVENTUALLY(disk->asked.load(), 1);
        setBatch(stage.window, 3);
        QCOMPARE(kept.size(), 0);
        disk->answer();
        VERIFY_EVENTUALLY(kept.size() >= 2);
        const Result<Session> read = loadSession(session);
        const auto file = parseScenario(read->scenario.toStdString(), "session", shippedCalibration());
        QCOMPARE(file->scenario.workload.critical_batch, 3.0);
    }

    /// Work that has begun before the session is there is not replaced by it, and neither is lost.
    void aSessionThatIsReadLateDoesNotReplaceWork()
    {
        const QString session = path("late.json");
        QVERIFY(saveSession(Session{}, session));
        const auto disk = std::make_shared<SlowDisk>();
        Stage stage;
        const SessionKeeper keeper(stage.window, session,
            {[disk](const QString& file) {
                 disk->wait();
                 return loadSession(file);
             },
                saveSession},
            test::late_session);
        setBatch(stage.window, 4);
        disk->answer();
        VERIFY_EVENTUALLY(
            stage.window.messageBar().sentence().startsWith(QStringLiteral("The last session was read after")));
        QCOMPARE(stage.document.scenario().workload.critical_batch, 4.0);
        QVERIFY(QFile::exists(session + QStringLiteral(".unreadable-1")));
    }
};

KNEEPOINT_TEST(SlowFilesTest)
#include "slow_files_test.moc"
