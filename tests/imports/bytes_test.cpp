// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/byte_source.h"
#include "model/imports/line_reader.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace kneepoint;

namespace {

std::string allOf(std::string_view bytes)
{
    ByteSource source = ByteSource::of(bytes, "file", {});
    return source.readAll(1 << 20, "a text").value_or("refused");
}

std::vector<std::string> linesOfText(std::string_view text)
{
    ByteSource source = ByteSource::of(text, "file", {});
    LineReader lines(source);
    std::vector<std::string> all;
    while (const auto line = lines.next())
        all.push_back(lines.place() + ": " + std::string(*line));
    return all;
}

/// Bytes that do not shrink.
std::string noise(std::size_t size)
{
    std::string text;
    for (std::uint32_t x = 1; text.size() < size; x = x * 1664525 + 1013904223)
        text += static_cast<char>(x >> 24);
    return text;
}

} // namespace

/// The bytes of files: compressed, damaged, large; and their lines.
class BytesTest : public QObject {
    Q_OBJECT

private slots:
    void membersOfAGzipFollowEachOther()
    {
        QCOMPARE(allOf(test::gzipped("one ") + test::gzipped("two")), std::string("one two"));
        QCOMPARE(allOf(test::gzipped("one") + std::string(20, '\0')), std::string("one"));
        QCOMPARE(allOf(test::gzipped("") + test::gzipped("two")), std::string("two"));
    }

    void aDamagedGzipIsSaidToBe()
    {
        const std::string text = noise(600000), whole = test::gzipped(text);
        ByteSource sound = ByteSource::of(whole, "file", {});
        QVERIFY(*sound.readAll(1 << 20, "a text") == text);
        QVERIFY(sound.damage().empty());
        std::string damaged = whole;
        damaged[10] = '\xff';
        ByteSource source = ByteSource::of(damaged, "file", {});
        QVERIFY(source.readAll(1 << 20, "a text")->size() < text.size());
        QCOMPARE(std::string(source.damage()), std::string("the gzip stream is damaged"));
        ByteSource cut = ByteSource::of(std::string_view(whole).substr(0, whole.size() - 100), "file", {});
        QVERIFY(cut.readAll(1 << 20, "a text")->size() > text.size() / 2);
        QCOMPARE(std::string(cut.damage()), std::string("the gzip stream ends early"));
    }

    void moreThanIsReadIsRefused()
    {
        const std::string text(3 << 20, 'x');
        const auto read = [&](std::size_t most) {
            ByteSource source = ByteSource::of(text, "file", {});
            return source.readAll(most, "a text");
        };
        QCOMPARE(read(3 << 20)->size(), text.size());
        QCOMPARE(read(2 << 20).error().message, std::string("a text of more than 2 MB"));
    }

    /// In a few large reads or many small ones, ahead of which the head was looked at.
    void whatWasLookedAtIsReadAgain()
    {
        const std::string text = noise(3 << 20);
        for (const std::string& bytes : {text, test::gzipped(text)}) {
            ByteSource source = ByteSource::of(bytes, "file", {});
            QCOMPARE(source.head().size(), recognized_bytes);
            QVERIFY(source.head() == std::string_view(text).substr(0, recognized_bytes));
            std::string all, piece(700001, '\0');
            while (const std::size_t got = source.read(piece))
                all.append(piece, 0, got);
            QVERIFY(all == text);
        }
    }

    void aFileHasADayAndAChecksum()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a log";
        const std::string text = "123456789";
        std::ofstream(path) << text;
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime({2026, 5, 18}, {12, 0}, Qt::UTC), QFileDevice::FileModificationTime));
        file.close();
        Result<ByteSource> source = ByteSource::open(path, {});
        QVERIFY(source);
        QCOMPARE(source->plainFile(), path.string());
        const EvidenceSource whole = source->finish();
        QCOMPARE(whole.name, std::string("a log"));
        QCOMPARE(whole.date, std::string("2026-05-18"));
        QCOMPARE(whole.bytes, 9.);
        QCOMPARE(whole.crc32, std::uint32_t{0xcbf43926}); // the check value of CRC-32
        std::ofstream(path) << test::gzipped(text);
        QCOMPARE(ByteSource::open(path, {})->plainFile(), std::string());
        QCOMPARE(ByteSource::of(text, "text", {}).plainFile(), std::string());
    }

    void progressIsTheShareThatWasRead()
    {
        std::vector<double> shares;
        const std::string text(1 << 20, 'x');
        ByteSource source = ByteSource::of(text, "file", {.progress = [&](double share) {
            shares.push_back(share);
            return true;
        }});
        QCOMPARE(source.readAll(2 << 20, "a text")->size(), text.size());
        QVERIFY(shares == (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
    }

    void cancellingEndsTheRead()
    {
        const std::string text(1 << 20, 'x');
        ByteSource source = ByteSource::of(text, "file", {.progress = [](double share) { return share < 0.5; }});
        const Result<std::string> all = source.readAll(2 << 20, "a text");
        QVERIFY(source.isCancelled());
        QCOMPARE(all.error().message, std::string(import_cancelled));
    }

    void linesEndInEveryWay()
    {
        QCOMPARE(linesOfText("\xef\xbb\xbf"
                             "a\nb\r\nc\rd\n\ne"),
            (std::vector<std::string>{"line 1: a", "line 2: b", "line 3: c", "line 4: d", "line 5: ", "line 6: e"}));
        QCOMPARE(linesOfText("a\n"), std::vector<std::string>{"line 1: a"});
        QVERIFY(linesOfText("").empty());
    }

    void colorsAreNoText()
    {
        QCOMPARE(withoutColors("\x1b[32mgreen\x1b[0m and \x1b[1;31mred\x1b["), std::string("green and red"));
        QCOMPARE(withoutColors("a\x1b"
                               "b"),
            std::string("ab"));
        QCOMPARE(linesOfText("\x1b[32mgreen\x1b[0m\n"), std::vector<std::string>{"line 1: green"});
    }

    void longLinesAreCut()
    {
        const std::string text = std::string(LineReader::longest_line - 1, 'a') + "\n"
            + std::string(2 * LineReader::longest_line, 'b') + "\nc";
        ByteSource source = ByteSource::of(text, "file", {});
        LineReader lines(source);
        QCOMPARE(lines.next()->size(), LineReader::longest_line - 1);
        QCOMPARE(lines.next()->size(), LineReader::longest_line);
        while (const auto line = lines.next())
            QVERIFY(line->size() <= LineReader::longest_line);
        QVERIFY(!lines.next());
    }
};

KNEEPOINT_TEST(BytesTest)
#include "bytes_test.moc"
