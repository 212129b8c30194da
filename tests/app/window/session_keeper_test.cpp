// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_keeper.h"

#include "app/document/session.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/app/patient.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/message_bar.h"
#include "widgets/save_file.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <sstream>

#include <sys/stat.h>

using namespace kneepoint;

namespace {

/// A folder with the session file of a window.
struct Place {
    QTemporaryDir folder;
    QString session = folder.filePath(QStringLiteral("session.json"));
    QDir unsaved{Recovery::folderOf(session)};

    [[nodiscard]] QStringList recoveryFiles() const { return unsaved.entryList({QStringLiteral("*.json")}); }
};

void edit(MainWindow& window, double value)
{
    window.document().editOnce(parameter("workload.critical_batch"), value);
}

double valueIn(MainWindow& window)
{
    return window.document().scenario().workload.critical_batch;
}

} // namespace

class SessionKeeperTest : public QObject {
    Q_OBJECT

private slots:
    void unsavedWorkOutlivesAWindowWhoseSessionCannotBeWritten()
    {
        const Place place;
        QVERIFY(QDir().mkpath(place.session)); // a folder of this name
        {
            MainWindow window(MainWindow::defaultScenario());
            const SessionKeeper keeper(window, place.session, {}, test::patient);
            edit(window, 777);
        }
        QCOMPARE(place.recoveryFiles().size(), 1);
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper keeper(next, place.session, {}, test::patient);
        QCOMPARE(valueIn(next), 777.0);
        QVERIFY(next.messageBar().sentence().contains(QStringLiteral("Recovered")));
    }

    void workInTheSessionNeedsNoRecoveryFile()
    {
        const Place place;
        {
            MainWindow window(MainWindow::defaultScenario());
            const SessionKeeper keeper(window, place.session, {}, test::patient);
            edit(window, 777);
        }
        QVERIFY(place.recoveryFiles().isEmpty());
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper keeper(next, place.session, {}, test::patient);
        QCOMPARE(valueIn(next), 777.0);
    }

    void aSessionThatCannotBeWrittenIsReported_data()
    {
        QTest::addColumn<bool>("recoverable");
        QTest::newRow("the recovery file can") << true;
        QTest::newRow("nothing can") << false;
    }

    void aSessionThatCannotBeWrittenIsReported()
    {
        QFETCH(const bool, recoverable);
        const Place place;
        QVERIFY(QDir().mkpath(place.session));
        if (!recoverable)
            QVERIFY(saveFile(place.unsaved.path(), "a file instead of the folder"));
        MainWindow window(MainWindow::defaultScenario());
        SessionKeeper keeper(window, place.session, {}, test::patient);
        window.messageBar().hide();
        edit(window, 777);
        const QString expected = recoverable ? QStringLiteral("The session cannot be saved: %1 could not be saved")
                                             : QStringLiteral("Unsaved work cannot be kept: %1 could not be saved");
        VERIFY_EVENTUALLY(window.messageBar().isVisibleTo(&window));
        QVERIFY2(window.messageBar().sentence().startsWith(expected.arg(place.session)),
            qPrintable(window.messageBar().sentence()));

        QString asked;
        bool answer = false;
        keeper.confirm_close = [&](const QString& sentence) {
            asked = sentence;
            return answer;
        };
        QVERIFY(!window.close());
        QCOMPARE(asked, window.messageBar().sentence());
        answer = true;
        QVERIFY(window.close());
    }

    void closingAsksNothingIfTheWorkIsKept()
    {
        const Place place;
        MainWindow window(MainWindow::defaultScenario());
        SessionKeeper keeper(window, place.session, {}, test::patient);
        edit(window, 777);
        bool asked = false;
        keeper.confirm_close = [&](const QString&) { return asked = true; };
        QVERIFY(window.close());
        QVERIFY(!asked);
    }

    void aFailureAfterTheWindowIsClosedIsReported_data()
    {
        QTest::addColumn<bool>("modified");
        QTest::addColumn<bool>("recoverable");
        QTest::addColumn<bool>("lost");
        QTest::addColumn<QString>("said");
        const auto said = [](const char* sentence) { return QString::fromLatin1(sentence); };
        QTest::newRow("work in the recovery file")
            << true << true << false << said("The session cannot be saved: disk full. Unsaved work is kept in");
        QTest::newRow("work nowhere") << true << false << true << said("Unsaved work cannot be kept: disk full.");
        QTest::newRow("a pinned scenario") << false << true << true << said("The session cannot be saved: disk full.");
    }

    void aFailureAfterTheWindowIsClosedIsReported()
    {
        QFETCH(const bool, modified);
        QFETCH(const bool, recoverable);
        QFETCH(const bool, lost);
        QFETCH(const QString, said);
        const Place place;
        const auto full = std::make_shared<std::atomic_bool>(false);
        MainWindow window(MainWindow::defaultScenario());
        SessionKeeper keeper(window, place.session,
            {loadSession,
                [=, session = place.session](const Session& kept, const QString& file) {
                    const bool fails = *full && (file == session || !recoverable);
                    return fails ? Result<void>(failure("disk full")) : saveSession(kept, file);
                }},
            test::patient);
        QSignalSpy kept(&keeper, &SessionKeeper::kept);
        edit(window, 776);
        if (!modified)
            QVERIFY(window.document().save(place.folder.filePath(QStringLiteral("job.kneepoint"))));
        VERIFY_EVENTUALLY(!kept.isEmpty());
        *full = true;
        if (modified)
            edit(window, 777);
        else
            window.actions().pin->trigger();
        std::ostringstream err;
        QCOMPARE(keeper.finish(err), !lost);
        QVERIFY2(QString::fromStdString(err.str()).startsWith(QStringLiteral("kneepoint: ") + said), err.str().c_str());
    }

    void aLastSaveThatFailsLosesNothingIfTheSessionIsKept()
    {
        const Place place;
        const auto full = std::make_shared<std::atomic_bool>(false);
        MainWindow window(MainWindow::defaultScenario());
        SessionKeeper keeper(window, place.session,
            {loadSession,
                [full](const Session& kept, const QString& file) {
                    return *full ? Result<void>(failure("disk full")) : saveSession(kept, file);
                }},
            test::patient);
        edit(window, 777);
        QVERIFY(window.close());
        *full = true;
        std::ostringstream err;
        QVERIFY(keeper.finish(err));
        QCOMPARE(err.str(), std::string());
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper next_keeper(next, place.session, {}, test::patient);
        QCOMPARE(valueIn(next), 777.0);
    }

    /// A file that a newer version wrote, or that is damaged, is not overwritten by the defaults.
    void aFileThatCannotBeRestoredIsKept_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("not JSON") << QByteArray("{\"document/scenario\": ");
        QTest::newRow("a scenario of a later version")
            << QByteArray(R"({"document/scenario": "eyJrbmVlcG9pbnQiOiA5OX0=", "document/baseline": "e30="})");
        QTest::newRow("unknown prices") << QByteArray(R"({"prices": "e30="})");
    }

    void aFileThatCannotBeRestoredIsKept()
    {
        QFETCH(const QByteArray, content);
        for (const bool orphan : {false, true}) {
            const Place place;
            QVERIFY(place.unsaved.mkpath(QStringLiteral(".")));
            const QString path = orphan ? place.unsaved.filePath(QStringLiteral("left.json")) : place.session;
            if (orphan && content.contains("prices"))
                continue; // not unsaved work
            QVERIFY(saveFile(path, content));
            {
                MainWindow window(MainWindow::defaultScenario());
                const SessionKeeper keeper(window, place.session, {}, test::patient);
                QVERIFY2(window.messageBar().sentence().contains(QStringLiteral("could not be restored")),
                    qPrintable(window.messageBar().sentence()));
                edit(window, 777);
            }
            QFile kept(path + QStringLiteral(".unreadable-1"));
            QVERIFY(kept.open(QIODevice::ReadOnly));
            QCOMPARE(kept.readAll(), content);
        }
    }

    /// The file counts, whatever the session had.
    void aRestartShowsWhatTheFileSays_data()
    {
        QTest::addColumn<bool>("edited");
        QTest::addColumn<bool>("same");
        QTest::newRow("changed by another program") << false << false;
        QTest::newRow("changed by another program, with unsaved changes") << true << false;
        QTest::newRow("saved just before a kill") << true << true;
    }
    void aRestartShowsWhatTheFileSays()
    {
        QFETCH(const bool, edited);
        QFETCH(const bool, same);
        const Place place;
        const QString job = place.folder.filePath(QStringLiteral("job.kneepoint"));
        ScenarioFile other = MainWindow::defaultScenario();
        {
            MainWindow window(MainWindow::defaultScenario());
            const SessionKeeper keeper(window, place.session, {}, test::patient);
            edit(window, 700);
            QVERIFY(window.document().save(job));
            if (edited)
                edit(window, 777);
            other = window.document().file();
        }
        other.scenario.workload.critical_batch = same ? 777 : 512;
        QVERIFY(saveFile(job, QByteArray::fromStdString(writeScenario(other, shippedCalibration()))));
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper keeper(next, place.session, {}, test::patient);
        QCOMPARE(valueIn(next), other.scenario.workload.critical_batch);
        QCOMPARE(next.document().filePath(), job);
        QVERIFY(!next.document().isModified() && !next.document().changedOnDisk());
        QCOMPARE(next.messageBar().isVisibleTo(&next), !same);
        const QStringList copies = place.unsaved.entryList({QStringLiteral("*.kneepoint")});
        QCOMPARE(copies, edited && !same ? QStringList{QStringLiteral("job (unsaved).kneepoint")} : QStringList());
        if (copies.isEmpty())
            return;
        QVERIFY(next.messageBar().sentence().contains(place.unsaved.filePath(copies.front())));
        const auto buttons = next.messageBar().findChildren<QPushButton*>();
        const auto open = std::ranges::find(buttons, QStringLiteral("Open them"), &QPushButton::text);
        QVERIFY(open != buttons.end());
        (*open)->click();
        COMPARE_EVENTUALLY(valueIn(next), 777.0);
    }

    void anUnchangedFileKeepsUnsavedChanges()
    {
        const Place place;
        {
            MainWindow window(MainWindow::defaultScenario());
            const SessionKeeper keeper(window, place.session, {}, test::patient);
            QVERIFY(window.document().save(place.folder.filePath(QStringLiteral("job.kneepoint"))));
            edit(window, 777);
        }
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper keeper(next, place.session, {}, test::patient);
        QCOMPARE(valueIn(next), 777.0);
        QVERIFY(next.document().isModified());
    }

    void aFileThatIsGoneIsReported()
    {
        const Place place;
        const QString job = place.folder.filePath(QStringLiteral("job.kneepoint"));
        {
            MainWindow window(MainWindow::defaultScenario());
            const SessionKeeper keeper(window, place.session, {}, test::patient);
            edit(window, 777);
            QVERIFY(window.document().save(job));
        }
        QVERIFY(QFile::remove(job));
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper keeper(next, place.session, {}, test::patient);
        QCOMPARE(valueIn(next), 777.0);
        QVERIFY2(next.messageBar().sentence().contains(job), qPrintable(next.messageBar().sentence()));
    }

    /// A document that was replaced by a pipe neither stops the start nor a save.
    void theWindowDoesNotWaitForAPipe()
    {
        const Place place;
        const QString job = place.folder.filePath(QStringLiteral("job.kneepoint"));
        {
            MainWindow window(MainWindow::defaultScenario());
            const SessionKeeper keeper(window, place.session, {}, test::patient);
            QVERIFY(window.document().save(job));
        }
        QVERIFY(QFile::remove(job));
        QCOMPARE(::mkfifo(qPrintable(job), 0600), 0);
        MainWindow next(MainWindow::defaultScenario());
        const SessionKeeper keeper(next, place.session, {}, test::patient);
        QCOMPARE(next.document().filePath(), job);
        QVERIFY(!next.document().save(job));
        QVERIFY(!next.document().load(job));
    }
};

KNEEPOINT_TEST(SessionKeeperTest)
#include "session_keeper_test.moc"
