// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/save_file.h"

#include "tests/support/full_disk.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/failing_calls.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <span>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace kneepoint;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

const QByteArray old_content(100000, 'a');
const QByteArray new_content(150000, 'b');

/// What is wrong after a save, empty if nothing is: an error must be reported, leave the old or the new content, and
/// leave no other file than a backup of the old content that its message names.
QString faultOf(const Result<void>& saved, const QString& path, bool failed, bool existed, int error)
{
    const QByteArray left = contentOf(path);
    if (!failed)
        return saved && left == new_content ? QString() : QStringLiteral("a save without a fault failed");
    if (saved)
        return QStringLiteral("the fault is not reported");
    const QString message = QString::fromStdString(saved.error().message);
    const QString reason = QString::fromStdString(std::generic_category().message(error));
    if (!message.contains(QStringLiteral("job.json could not be saved: ") + reason))
        return message;
    const qsizetype backup = message.indexOf(QStringLiteral("its old content is in "));
    const QStringList hidden =
        QFileInfo(path).dir().entryList({QStringLiteral(".kneepoint*")}, QDir::Files | QDir::Hidden);
    if (hidden.size() != (backup < 0 ? 0 : 1))
        return QStringLiteral("left behind: %1").arg(hidden.join(u' '));
    const bool kept = backup < 0 ? left == new_content || left == (existed ? old_content : QByteArray("no such file"))
                                 : contentOf(message.mid(message.indexOf(u'/', backup))) == old_content;
    return kept ? QString() : QStringLiteral("the content is torn");
}

/// A group that the user may give a file, and that new files do not have.
std::optional<gid_t> otherGroup()
{
    std::array<gid_t, 256> groups{};
    const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
    if (::geteuid() == 0)
        return ::getegid() + 1;
    const std::span known(groups.data(), static_cast<std::size_t>(std::max(count, 0)));
    const auto found = std::ranges::find_if(known, [](gid_t group) { return group != ::getegid(); });
    return found == known.end() ? std::nullopt : std::optional(*found);
}

} // namespace

class SaveFileTest : public QObject {
    Q_OBJECT

private slots:
    void theFileHasTheNewContent()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        for (const QByteArray& content : {QByteArray("old"), QByteArray("newer and longer"), QByteArray()}) {
            QVERIFY(saveFile(path, content));
            QCOMPARE(contentOf(path), content);
        }
    }

    void aNewFileHasTheUsualPermissions()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        const mode_t mask = ::umask(0027);
        const Result<void> saved = saveFile(path, "new");
        ::umask(mask);
        struct stat there { };
        QVERIFY(saved && ::stat(qPrintable(path), &there) == 0);
        QCOMPARE(there.st_mode & 07777, mode_t{0640});
    }

    void aFullDiskKeepsTheOldContent_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("smaller than the write buffer") << 40;
        QTest::newRow("larger than the write buffer") << 100000;
    }

    void aFullDiskKeepsTheOldContent()
    {
        QFETCH(const int, size);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        const QByteArray old("the only copy");
        QVERIFY(saveFile(path, old));
        const QByteArray content(size, 'x');
        for (const int room : {0, 1, size / 2, size - 1}) {
            const Result<void> saved = [&] {
                const test::FullDisk disk(room);
                return saveFile(path, content);
            }();
            QVERIFY2(!saved, qPrintable(QStringLiteral("room for %1 of %2 bytes").arg(room).arg(size)));
            QVERIFY(saved.error().message.find("job.json") != std::string::npos);
            QCOMPARE(contentOf(path), old);
            QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("job.json")});
        }
        QVERIFY(saveFile(path, content));
        QCOMPARE(contentOf(path), content);
    }

    void aFileWithTwoHardLinksKeepsBoth()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        const QString twin = folder.filePath(QStringLiteral("twin.json"));
        QVERIFY(saveFile(path, "a long old content"));
        QCOMPARE(::link(qPrintable(path), qPrintable(twin)), 0);
        QVERIFY(saveFile(path, "new"));
        QCOMPARE(contentOf(twin), QByteArray("new"));
        for (const QByteArray& content : {QByteArray("1"), QByteArray("2"), QByteArray(), QByteArray("new")}) {
            QVERIFY(saveFile(path, content));
            QCOMPARE(contentOf(twin), content);
        }
        {
            const test::FullDisk disk(5);
            QVERIFY(!saveFile(path, "longer than the space that is left"));
        }
        QCOMPARE(contentOf(path), QByteArray("new"));
        QCOMPARE(contentOf(twin), QByteArray("new"));
    }

    void aBackupThatStaysIsReported()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "old"));
        QCOMPARE(::link(qPrintable(path), qPrintable(folder.filePath(QStringLiteral("twin.json")))), 0);
        const test::Undeletable files;
        const Result<void> saved = saveFile(path, "new");
        QCOMPARE(contentOf(path), QByteArray("new"));
        QVERIFY(!saved);
        const QString message = QString::fromStdString(saved.error().message);
        QVERIFY2(
            message.contains(QStringLiteral("is saved, but its backup could not be deleted")), qPrintable(message));
        QCOMPARE(contentOf(message.mid(message.indexOf(u'/', message.indexOf(QStringLiteral("content is in"))))),
            QByteArray("old"));
    }

    /// What a crash of the machine could lose is on disk before the old content goes.
    void aNewContentIsFlushedBeforeItReplacesTheOld()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "old"));
        const test::FailingCalls calls(0, 0);
        QVERIFY(saveFile(path, "new"));
        const std::vector<std::string> expected{"open", "fchmod", "write", "fsync", "close", "rename", "open", "fsync"};
        QCOMPARE(calls.names(), expected);
    }

    void everyFailingCallLeavesOneContentWhole_data()
    {
        QTest::addColumn<bool>("existing");
        QTest::addColumn<bool>("hard_link");
        QTest::addColumn<bool>("other_owner");
        QTest::newRow("new file") << false << false << false;
        QTest::newRow("existing file") << true << false << false;
        QTest::newRow("hard link") << true << true << false;
        QTest::newRow("another owner's file") << true << false << true;
    }

    void everyFailingCallLeavesOneContentWhole()
    {
        using From = test::FailingCalls::From;
        QFETCH(const bool, existing);
        QFETCH(const bool, hard_link);
        QFETCH(const bool, other_owner);
        for (const int error : {EIO, ENOSPC, EDQUOT})
            for (const From from : {From::once, From::on}) {
                std::size_t n = 1;
                for (bool failed = true; failed; ++n) {
                    const QTemporaryDir folder;
                    const QString path = folder.filePath(QStringLiteral("job.json"));
                    if (existing)
                        QVERIFY(saveFile(path, old_content));
                    if (hard_link)
                        QCOMPARE(::link(qPrintable(path), qPrintable(folder.filePath(QStringLiteral("twin.json")))), 0);
                    const auto other = other_owner ? std::make_unique<test::OtherUser>() : nullptr;
                    auto calls = std::make_optional<test::FailingCalls>(n, error, from);
                    const Result<void> saved = saveFile(path, new_content);
                    failed = calls->anyFailed();
                    const std::string name = failed ? calls->names()[n - 1] : "none";
                    calls.reset();
                    const QString fault = faultOf(saved, path, failed, existing, error);
                    QVERIFY2(fault.isEmpty(),
                        qPrintable(QStringLiteral("%1; call %2 (%3), errno %4")
                                       .arg(fault)
                                       .arg(n)
                                       .arg(QString::fromStdString(name))
                                       .arg(error)));
                }
                QVERIFY(n > 5); // a save makes at least open, write, fsync, close, rename
            }
    }

    void anInterruptedCallIsNoError()
    {
        for (const bool hard_link : {false, true}) {
            int interrupted = 0;
            std::size_t n = 1;
            for (bool failed = true; failed; ++n) {
                const QTemporaryDir folder;
                const QString path = folder.filePath(QStringLiteral("job.json"));
                QVERIFY(saveFile(path, old_content));
                if (hard_link)
                    QCOMPARE(::link(qPrintable(path), qPrintable(folder.filePath(QStringLiteral("twin.json")))), 0);
                auto calls = std::make_optional<test::FailingCalls>(n, EINTR);
                const Result<void> saved = saveFile(path, new_content);
                failed = calls->anyFailed();
                const std::string name = failed ? calls->names()[n - 1] : "none";
                calls.reset();
                if (name != "read" && name != "write" && name != "fsync" && name != "close")
                    continue; // not interrupted on Linux
                QVERIFY2(saved && contentOf(path) == new_content, name.c_str());
                ++interrupted;
            }
            QVERIFY(interrupted >= 4);
        }
    }

    void aWriteOfNothingIsAnError()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "old"));
        auto calls = std::make_optional<test::FailingCalls>(3, 0);
        const Result<void> saved = saveFile(path, "new");
        QCOMPARE(calls->names()[2], std::string("write"));
        calls.reset();
        QVERIFY(!saved && saved.error().message.ends_with(std::generic_category().message(EIO)));
        QCOMPARE(contentOf(path), QByteArray("old"));
    }

    /// File systems without fsync for folders, and folders that can be written but not read.
    void aFolderThatCannotBeFlushedIsNoError()
    {
        for (const auto& [n, error] : {std::pair{7, EACCES}, std::pair{8, EINVAL}}) {
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("job.json"));
            QVERIFY(saveFile(path, "old"));
            const test::FailingCalls calls(static_cast<std::size_t>(n), error);
            QVERIFY(saveFile(path, "new"));
            QVERIFY(calls.anyFailed());
            QCOMPARE(contentOf(path), QByteArray("new"));
        }
    }

    void aFolderWhoseFlushFailsForAnotherReasonIsAnError()
    {
        for (const auto& [n, error] : {std::pair{7, EINVAL}, std::pair{8, EACCES}, std::pair{8, EIO}}) {
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("job.json"));
            QVERIFY(saveFile(path, "old"));
            const test::FailingCalls calls(static_cast<std::size_t>(n), error);
            QVERIFY(!saveFile(path, "new"));
        }
    }

    void aFileInAReadOnlyFolderIsOverwritten()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "a long old content"));
        struct stat before { };
        QCOMPARE(::stat(qPrintable(path), &before), 0);
        {
            const test::WriteProtected folders(test::WriteProtected::What::folders);
            const test::FailingCalls calls(0, 0);
            QVERIFY(saveFile(path, "new"));
            QVERIFY(std::ranges::find(calls.names(), "rename") == calls.names().end());
        }
        struct stat after { };
        QCOMPARE(::stat(qPrintable(path), &after), 0);
        QCOMPARE(after.st_ino, before.st_ino);
        QCOMPARE(contentOf(path), QByteArray("new"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("job.json")});
    }

    void aWriteProtectedFileIsNotReplaced()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "old"));
        const test::WriteProtected files(test::WriteProtected::What::files);
        const Result<void> saved = saveFile(path, "new");
        QVERIFY(!saved && saved.error().message.ends_with(std::generic_category().message(EACCES)));
        QCOMPARE(contentOf(path), QByteArray("old"));
    }

    void aFileOfAnotherOwnerIsNotReplaced()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "old"));
        const test::OtherUser other;
        const int before = ::open(qPrintable(path), O_RDONLY);
        QVERIFY(saveFile(path, "new"));
        char read[8] = {};
        QCOMPARE(::read(before, read, sizeof read), ssize_t{3});
        ::close(before);
        QCOMPARE(QByteArray(read), QByteArray("new"));
    }

    void permissionsAndLinksStay()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        const QString link = folder.filePath(QStringLiteral("link.json"));
        QVERIFY(saveFile(path, "old"));
        QCOMPARE(::chmod(qPrintable(path), 0640), 0);
        QVERIFY(QFile::link(path, link));
        QVERIFY(saveFile(link, "new"));
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(contentOf(path), QByteArray("new"));
        struct stat there { };
        QCOMPARE(::stat(qPrintable(path), &there), 0);
        QCOMPARE(there.st_mode & 07777, mode_t{0640});
    }

    /// As far as the file system and the user's groups allow.
    void groupAndAttributesStay()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        QVERIFY(saveFile(path, "old"));
        const std::string name = path.toStdString();
        const bool has_attributes = ::setxattr(name.c_str(), "user.kneepoint", "note", 4, 0) == 0;
        const std::optional<gid_t> group = otherGroup();
        if (group)
            QCOMPARE(::chown(name.c_str(), static_cast<uid_t>(-1), *group), 0);
        QVERIFY(saveFile(path, "new"));
        struct stat there { };
        QCOMPARE(::stat(name.c_str(), &there), 0);
        if (group)
            QCOMPARE(there.st_gid, *group);
        std::array<char, 8> note{};
        if (has_attributes)
            QCOMPARE(::getxattr(name.c_str(), "user.kneepoint", note.data(), note.size()), ssize_t(4));
    }

    void onlyARegularFileIsSavedTo()
    {
        const QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
        for (const QString& path : {pipe, folder.path(), QStringLiteral("/dev/null")}) {
            const Result<void> saved = saveFile(path, "content");
            QVERIFY(!saved);
            QVERIFY2(saved.error().message.find("it is not a regular file") != std::string::npos,
                saved.error().message.c_str());
        }
    }

    void outputDoesNotWaitForAReader()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        const Result<void> saved = saveOutput(path, "content");
        QVERIFY(!saved);
        QVERIFY(saved.error().message.find("nothing reads from it") != std::string::npos);
    }

    void aPipeStaysAPipe()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        const int reader = ::open(qPrintable(path), O_RDONLY | O_NONBLOCK);
        QVERIFY(saveOutput(path, "through"));
        char read[16] = {};
        QCOMPARE(::read(reader, read, sizeof read), ssize_t{7});
        ::close(reader);
        QCOMPARE(QByteArray(read), QByteArray("through"));
        QVERIFY(!QFileInfo(path).isFile());
    }

    void aSlowReaderGetsEverything()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        const QByteArray content(1000000, 'x'); // more than a pipe holds
        const int reader = ::open(qPrintable(path), O_RDONLY | O_NONBLOCK);
        QByteArray seen;
        std::thread slow([&] {
            for (int filled = 0; filled < ::fcntl(reader, F_GETPIPE_SZ); std::this_thread::yield())
                ::ioctl(reader, FIONREAD, &filled);
            ::fcntl(reader, F_SETFL, 0);
            QByteArray block(1 << 16, '\0');
            for (ssize_t got = 1; got > 0 && seen.size() < content.size();) {
                got = ::read(reader, block.data(), static_cast<std::size_t>(block.size()));
                seen.append(block.constData(), got > 0 ? got : 0);
            }
            ::close(reader);
        });
        const Result<void> saved = saveOutput(path, content);
        slow.join();
        QVERIFY(saved);
        QCOMPARE(seen, content);
    }

    void outputToAFileIsSaved()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("table.csv"));
        for (const QByteArray& content : {QByteArray("first"), QByteArray("2")}) {
            QVERIFY(saveOutput(path, content));
            QCOMPARE(contentOf(path), content);
        }
        QVERIFY(!saveOutput(folder.path(), "content"));
    }

    void aFullDeviceIsAnError() { QVERIFY(!saveOutput(QStringLiteral("/dev/full"), "content")); }

    /// A reader never sees a partial file while it is being saved repeatedly.
    void aReaderSeesTheOldOrTheNewContent()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        const QByteArray a(1000000, 'a');
        const QByteArray b(1000000, 'b');
        QVERIFY(saveFile(path, a));
        std::atomic<bool> done = false;
        std::thread writer([&] {
            for (int i = 0; i < 100; ++i)
                (void)saveFile(path, i % 2 ? a : b);
            done = true;
        });
        int torn = 0;
        while (!done) {
            const QByteArray seen = contentOf(path);
            torn += seen != a && seen != b;
        }
        writer.join();
        QCOMPARE(torn, 0);
    }

    void aMissingFolderIsAnError()
    {
        const QTemporaryDir folder;
        const Result<void> saved = saveFile(folder.filePath(QStringLiteral("none/job.json")), "content");
        QVERIFY(!saved);
        QVERIFY(saved.error().message.find("none/job.json could not be saved") != std::string::npos);
    }
};

KNEEPOINT_TEST(SaveFileTest)
#include "save_file_test.moc"
