// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recovery.h"

#include "app/document/session.h"
#include "tests/support/test_registry.h"
#include "widgets/save_file.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

namespace {

/// A folder of recovery files.
struct Folder {
    QTemporaryDir place;
    QString path = place.filePath(QStringLiteral("unsaved"));

    [[nodiscard]] QStringList files() const { return QDir(path).entryList({QStringLiteral("*.json")}); }
    /// A file that a killed process left, this many minutes old.
    QString leave(const QString& name, const QByteArray& scenario, const QByteArray& baseline, int minutes = 0) const
    {
        Session session;
        session.scenario = scenario;
        session.baseline = baseline;
        const QString file = path + u'/' + name;
        if (!saveSession(session, file))
            qFatal("cannot prepare %s", qPrintable(file));
        QFile aged(file);
        if (!aged.open(QIODevice::ReadWrite)
            || !aged.setFileTime(
                QDateTime(QDate(2026, 1, 1), QTime(12, 0)).addSecs(-60 * minutes), QFileDevice::FileModificationTime))
            qFatal("cannot age %s", qPrintable(file));
        return file;
    }
};

void save(const Recovery& recovery, const QByteArray& scenario)
{
    Session session;
    session.scenario = scenario;
    QVERIFY(saveSession(session, recovery.path()));
}

} // namespace

/// The unsaved work of windows: each writes a file of its own, and takes over one that a killed process left.
class RecoveryTest : public QObject {
    Q_OBJECT

private slots:
    void aWindowHasAFileOfItsOwn()
    {
        const Folder folder;
        const Recovery one(folder.path);
        QVERIFY(one.path().startsWith(folder.path + u'/') && one.path().endsWith(QStringLiteral(".json")));
        QVERIFY(!one.isTakenOver() && !one.hasCompany() && one.orphansLeft() == 0);
        const Recovery other(folder.path);
        QVERIFY(other.path() != one.path() && !other.isTakenOver());
    }

    void openWindowsAreCompanyAndNoOrphans()
    {
        const Folder folder;
        const Recovery one(folder.path);
        save(one, "work");
        QVERIFY(!one.hasCompany());
        {
            const Recovery other(folder.path);
            save(other, "more");
            QVERIFY(!other.isTakenOver());
            QVERIFY(one.hasCompany() && other.hasCompany());
            QCOMPARE(one.orphansLeft(), 0);
        }
        QVERIFY(!one.hasCompany());
        QCOMPARE(one.orphansLeft(), 1);
    }

    void theLatestUnsavedWorkIsTakenOver()
    {
        const Folder folder;
        folder.leave(QStringLiteral("a.json"), "old", "", 30);
        const QString latest = folder.leave(QStringLiteral("b.json"), "new", "", 5);
        folder.leave(QStringLiteral("c.json"), "older", "", 60);
        const Recovery recovery(folder.path);
        QVERIFY(recovery.isTakenOver());
        QCOMPARE(recovery.path(), latest);
        QCOMPARE(recovery.orphansLeft(), 2);
        QVERIFY(!recovery.hasCompany());
        QCOMPARE(folder.files().size(), 3);
    }

    void filesWithoutUnsavedWorkAreRemoved()
    {
        const Folder folder;
        folder.leave(QStringLiteral("saved.json"), "same", "same", 1);
        folder.leave(QStringLiteral("empty.json"), "", "", 2);
        const QString work = folder.leave(QStringLiteral("work.json"), "changed", "same", 3);
        const Recovery recovery(folder.path);
        QVERIFY(recovery.isTakenOver());
        QCOMPARE(recovery.path(), work);
        QCOMPARE(folder.files(), QStringList{QStringLiteral("work.json")});
        QCOMPARE(recovery.orphansLeft(), 0);
    }

    void filesWithoutUnsavedWorkAreNoOrphans()
    {
        const Folder folder;
        folder.leave(QStringLiteral("work.json"), "work", "", 1);
        folder.leave(QStringLiteral("saved.json"), "same", "same", 2);
        const Recovery recovery(folder.path);
        QVERIFY(recovery.isTakenOver());
        QCOMPARE(recovery.orphansLeft(), 0);
    }

    void aFileThatCannotBeReadMayHoldWork()
    {
        const Folder folder;
        QVERIFY(QDir().mkpath(folder.path));
        QVERIFY(saveFile(folder.path + QStringLiteral("/rubbish.json"), "{"));
        const Recovery recovery(folder.path);
        QVERIFY(recovery.isTakenOver());
        QCOMPARE(recovery.path(), folder.path + QStringLiteral("/rubbish.json"));
    }

    void locksOfKilledProcessesAreRemoved()
    {
        const Folder folder;
        QVERIFY(QDir().mkpath(folder.path));
        const Recovery other(folder.path);
        constexpr auto no_process = "999999999\nkneepoint\n";
        QVERIFY(saveFile(folder.path + QStringLiteral("/left.json.owner"), no_process));
        const Recovery recovery(folder.path);
        const QStringList locks = QDir(folder.path).entryList({QStringLiteral("*.owner")});
        QCOMPARE(locks.size(), 2); // of the two that run
        QVERIFY(!locks.contains(QStringLiteral("left.json.owner")));
    }

    void discardedWorkIsGone()
    {
        const Folder folder;
        {
            Recovery recovery(folder.path);
            save(recovery, "work");
            recovery.discard();
            QVERIFY(recovery.path().isEmpty());
            QVERIFY(folder.files().isEmpty());
            QCOMPARE(QDir(folder.path).entryList(QDir::Files).size(), 0); // nor a lock
            recovery.discard();                                           // nothing left
        }
        QVERIFY(!Recovery(folder.path).isTakenOver());
    }

    void workThatIsNotDiscardedIsThereAtTheNextStart()
    {
        const Folder folder;
        QString path;
        {
            const Recovery recovery(folder.path);
            save(recovery, "work");
            path = recovery.path();
        }
        const Recovery next(folder.path);
        QVERIFY(next.isTakenOver());
        QCOMPARE(next.path(), path);
    }

    void aFolderThatCannotBeWrittenHasNoFile()
    {
        const Folder folder;
        QVERIFY(saveFile(folder.path, "a file instead of the folder"));
        const Recovery recovery(folder.path);
        QVERIFY(recovery.path().isEmpty() && !recovery.isTakenOver());
        QVERIFY(!recovery.hasCompany() && recovery.orphansLeft() == 0);
    }

    void theFolderIsBesideTheSession()
    {
        QCOMPARE(Recovery::folderOf(QStringLiteral("/a/b/session.json")), QStringLiteral("/a/b/unsaved"));
    }
};

KNEEPOINT_TEST(RecoveryTest)
#include "recovery_test.moc"
