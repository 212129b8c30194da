// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/save_file.h"

#include "tests/support/full_disk.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace kneepoint;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

} // namespace

class SaveFileTest : public QObject {
    Q_OBJECT

private slots:
    void theFileHoldsTheNewContent()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        for (const QByteArray& content : {QByteArray("old"), QByteArray("newer and longer"), QByteArray()}) {
            QVERIFY(saveFile(path, content));
            QCOMPARE(contentOf(path), content);
        }
    }

    void aDiskThatFillsUpLeavesTheOldContent_data()
    {
        QTest::addColumn<int>("size");
        QTest::newRow("smaller than the write buffer") << 40;
        QTest::newRow("larger than the write buffer") << 100000;
    }

    void aDiskThatFillsUpLeavesTheOldContent()
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

    void aFileWithTwoNamesKeepsBoth()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        const QString twin = folder.filePath(QStringLiteral("twin.json"));
        QVERIFY(saveFile(path, "a long old content"));
        QCOMPARE(::link(qPrintable(path), qPrintable(twin)), 0);
        QVERIFY(saveFile(path, "new"));
        QCOMPARE(contentOf(twin), QByteArray("new"));
        {
            const test::FullDisk disk(5);
            QVERIFY(!saveFile(path, "longer than the room that is left"));
        }
        QCOMPARE(contentOf(path), QByteArray("new"));
        QCOMPARE(contentOf(twin), QByteArray("new"));
    }

    void aPipeStaysAPipe()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        const int reader = ::open(qPrintable(path), O_RDONLY | O_NONBLOCK);
        QVERIFY(saveFile(path, "through"));
        char read[16] = {};
        QCOMPARE(::read(reader, read, sizeof read), ssize_t{7});
        ::close(reader);
        QCOMPARE(QByteArray(read), QByteArray("through"));
        QVERIFY(!QFileInfo(path).isFile());
    }

    void aDeviceThatIsFullIsTold() { QVERIFY(!saveFile(QStringLiteral("/dev/full"), "content")); }

    /// Someone who reads while the file is saved again and again never sees half of it.
    void aReaderSeesOneOfTheContentsWhole()
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

    void aFolderThatIsNotThereIsTold()
    {
        const QTemporaryDir folder;
        const Result<void> saved = saveFile(folder.filePath(QStringLiteral("none/job.json")), "content");
        QVERIFY(!saved);
        QVERIFY(saved.error().message.find("none/job.json could not be saved") != std::string::npos);
    }
};

KNEEPOINT_TEST(SaveFileTest)
#include "save_file_test.moc"
