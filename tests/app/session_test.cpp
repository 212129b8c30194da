// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void everyFieldComesBack()
    {
        Session session;
        session.geometry = QByteArray("\0\1\2", 3);
        session.columns = "columns";
        session.board = {"a", QByteArray("\0b", 2)};
        session.theme = ThemeChoice::dark;
        session.controls_in_sight = false;
        session.unfolded_sections = {QStringLiteral("Plan"), QStringLiteral("Stack")};
        session.recent_files = {QStringLiteral("/tmp/a, b.json")};
        session.file_path = QStringLiteral("/tmp/ü.json");
        session.scenario = "{\"kneepoint\": 1}";
        session.baseline = "{}";
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.ini"));
        saveSession(session, path);
        const Session read = loadSession(path);
        QCOMPARE(read.geometry, session.geometry);
        QCOMPARE(read.columns, session.columns);
        QCOMPARE(read.board, session.board);
        QCOMPARE(read.theme, session.theme);
        QCOMPARE(read.controls_in_sight, session.controls_in_sight);
        QCOMPARE(read.unfolded_sections, session.unfolded_sections);
        QCOMPARE(read.recent_files, session.recent_files);
        QCOMPARE(read.file_path, session.file_path);
        QCOMPARE(read.scenario, session.scenario);
        QCOMPARE(read.baseline, session.baseline);
    }

    void rubbishGivesTheDefaults()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[window]\ntheme=77\ncontrols_in_sight=\n\xff\xfe[[[=\n");
        file.close();
        const Session session = loadSession(path);
        QVERIFY(session.theme == ThemeChoice::dark || session.theme == ThemeChoice::system);
        QVERIFY(session.recent_files.isEmpty());
    }

    void recentFilesAreNamedOnceLatestFirst()
    {
        QStringList files;
        for (int i = 0; i < 15; ++i)
            files = withRecentFile(files, QString::number(i));
        files = withRecentFile(files, QStringLiteral("9"));
        QCOMPARE(files.size(), most_recent_files);
        QCOMPARE(files.front(), QStringLiteral("9"));
        QCOMPARE(files.count(QStringLiteral("9")), 1);
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
