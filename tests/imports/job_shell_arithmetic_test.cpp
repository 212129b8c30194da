// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_arithmetic.h"
#include "model/imports/job_configuration/shell_variables.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint::job;

namespace {

QString shown(std::optional<std::int64_t> value)
{
    return value ? QString::number(*value) : QStringLiteral("?");
}

/// The value of an expression and, in order, what it assigns; a is 4, b is 0, c is -7, and no other name is known.
QString calculated(std::string_view expression)
{
    QStringList assigned;
    const auto value = [](std::string_view name) -> std::optional<std::int64_t> {
        if (name == "a")
            return 4;
        if (name == "b")
            return 0;
        if (name == "c")
            return -7;
        return std::nullopt;
    };
    const auto assign = [&](std::string_view name, std::optional<std::int64_t> number) {
        assigned << QStringLiteral(" %1=%2").arg(QString::fromStdString(std::string(name)), shown(number));
    };
    const QString result = shown(arithmeticValue(expression, {value, assign}));
    return result + assigned.join(QString());
}

} // namespace

/// What a shell computes in $((…)), with Bash's manual as the reference.
class JobShellArithmeticTest : public QObject {
    Q_OBJECT

private slots:
    void expressionsHaveTheirValue_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* expression, const char* value) {
            QTest::newRow(expression) << QByteArray(expression) << QString::fromUtf8(value);
        };
        row("7", "7");
        row(" \t7\n ", "7");
        row("a", "4");
        row("a_1", "?");
        row("1 + 2 * 3 - 4", "3");
        row("(1 + 2) * 3", "9");
        row("20 - 5 - 4", "11");
        row("100 / 7 / 2", "7");
        row("7 / 2", "3");
        row("c / 2", "-3"); // toward zero
        row("c % 4", "-3");
        row("7 % 4 * 2", "6");
        row("2 ** 10", "1024");
        row("2 ** 3 ** 2", "512");
        row("-2 ** 2", "4"); // the sign binds tighter
        row("2 * 3 ** 2", "18");
        row("2 ** 0", "1");
        row("2 ** -1", "?");
        row("1 ** -1", "?");
        row("(-1) ** 3", "-1");
        row("(-1) ** 4", "1");
        row("(-1) ** 1", "-1");
        row("(-1) ** 0", "1");
        row("0 ** 0", "1");
        row("0 ** 1", "0");
        row("0 ** 5", "0");
        row("1 ** 9000000000000000000", "1");
        row("0 ** 9000000000000000000", "0");
        row("(-1) ** 9000000000000000001", "-1");
        row("1 << 4", "16");
        row("1 + 1 << 4", "32");
        row("1 << 62", "4611686018427387904");
        row("1 << 63", "?");
        row("0 << 63", "?");
        row("0 << 62", "0");
        row("1 << -1", "?");
        row("-1 << 1", "?");
        row("1 << 0", "1");
        row("0 << 1", "0");
        row("256 >> 4", "16");
        row("256 >> 62", "0");
        row("256 >> 63", "?");
        row("256 >> -1", "?");
        row("-256 >> 1", "?");
        row("256 >> 0", "256");
        row("0 >> 1", "0");
        row("3 < 4", "1");
        row("4 < 4", "0");
        row("4 <= 4", "1");
        row("5 <= 4", "0");
        row("5 > 4", "1");
        row("4 > 4", "0");
        row("4 >= 4", "1");
        row("3 >= 4", "0");
        row("4 == 4", "1");
        row("3 == 4", "0");
        row("3 != 4", "1");
        row("4 != 4", "0");
        row("1 < 2 == 1", "1"); // (1 < 2) == 1
        row("3 + 1 > 2 + 1", "1");
        row("1 << 2 < 5", "1");
        row("2 && 3", "1");
        row("2 && 0", "0");
        row("0 || 0", "0");
        row("0 || 3", "1");
        row("1 || 0 && 0", "1"); // && binds tighter
        row("2 == 2 && 3 == 3", "1");
        row("n && 0", "0");
        row("0 && n", "0");
        row("n && 1", "?");
        row("1 && n", "?");
        row("n || 1", "1");
        row("1 || n", "1");
        row("n || 0", "?");
        row("0 || n", "?");
        row("!0", "1");
        row("!5", "0");
        row("!n", "?");
        row("!!5", "1");
        row("-a", "-4");
        row("- -a", "4");
        row("+a", "4");
        row("-n", "?");
        row("a ? 2 : 3", "2");
        row("b ? 2 : 3", "3");
        row("b ? 2 : a ? 5 : 6", "5");
        row("n ? 2 : 3", "?");
        row("n ? 2 : 2", "2");
        row("n ? 2 : n", "?");
        row("a ? 2 : n", "2");
        row("b ? n : 2", "2");
        row("a + (b, 2)", "6");
        row("1, 2, 3", "3");
        row("010", "8");
        row("0", "0");
        row("00", "0");
        row("08", "?");
        row("0x1F", "31");
        row("0Xa", "10");
        row("0x", "?");
        row("0xg", "?");
        row("12a", "?");
        row("9223372036854775807", "9223372036854775807");
        row("9223372036854775808", "?");
        row("9223372036854775807 + 1", "?");
        row("-9223372036854775807 - 1", "-9223372036854775808");
        row("-9223372036854775807 - 2", "?");
        row("-(-9223372036854775807 - 1)", "?");
        row("3037000500 * 3037000500", "?");
        row("3037000499 * 3037000499", "9223372030926249001");
        row("2 ** 62", "4611686018427387904");
        row("2 ** 63", "?");
        row("1 / 0", "?");
        row("1 % 0", "?");
        row("1 / b", "?");
        row("n + 1", "?");
        row("", "?");
        row("1 +", "?");
        row("1 2", "?");
        row("(1", "?");
        row("1)", "?");
        row("a ? 1", "?");
        row("a b", "?");
        row("1 & 2", "?");
        row("~1", "?");
        row("1 = 2", "?");
        row("++1", "?");
        row("a.b", "?");
    }
    void expressionsHaveTheirValue()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QString, value);
        QCOMPARE(calculated(expression.toStdString()), value);
    }

    void whatIsAssignedIsTold_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* expression, const char* value) {
            QTest::newRow(expression) << QByteArray(expression) << QString::fromUtf8(value);
        };
        row("x = 3", "3 x=3");
        row("x = y = 3", "3 y=3 x=3");
        row("x = 1, y = 2", "2 x=1 y=2");
        row("x = n", "? x=?");
        row("a += 3", "7 a=7");
        row("a -= 3", "1 a=1");
        row("a *= 3", "12 a=12");
        row("a /= 3", "1 a=1");
        row("a %= 3", "1 a=1");
        row("a <<= 1", "8 a=8");
        row("a >>= 1", "2 a=2");
        row("a /= 0", "? a=?");
        row("n += 1", "? n=?");
        row("a += n", "? a=?");
        row("a++", "4 a=5");
        row("a--", "4 a=3");
        row("++a", "5 a=5");
        row("--a", "3 a=3");
        row("n++", "? n=?");
        row("a++ * 2", "8 a=5");
        row("x = a == 4", "1 x=1");
        row("a == 4", "1");
        row("a != 4", "0");
        row("a <= 4", "1");
        row("b ? (x = 1) : (y = 2)", "2 y=2");
        row("a ? x = 1 : 2", "1 x=1");
        row("n ? (x = 1) : (y = 2)", "? x=? y=?");
        row("n ? (b ? (x = 1) : 5) : 5", "5");
        row("b ? (n ? (x = 1) : 5) : 6", "6");
        row("a && (x = 1)", "1 x=1");
        row("b && (x = 1)", "0");
        row("a || (x = 1)", "1");
        row("b || (x = 1)", "1 x=1");
        row("n && (x = 1)", "? x=?");
        row("n || (x = 1)", "1 x=?");
        row("(b && (x = 1)) + (y = 2)", "2 y=2");
        row("x[0] = 1", "? x=?"); // an element of an array is not understood
        row("x = 1 2", "? x=1 x=?");
        row("x &= y", "? x=? y=?");
        row("x++ y", "? x=? x=? y=?");
        row("(x--) 3 z", "? x=? x=? z=?");
        row("a == b c", "?");
        row("a <= b != c >= d e", "?");
        row("1 + 2 3", "?");
    }
    void whatIsAssignedIsTold()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QString, value);
        QCOMPARE(calculated(expression.toStdString()), value);
    }

    void marksOfOpenValuesAreNotKnown()
    {
        QCOMPARE(calculated(openMark("because") + " + 1"), QStringLiteral("?"));
        QCOMPARE(calculated("0 && " + openMark("because")), QStringLiteral("0"));
        QCOMPARE(calculated("(" + openMark("because") + ") || 2"), QStringLiteral("1"));
    }

    /// Nesting and length of an expression are bounded.
    void partsAreBounded()
    {
        const auto sum = [](int terms) {
            std::string text = "1";
            for (int i = 1; i < terms; ++i)
                text += "+1";
            return calculated(text);
        };
        QCOMPARE(sum(250), QStringLiteral("250"));
        QCOMPARE(sum(299), QStringLiteral("299")); // 300 parts: the whole and its terms
        QCOMPARE(sum(300), QStringLiteral("?"));
    }
};

KNEEPOINT_TEST(JobShellArithmeticTest)
#include "job_shell_arithmetic_test.moc"
