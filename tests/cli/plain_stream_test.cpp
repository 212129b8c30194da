// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plain_stream.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <sstream>

using namespace kneepoint;

class PlainStreamTest : public QObject {
    Q_OBJECT

private slots:
    void onlyHarmlessTextPasses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("text") << QByteArray("γ = 1\t≤ 2\n😀") << QByteArray("γ = 1\t≤ 2\n😀");
        QTest::newRow("escape sequence") << QByteArray("\x1b[31mred") << QByteArray("\\u001b[31mred");
        QTest::newRow("carriage return, delete") << QByteArray("a\rb\x7f") << QByteArray("a\\u000db\\u007f");
        QTest::newRow("C1 control") << QByteArray("\xC2\x9b") << QByteArray("\\u009b");
        QTest::newRow("first after C1") << QByteArray("\xC2\xA0") << QByteArray("\xC2\xA0");
        QTest::newRow("override") << QByteArray("a\u202Eb\u202C") << QByteArray("a\\u202eb\\u202c");
        QTest::newRow("embedding") << QByteArray("\u202A\u202B\u202D") << QByteArray("\\u202a\\u202b\\u202d");
        QTest::newRow("isolates") << QByteArray("\u2066\u2067\u2068\u2069")
                                  << QByteArray("\\u2066\\u2067\\u2068\\u2069");
        QTest::newRow("marks") << QByteArray("\u200E\u200F\u061C") << QByteArray("\\u200e\\u200f\\u061c");
        QTest::newRow("neighbors of marks")
            << QByteArray("\u200D\u2010\u2029\u202F\u2065\u206A") << QByteArray("\u200D\u2010\u2029\u202F\u2065\u206A");
        QTest::newRow("continuation alone") << QByteArray("a\x9b"
                                                          "b")
                                            << QByteArray("a\uFFFDb");
        QTest::newRow("cut off") << QByteArray("a\xE2\x80") << QByteArray("a\uFFFD");
        QTest::newRow("cut off by text") << QByteArray("\xE2\x80"
                                                       "b")
                                         << QByteArray("\uFFFDb");
        QTest::newRow("cut off by another") << QByteArray("\xE2\xCE\xB3") << QByteArray("\uFFFDγ");
        QTest::newRow("overlong escape") << QByteArray("\xE0\x80\x9b") << QByteArray("\uFFFD");
        QTest::newRow("overlong of two") << QByteArray("\xC0\x9b") << QByteArray("\uFFFD\uFFFD");
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\uFFFD");
        QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80") << QByteArray("\uFFFD");
        QTest::newRow("no first byte") << QByteArray("\xFF\xFE") << QByteArray("\uFFFD\uFFFD");
    }

    void onlyHarmlessTextPasses()
    {
        QFETCH(const QByteArray, text);
        std::ostringstream terminal;
        PlainStream(terminal) << text.toStdString();
        QTEST(QByteArray::fromStdString(terminal.str()), "shown");
    }
};

KNEEPOINT_TEST(PlainStreamTest)
#include "plain_stream_test.moc"
