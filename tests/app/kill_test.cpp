// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include "app/session_keeper.h"
#include "model/scenario/scenario_file.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

namespace {

/// What the victim said it had done.
struct Said {
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

} // namespace

class KillTest : public QObject {
    Q_OBJECT

private slots:
    void editsReachTheSessionWithinASecond() { QVERIFY(SessionKeeper::longest_delay_ms <= 1000); }

    /// KNEEPOINT_KILLS sets how often; the default suits every build.
    void aKilledProgramLosesNothingThatWasKeptOrSaved()
    {
        bool set = false;
        const int asked = qEnvironmentVariableIntValue("KNEEPOINT_KILLS", &set);
        const int kills = set ? asked : 10;
        const QTemporaryDir folder;
        const QString session = folder.filePath(QStringLiteral("session.ini"));
        const QString scenario = folder.filePath(QStringLiteral("job.json"));
        int first = 1000;
        int last_saved = -1;
        for (int kill = 0; kill < kills; ++kill) {
            QProcess victim;
            victim.start(QStringLiteral(KILL_VICTIM), {session, scenario, QString::number(first)});
            QVERIFY(victim.waitForStarted());
            QByteArray output;
            while (!output.contains("\nkept") && victim.waitForReadyRead(60000))
                output += victim.readAll();
            QTest::qWait(QRandomGenerator::global()->bounded(700));
            victim.kill();
            QVERIFY(victim.waitForFinished());
            output += victim.readAll();

            const Said done = said(output);
            QVERIFY(done.kept > first);
            const int kept = numberOf(parseScenario(loadSession(session).scenario.toStdString(), "session"));
            QVERIFY2(kept >= done.kept && kept <= done.edited + 1, qPrintable(QString::number(kept)));
            if (done.saved > 0)
                last_saved = done.saved;
            if (last_saved > 0)
                QVERIFY(numberOf(loadScenario(scenario.toStdString())) >= last_saved);
            QVERIFY(!loadSession(session).ended);
            first = done.edited + 10;
        }
    }
};

QTEST_GUILESS_MAIN(KillTest)
#include "kill_test.moc"
