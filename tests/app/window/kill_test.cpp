// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/session.h"

#include "app/document/recovery.h"
#include "app/window/main_window.h"
#include "app/window/session_keeper.h"
#include "model/catalogue/scenario_file.h"
#include "tests/app/patient.h"
#include "tests/support/eventually.h"
#include "tests/support/random_seed.h"
#include "tests/support/shipped.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace kneepoint;

namespace {

/// Progress reported by the victim.
struct Said {
    int began = 0;
    int edited = 0;
    int kept = 0;
    int saved = 0;
    QList<int> all_saved = {};
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
            all.all_saved << (all.saved = n);
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

QString sessionIn(const QTemporaryDir& folder)
{
    return folder.filePath(QStringLiteral("session.json"));
}
QString jobIn(const QTemporaryDir& folder)
{
    return folder.filePath(QStringLiteral("job.json"));
}

/// What a victim has reported when it has killed itself at this call; see kill_victim.cpp.
Said death(int first, int call, const QStringList& paths)
{
    QProcess process;
    process.start(builtPath("kill_victim"), QStringList{QString::number(first), QString::number(call)} + paths);
    return process.waitForFinished(test::patience_ms) && process.exitStatus() == QProcess::CrashExit
        ? said(process.readAll())
        : Said();
}

/// A running window with some work already in its session, that never saves; kill() ends it.
class Victim {
public:
    Victim(const QTemporaryDir& folder, int first)
    {
        m_process.start(
            builtPath("kill_victim"), {QString::number(first), QStringLiteral("0"), QString(), sessionIn(folder)});
        while (!m_output.contains("\nkept") && m_process.waitForReadyRead(test::patience_ms))
            m_output += m_process.readAll();
    }
    Said kill()
    {
        m_process.kill();
        m_process.waitForFinished(test::patience_ms);
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
    const QDir unsaved(Recovery::folderOf(sessionIn(folder)));
    for (const QString& name : unsaved.entryList({QStringLiteral("*.json")}))
        numbers << numberIn(unsaved.filePath(name));
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

/// The unsaved scenarios that were kept beside their changed file, by number.
QList<int> copiesIn(const QTemporaryDir& folder)
{
    QList<int> numbers;
    const QDir unsaved(Recovery::folderOf(sessionIn(folder)));
    for (const QString& name : unsaved.entryList({QStringLiteral("*.kneepoint")}))
        numbers << numberOf(loadScenario(unsaved.filePath(name).toStdString(), shippedCalibration()));
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
        const QString path = sessionIn(folder);
        MainWindow window(MainWindow::defaultScenario());
        const SessionKeeper keeper(window, path, {}, test::patient);
        window.document().editOnce(parameter("workload.critical_batch"), 777);
        COMPARE_EVENTUALLY(QFile::exists(path) ? numberIn(path) : -1, 777);
    }

    /// At every call of the second save.
    void aKillDuringASaveLeavesACompleteFile()
    {
        const QTemporaryDir folder;
        const QString file = jobIn(folder);
        int call = 1;
        for (bool during_second = true; during_second; ++call) {
            const int first = 1000 * call;
            const Said done = death(first, call, {file});
            const Result<ScenarioFile> left = loadScenario(file.toStdString(), shippedCalibration());
            QVERIFY2(left, left ? "" : left.error().message.c_str());
            during_second = done.saved == first + 1;
            QVERIFY(during_second || done.saved == first + 2);
            QVERIFY(numberOf(left) == done.saved || numberOf(left) == done.saved + 1);
        }
        QVERIFY2(call > 5, qPrintable(QString::number(call))); // open, write, fsync and rename at least
    }

    /// At calls drawn from a few sessions and saves. KNEEPOINT_KILLS sets the number of kills; the default is small
    /// enough for every build.
    void aKilledProgramLosesNoRecordedOrSavedWork()
    {
        bool set = false;
        const int asked = qEnvironmentVariableIntValue("KNEEPOINT_KILLS", &set);
        const int kills = set ? asked : 10;
        constexpr int calls = 60;
        std::mt19937_64 bits(test::randomSeed(1));
        const QTemporaryDir folder;
        int first = 1000;
        int last_saved = -1;
        int last_left = -1;
        int last_in_file = -1;
        for (int kill = 0; kill < kills; ++kill) {
            const Said done = death(first, 1 + static_cast<int>(bits() % calls), {jobIn(folder), sessionIn(folder)});
            QVERIFY(done.kept > first);
            // What the file says counts; unsaved work is kept beside it.
            if (last_left > 0 && done.began != last_left) {
                QCOMPARE(done.began, last_in_file);
                QVERIFY(copiesIn(folder).contains(last_left) || last_left == last_in_file);
            }
            const QList<int> left = leftBehind(folder);
            QCOMPARE(left.size(), 1);
            QVERIFY2(holds(left.front(), done), qPrintable(QString::number(left.front())));
            QVERIFY(holds(numberIn(sessionIn(folder)), done));
            if (done.saved > 0)
                last_saved = done.saved;
            if (last_saved > 0)
                QVERIFY(numberOf(loadScenario(jobIn(folder).toStdString(), shippedCalibration())) >= last_saved);
            if (QFile::exists(jobIn(folder)))
                last_in_file = numberOf(loadScenario(jobIn(folder).toStdString(), shippedCalibration()));
            // What was saved needs no recovery, also if another save came before the session had the next edit.
            last_left = done.all_saved.contains(left.front()) ? -1 : left.front();
            first = done.edited + 10;
        }
    }

    void twoWindowsKeepSeparateWork()
    {
        const QTemporaryDir folder;
        Victim one(folder, 1000);
        Victim other(folder, 500000);
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
        const QString unsaved = Recovery::folderOf(sessionIn(folder));
        Victim one(folder, 1000);
        Victim other(folder, 500000);
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
