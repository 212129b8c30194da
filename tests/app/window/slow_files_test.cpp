// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_keeper.h"
#include "tests/app/stage.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/message_bar.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <atomic>
#include <memory>
#include <semaphore>

#include <sys/stat.h>

using namespace kneepoint;
using test::Stage;

namespace {

/// A disk that does not answer before it is released.
struct Disk {
    std::binary_semaphore answers{0};
    std::atomic<int> asked = 0;

    void answer() { answers.release(); }
    void wait()
    {
        ++asked;
        answers.acquire();
    }
};

double batchIn(const QString& path)
{
    const Result<ScenarioFile> file = loadScenario(path.toStdString(), shippedCalibration());
    return file ? file->scenario.workload.critical_batch : -1;
}

void setBatch(MainWindow& window, double value)
{
    window.document().editOnce(parameter("workload.critical_batch"), value);
}

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

private slots:
    void aFileThatIsReadSlowlyIsOpenedWhenItIsThere()
    {
        const auto disk = std::make_shared<Disk>();
        const QString job = written("slow.kneepoint", 777);
        Stage stage;
        stage.window.file_access.read = [disk](const QString& file, const Calibration& calibration, bool any) {
            disk->wait();
            return readOwnFile(file, calibration, any);
        };
        stage.window.openOrImport({job});
        QTRY_COMPARE(disk->asked.load(), 1);
        setBatch(stage.window, 5); // the window is alive
        QTRY_VERIFY(stage.window.messageBar().sentence().startsWith(QStringLiteral("Opening slow.kneepoint")));
        disk->answer();
        QTRY_COMPARE(stage.document.scenario().workload.critical_batch, 777.0);
        QVERIFY(!stage.window.messageBar().isVisible());
        QCOMPARE(stage.document.filePath(), job);
    }

    void escapeStopsWaitingForAFile()
    {
        const auto disk = std::make_shared<Disk>();
        const QString job = written("never.kneepoint", 777);
        Stage stage;
        stage.window.file_access.read = [disk](const QString& file, const Calibration& calibration, bool any) {
            disk->wait();
            return readOwnFile(file, calibration, any);
        };
        stage.window.openPath(job);
        QVERIFY(stage.window.isWaitingForFile());
        stage.key(Qt::Key_Escape);
        QVERIFY(!stage.window.isWaitingForFile());
        disk->answer();
        QTest::qWait(50);
        QVERIFY(stage.document.filePath().isEmpty());
    }

    void aPipeIsRefusedWithoutWaitingForIt()
    {
        const QString pipe = path("pipe.json");
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        Stage stage;
        stage.window.openOrImport({pipe});
        QTRY_VERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("not a regular file")));
    }

    /// What is edited during the save is modified afterwards.
    void aSaveIsConfirmedWhenItIsSafe()
    {
        const auto disk = std::make_shared<Disk>();
        const QString job = written("job.kneepoint", 1);
        Stage stage;
        stage.window.openPath(job);
        QTRY_COMPARE(stage.document.filePath(), job);
        stage.window.file_access.write = [disk](const QString& file, const QByteArray& content) {
            disk->wait();
            return saveFile(file, content);
        };
        setBatch(stage.window, 2);
        stage.window.save();
        QTRY_COMPARE(disk->asked.load(), 1);
        setBatch(stage.window, 3);
        QVERIFY(stage.document.isModified());
        QVERIFY(stage.window.messageBar().tone() != MessageBar::Tone::done || !stage.window.messageBar().isVisible());
        QCOMPARE(batchIn(job), 1.0);
        disk->answer();
        QTRY_VERIFY(!stage.window.isWaitingForFile());
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("Saved job.kneepoint")));
        QCOMPARE(batchIn(job), 2.0);
        QVERIFY(stage.document.isModified());
        stage.document.undoStack()->undo();
        QVERIFY(!stage.document.isModified());
    }

    /// A save that is asked for during another comes after it.
    void theLastOfTwoSavesStays()
    {
        const auto disk = std::make_shared<Disk>();
        const QString job = written("twice.kneepoint", 1);
        Stage stage;
        stage.window.openPath(job);
        QTRY_COMPARE(stage.document.filePath(), job);
        stage.window.file_access.write = [disk](const QString& file, const QByteArray& content) {
            disk->wait();
            return saveFile(file, content);
        };
        setBatch(stage.window, 2);
        stage.window.save();
        QTRY_COMPARE(disk->asked.load(), 1);
        setBatch(stage.window, 3);
        stage.window.save();
        QCOMPARE(disk->asked.load(), 1);
        disk->answer();
        QTRY_COMPARE(disk->asked.load(), 2);
        disk->answer();
        QTRY_VERIFY(!stage.window.isWaitingForFile());
        QCOMPARE(batchIn(job), 3.0);
        QVERIFY(!stage.document.isModified());
    }

    void aWindowThatIsClosedDuringASaveWaitsForIt()
    {
        const auto disk = std::make_shared<Disk>();
        const QString job = written("closed.kneepoint", 1);
        Stage stage;
        stage.window.openPath(job);
        QTRY_COMPARE(stage.document.filePath(), job);
        stage.window.file_access.write = [disk](const QString& file, const QByteArray& content) {
            disk->wait();
            return saveFile(file, content);
        };
        setBatch(stage.window, 2);
        stage.window.save();
        QVERIFY(!stage.window.close());
        QVERIFY(stage.window.isVisible());
        disk->answer();
        QTRY_VERIFY(!stage.window.isVisible());
        QCOMPARE(batchIn(job), 2.0);
    }

    void aSessionThatIsWrittenSlowlyDelaysNothing()
    {
        const auto disk = std::make_shared<Disk>();
        const QString session = path("session.json");
        Stage stage;
        SessionKeeper keeper(stage.window, session, {loadSession, [disk](const Session& kept, const QString& file) {
                                                         if (disk->asked == 0)
                                                             disk->wait();
                                                         return saveSession(kept, file);
                                                     }});
        QSignalSpy kept(&keeper, &SessionKeeper::kept);
        setBatch(stage.window, 2);
        QTRY_COMPARE(disk->asked.load(), 1);
        setBatch(stage.window, 3);
        QCOMPARE(kept.size(), 0);
        disk->answer();
        QTRY_VERIFY(kept.size() >= 2);
        const Result<Session> read = loadSession(session);
        const auto file = parseScenario(read->scenario.toStdString(), "session", shippedCalibration());
        QCOMPARE(file->scenario.workload.critical_batch, 3.0);
    }

    /// Work that has begun before the session is there is not replaced by it, and neither is lost.
    void aSessionThatIsReadLateDoesNotReplaceWork()
    {
        const QString session = path("late.json");
        QVERIFY(saveSession(Session{}, session));
        const auto disk = std::make_shared<Disk>();
        Stage stage;
        const SessionKeeper keeper(stage.window, session,
            {[disk](const QString& file) {
                 disk->wait();
                 return loadSession(file);
             },
                saveSession});
        setBatch(stage.window, 4);
        disk->answer();
        QTRY_VERIFY(stage.window.messageBar().sentence().startsWith(QStringLiteral("The last session was read after")));
        QCOMPARE(stage.document.scenario().workload.critical_batch, 4.0);
        QVERIFY(QFile::exists(session + QStringLiteral(".unreadable-1")));
    }
};

KNEEPOINT_TEST(SlowFilesTest)
#include "slow_files_test.moc"
