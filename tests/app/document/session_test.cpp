// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/session.h"

#include "tests/support/full_disk.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"
#include "widgets/save_file.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace kneepoint;

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void everyFieldIsRestored()
    {
        Session session;
        session.geometry = QByteArray("\0\1\2", 3);
        session.columns = "columns";
        session.board = {"a", QByteArray("\0b", 2)};
        session.theme = ThemeChoice::dark;
        session.controls_in_sight = session.diagnosis_in_sight = false;
        session.tour_seen = true;
        session.unfolded_sections = {QStringLiteral("Plan"), QStringLiteral("Stack")};
        session.recent_files = {QStringLiteral("/tmp/a, b.json")};
        session.file_path = QStringLiteral("/tmp/ü.json");
        session.on_disk = QByteArray("\0\1", 2);
        session.scenario = "{\"kneepoint\": 1}";
        session.baseline = "{}";
        session.comparison = R"([{"title": "A"}])";
        session.prices = R"({"prices": []})";
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.json"));
        QVERIFY(saveSession(session, path));
        const Session read = loadSession(path).value();
        QCOMPARE(read.geometry, session.geometry);
        QCOMPARE(read.columns, session.columns);
        QCOMPARE(read.board, session.board);
        QCOMPARE(read.theme, session.theme);
        QCOMPARE(read.controls_in_sight, session.controls_in_sight);
        QCOMPARE(read.diagnosis_in_sight, session.diagnosis_in_sight);
        QCOMPARE(read.tour_seen, session.tour_seen);
        QCOMPARE(read.comparison, session.comparison);
        QCOMPARE(read.unfolded_sections, session.unfolded_sections);
        QCOMPARE(read.recent_files, session.recent_files);
        QCOMPARE(read.file_path, session.file_path);
        QCOMPARE(read.on_disk, session.on_disk);
        QCOMPARE(read.scenario, session.scenario);
        QCOMPARE(read.baseline, session.baseline);
        QCOMPARE(read.prices, session.prices);
    }

    void itIsAFileInTheFolderOfSettings()
    {
        const QDir settings(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation));
        QCOMPARE(defaultSessionPath(), settings.filePath(QStringLiteral("session.json")));
    }

    void aThemeOutOfRangeIsTheNearest()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.json"));
        QVERIFY(saveFile(path, R"({"window/theme": 77})"));
        QVERIFY(loadSession(path)->theme == ThemeChoice::dark);
        QVERIFY(saveFile(path, R"({"window/theme": -3})"));
        QVERIFY(loadSession(path)->theme == ThemeChoice::system);
    }

    void aFullDiskLeavesTheOldSession()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.json"));
        Session session;
        session.scenario = "the only copy";
        QVERIFY(saveSession(session, path));
        Session larger = session;
        larger.scenario = QByteArray(100000, 'x');
        for (const int room : {0, 40, 50000}) {
            {
                const test::FullDisk disk(room);
                QVERIFY(!saveSession(larger, path));
            }
            QCOMPARE(loadSession(path)->scenario, session.scenario);
        }
        QVERIFY(saveSession(larger, path));
        QCOMPARE(loadSession(path)->scenario, larger.scenario);
    }

    void aFolderThatCannotBeCreatedIsAnError()
    {
        QVERIFY(!saveSession({}, QStringLiteral("/proc/kneepoint/session.json")));
    }

    void whatCannotBeReadIsAnError()
    {
        const QTemporaryDir folder;
        const QString rubbish = folder.filePath(QStringLiteral("rubbish.json"));
        QVERIFY(saveFile(rubbish, "[window]\ntheme=77\n\xff\xfe[[[=\n"));
        const auto errorOf = [](const QString& path) {
            const Result<Session> session = loadSession(path);
            return session ? QString() : QString::fromStdString(session.error().message);
        };
        QCOMPARE(errorOf(rubbish), rubbish + ": not a session file");
        const QString pipe = folder.filePath(QStringLiteral("pipe.json"));
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        QCOMPARE(errorOf(pipe), pipe + ": not a regular file");
        const QString dangling = folder.filePath(QStringLiteral("dangling.json"));
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("gone.json")), dangling));
        QVERIFY2(errorOf(dangling).endsWith("cannot be opened for reading"), qPrintable(errorOf(dangling)));
        QFile large(folder.filePath(QStringLiteral("large.json")));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize((qint64(64) << 20) + 1));
        QVERIFY2(errorOf(large.fileName()).contains("larger than the 67108864 bytes"),
            qPrintable(errorOf(large.fileName())));
        const QString endless = folder.filePath(QStringLiteral("endless.json"));
        QVERIFY(QFile::link(QStringLiteral("/dev/zero"), endless));
        QVERIFY(!loadSession(endless));
        QVERIFY(!loadSession(folder.path()));
        QVERIFY(loadSession(folder.filePath(QStringLiteral("absent.json"))));
    }

    void anInvalidSessionGivesTheDefaults_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("wrong types") << QByteArray("{\"window/theme\": 77, \"window/controls_in_sight\": [], "
                                                   "\"files/recent\": {\"a\": 1}, \"window/board\": 3}");
        QTest::newRow("nothing") << QByteArray("{}");
    }

    void anInvalidSessionGivesTheDefaults()
    {
        QFETCH(const QByteArray, content);
        const test::TemporaryFiles files;
        const Session session = loadSession(QString::fromStdString(files.write("session.json", content))).value();
        QVERIFY(session.theme == ThemeChoice::dark || session.theme == ThemeChoice::system);
        QVERIFY(session.recent_files.isEmpty());
        QVERIFY(session.controls_in_sight && session.diagnosis_in_sight && !session.tour_seen);
    }

    void recentFilesAreListedOnceLatestFirst()
    {
        QStringList files;
        for (int i = 0; i < 15; ++i)
            files = withRecentFile(files, QString::number(i));
        files = withRecentFile(files, QStringLiteral("9"));
        QCOMPARE(files.size(), 10);
        QCOMPARE(files.front(), QStringLiteral("9"));
        QCOMPARE(files.count(QStringLiteral("9")), 1);
    }

    void onlyTheUserReadsASession()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.json"));
        QVERIFY(saveFile(path, "{}")); // by an earlier version
        QVERIFY(saveSession({}, path));
        QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }
};

KNEEPOINT_TEST(SessionTest)
#include "session_test.moc"
