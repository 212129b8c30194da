// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/session.h"

#include "app/document/recovery.h"
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "model/catalogue/scenario_file.h"
#include "tests/support/shipped.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QProcess>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// Progress reported by the victim.
struct Said {
    int began = 0;
    int edited = 0;
    int kept = 0;
    int saved = 0;
};

Said said(const QByteArray& output)
{
    Said all;
    const qsizetype whole = output.lastIndexOf('\n') + 1;
    for (const QByteArray& line : output.left(whole).split('\n')) {
        const int n = line.mid(line.indexOf(' ') + 1).toInt();
        if (line.startsWith("began"))
            all.began = n;
        if (line.startsWith("edited"))
            all.edited = n;
        if (line.startsWith("kept"))
            all.kept = n;
        if (line.startsWith("saved"))
            all.saved = n;
    }
    return all;
}

int numberOf(const Result<ScenarioFile>& file)
{
    return file ? static_cast<int>(file->scenario.workload.critical_batch) : -1;
}
int numberIn(const QString& session)
{
    return numberOf(parseScenario(loadSession(session).value().scenario.toStdString(), "session"));
}

/// A running window with some work already in its session; kill() ends it.
class Victim {
public:
    enum class Saves { sometimes, never, large };
    Victim(const QTemporaryDir& folder, int first, Saves saves = Saves::sometimes)
    {
        const QString file = saves == Saves::never ? QString() : folder.filePath(QStringLiteral("job.json"));
        m_process.start(builtPath("kill_victim"),
            {folder.filePath(QStringLiteral("session.json")), file, QString::number(first),
                saves == Saves::large ? QStringLiteral("large") : QString()});
        while (!m_output.contains(saves == Saves::large ? "\nsaved" : "\nkept") && m_process.waitForReadyRead(60000))
            m_output += m_process.readAll();
    }
    Said kill()
    {
        m_process.kill();
        m_process.waitForFinished();
        m_output += m_process.readAll();
        return said(m_output);
    }

private:
    QProcess m_process;
    QByteArray m_output;
};

/// The unsaved scenarios that killed windows left behind, by number.
QList<int> leftBehind(const QTemporaryDir& folder)
{
    QList<int> numbers;
    const QDir unsaved(Recovery::folderOf(folder.filePath(QStringLiteral("session.json"))));
    for (const QString& name : unsaved.entryList({QStringLiteral("*.json")}))
        numbers << numberIn(unsaved.filePath(name));
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

bool holds(int number, const Said& done)
{
    return number >= done.kept && number <= done.edited + 1;
}

} // namespace

class KillTest : public QObject {
    Q_OBJECT

private slots:
    void editsReachTheSessionWithoutBeingSaved()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.json"));
        MainWindow window(MainWindow::defaultScenario());
        SessionKeeper keeper(window, path);
        QSignalSpy kept(&keeper, &SessionKeeper::kept);
        window.document().editOnce(parameter("workload.critical_batch"), 777);
        QVERIFY(kept.wait(5000));
        QCOMPARE(numberIn(path), 777);
    }

    /// Saves are large so that many kills happen during one.
    void aKillDuringASaveLeavesACompleteFile()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("job.json")).toStdString();
        for (int kill = 0; kill < 10; ++kill) {
            Victim victim(folder, 1000 * (kill + 1), Victim::Saves::large);
            QTest::qWait(QRandomGenerator::global()->bounded(200));
            const Said done = victim.kill();
            QVERIFY(done.saved > 0);
            const Result<ScenarioFile> left = loadScenario(file, shippedCalibration());
            QVERIFY2(left, left ? "" : left.error().message.c_str());
            QVERIFY(numberOf(left) >= done.saved);
        }
    }

    /// KNEEPOINT_KILLS sets the number of kills; the default is small enough for every build.
    void aKilledProgramLosesNoRecordedOrSavedWork()
    {
        bool set = false;
        const int asked = qEnvironmentVariableIntValue("KNEEPOINT_KILLS", &set);
        const int kills = set ? asked : 10;
        const QTemporaryDir folder;
        int first = 1000;
        int last_saved = -1;
        int last_left = -1;
        for (int kill = 0; kill < kills; ++kill) {
            Victim victim(folder, first);
            QTest::qWait(QRandomGenerator::global()->bounded(700));
            const Said done = victim.kill();
            QVERIFY(done.kept > first);
            if (last_left > 0)
                QCOMPARE(done.began, last_left);
            const QList<int> left = leftBehind(folder);
            QCOMPARE(left.size(), 1);
            QVERIFY2(holds(left.front(), done), qPrintable(QString::number(left.front())));
            QVERIFY(holds(numberIn(folder.filePath(QStringLiteral("session.json"))), done));
            if (done.saved > 0)
                last_saved = done.saved;
            if (last_saved > 0)
                QVERIFY(numberOf(loadScenario(
                            folder.filePath(QStringLiteral("job.json")).toStdString(), shippedCalibration()))
                    >= last_saved);
            // After a save there is nothing to recover; the session restores the state.
            last_left = left.front() == done.saved ? -1 : left.front();
            first = done.edited + 10;
        }
    }

    void twoWindowsKeepSeparateWork()
    {
        const QTemporaryDir folder;
        Victim one(folder, 1000, Victim::Saves::never);
        Victim other(folder, 500000, Victim::Saves::never);
        const Said of_one = one.kill();
        const Said of_other = other.kill();
        const QList<int> left = leftBehind(folder);
        QCOMPARE(left.size(), 2);
        QVERIFY2(holds(left[0], of_one), qPrintable(QString::number(left[0])));
        QVERIFY2(holds(left[1], of_other), qPrintable(QString::number(left[1])));
    }

    void everyNewWindowRecoversOneOrphan()
    {
        const QTemporaryDir folder;
        const QString unsaved = Recovery::folderOf(folder.filePath(QStringLiteral("session.json")));
        Victim one(folder, 1000, Victim::Saves::never);
        Victim other(folder, 500000, Victim::Saves::never);
        one.kill();
        other.kill();
        Recovery first(unsaved);
        QVERIFY(first.isTakenOver());
        QCOMPARE(first.orphansLeft(), 1);
        QVERIFY(!first.hasCompany());
        Recovery second(unsaved);
        QVERIFY(second.isTakenOver());
        QVERIFY(second.path() != first.path());
        QVERIFY(second.hasCompany());
        const Recovery third(unsaved);
        QVERIFY(!third.isTakenOver());
        QCOMPARE(third.orphansLeft(), 0);
        first.discard();
        second.discard();
        QVERIFY(leftBehind(folder).isEmpty());
    }

    void whatIsDiscardedIsLockedNoLonger()
    {
        const QTemporaryDir folder;
        Recovery recovery(folder.filePath(QStringLiteral("unsaved")));
        const QString lock = recovery.path() + QStringLiteral(".owner");
        QVERIFY(QFile::exists(lock));
        recovery.discard();
        QVERIFY(!QFile::exists(lock));
    }

    void savedWorkIsNotRecovered()
    {
        const QTemporaryDir folder;
        Session session;
        session.scenario = session.baseline = "{\"kneepoint\": 1}";
        QDir(folder.path()).mkdir(QStringLiteral("unsaved"));
        const QString file = folder.filePath(QStringLiteral("unsaved/left.json"));
        QVERIFY(saveSession(session, file));
        const Recovery recovery(folder.filePath(QStringLiteral("unsaved")));
        QVERIFY(!recovery.isTakenOver());
        QVERIFY(!QFile::exists(file));
    }
};

KNEEPOINT_TEST(KillTest)
#include "kill_test.moc"
