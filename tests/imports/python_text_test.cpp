// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/python_text.h"
#include "model/imports/job_configuration/python_tokens.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint::job;

namespace {

QString shown(const PythonValue& value)
{
    QStringList parts;
    for (const PythonValue& part : value.parts)
        parts << (part.key.empty() ? QString() : QString::fromStdString(part.key) + QLatin1Char('=')) + shown(part);
    const QString text = QString::fromStdString(value.text), all = parts.join(QStringLiteral(", "));
    switch (value.kind) {
    case PythonValue::Kind::literal:
        return text;
    case PythonValue::Kind::symbol:
        return QLatin1Char('<') + text + QLatin1Char('>');
    case PythonValue::Kind::list:
        return QLatin1Char('[') + all + QLatin1Char(']');
    case PythonValue::Kind::dict:
        return QLatin1Char('{') + all + QLatin1Char('}');
    case PythonValue::Kind::call:
        return text + QLatin1Char('(') + all + QLatin1Char(')');
    case PythonValue::Kind::open:
        break;
    }
    return QLatin1Char('?') + text;
}

QString valueOf(const PythonStatement& statement)
{
    const QString target = QString::fromStdString(statement.target);
    return (target.isEmpty() ? QString() : target + QStringLiteral(" = ")) + shown(statement.value);
}

/// "3: a = 1", "3 maybe: …" of what a condition decides, "3 in 2: …" of what stands in a function.
QString linesOf(std::string_view text)
{
    QStringList all;
    for (const PythonStatement& s : pythonStatements(text))
        all << QString::number(s.line) + (s.scope > 0 ? QStringLiteral(" in %1").arg(s.scope) : QString())
                + (s.conditional ? QStringLiteral(" maybe") : QString()) + QStringLiteral(": ") + valueOf(s);
    return all.join(QLatin1Char('\n'));
}

/// The last statement alone.
QString lastOf(std::string_view text)
{
    const std::vector<PythonStatement> all = pythonStatements(text);
    return all.empty() ? QString() : valueOf(all.back());
}

/// "name number 'text' f'computed' sign" and "|" where a line ends, with the line before and the indent behind it.
QString tokensOf(std::string_view text)
{
    QStringList all;
    for (const PythonToken& token : pythonTokens(text)) {
        const QString plain = QString::fromStdString(token.text);
        switch (token.kind) {
        case PythonToken::Kind::text:
            all << QLatin1Char('\'') + plain + QLatin1Char('\'');
            break;
        case PythonToken::Kind::computed_text:
            all << QStringLiteral("f'") + plain + QLatin1Char('\'');
            break;
        case PythonToken::Kind::number:
            all << QLatin1Char('#') + plain;
            break;
        case PythonToken::Kind::line_end:
            all << QStringLiteral("%1|%2").arg(token.line).arg(token.indent);
            break;
        default:
            all << plain;
        }
    }
    return all.join(QLatin1Char(' '));
}

} // namespace

/// Python as configurations are written in it.
class PythonTextTest : public QObject {
    Q_OBJECT

private slots:
    void tokensAreTold_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("tokens");
        const auto row = [](const char* name, const char* text, const char* tokens) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(tokens);
        };
        row("an assignment", "a_1 = b2", "a_1 = b2 1|0");
        row("letters beyond ASCII", "größe=1", "größe = #1 1|0");
        row("numbers", "1_000 .5 1.5e-3 2E+6 0x1e-5 0X1E+5 1e",
            "#1000 #.5 #1.5e-3 #2E+6 #0x1e - #5 #0X1E + #5 #1e 1|0");
        row("a dot before a name", "a.b", "a . b 1|0");
        row("signs of several characters", "a**=b//c!=d->e:=f...g<<h", "a **= b // c != d -> e := f ... g << h 1|0");
        row("signs of one", "a*b/c<d@e~f", "a * b / c < d @ e ~ f 1|0");
        row("quotes", "'a' \"b'c\" 'd\"e'", "'a' 'b'c' 'd\"e' 1|0");
        row("an escaped quote", "'a\\'b' \"c\\\\\" d", "'a'b' 'c\\' d 1|0");
        row("prefixes", "r'a' Rb\"b\" u'c' f'd' Fr'e' t'f'", "'a' 'b' 'c' f'd' f'e' f'f' 1|0");
        row("a name before a quote is no prefix", "abr'a' x'b'", "abr 'a' x 'b' 1|0");
        row("a prefix without a quote is a name", "f rb", "f rb 1|0");
        row("a long text", "'''a'b\n''c''' d", "'a'b\n''c' d 2|0");
        row("a long text in double quotes", "\"\"\"a\"b\"\"\"\nc", "'a\"b' 1|0 c 2|0");
        row("an empty text", "'' a \"\" b", "'' a '' b 1|0");
        row("a quote that nothing closes", "a = 'b\nc", "a = 'b' 1|0 c 2|0");
        row("a long text that nothing closes", "'''a\nb", "'a\nb' 2|0");
        row("an escaped end of a line in a text", "'a\\\nb' c\nd", "'a\nb' c 2|0 d 3|0");
        row("indents", "a\n  b\n\tc\n    \td\n\t e", "a 1|0 b 2|2 c 3|8 d 4|8 e 5|9");
        row("a tab after nine blanks", "         \ta", "a 1|16");
        row("empty lines", "\n\n  a\n\n\nb\n\n", "a 3|2 b 6|0");
        row("a comment", "a # b\n# c\nd #", "a 1|0 d 3|0");
        row("a continued line", "a \\\n  b\nc \\\r\n d", "a b 2|0 c d 4|0");
        row("a backslash elsewhere", "a \\ b", "a \\ b 1|0");
        row("lines of Windows", "a\r\nb\r\n", "a 1|0 b 2|0");
        row("brackets", "f(a,\n  [b,\n c], {d\n})\ne", "f ( a , [ b , c ] , { d } ) 4|0 e 5|0");
        row("a bracket too many", "a)]}\nb", "a ) ] } 1|0 b 2|0");
        row("two statements in a line", "  a; b;\nc", "a 1|2 b 1|2 c 2|0");
        row("a semicolon in brackets", "f(a;b)\nc", "f ( a ; b ) 1|0 c 2|0");
        row("nothing", " \n\n", "");
    }
    void tokensAreTold()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, tokens);
        QCOMPARE(tokensOf(text.toStdString()), tokens);
    }

    void expressionsAreWorkedOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* text, const char* value) {
            QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(value);
        };
        row("8", "8");
        row("1_024", "1024");
        row("1e-5", "1e-5");
        row("0x10", "?0x10");
        row("-2", "-2");
        row("+2", "2");
        row("- -2", "2");
        row("2 + 3 * 4", "14");
        row("(2 + 3) * 4", "20");
        row("10 - 4 - 3", "3");
        row("24 / 4 / 3", "2");
        row("7 / 2", "3.5");
        row("7 // 2", "3");
        row("-7 // 2", "-4");
        row("7 % 4", "3");
        row("-7 % 4", "1");
        row("2 ** 3 ** 2", "512");
        row("-2 ** 2", "-4");
        row("2 ** -1", "0.5");
        row("2 * 3 ** 2", "18");
        row("1 / 0", "?Python works it out");
        row("1 % 0", "?Python works it out");
        row("10 ** 400", "?Python works it out");
        row("1 << 2", "?Python works it out");
        row("1 | 2", "?Python works it out");
        row("'a' + 'b'", "?Python works it out");
        row("2 * x", "?x is not known");
        row("x + y", "?x is not known");
        row("'a' * y", "?y is not known");
        row("f(1) + 1", "?Python works it out");
        row("'a' \"b\" 'c'", "abc");
        row("'a' f'{b}'", "?Python works it out");
        row("f'a'", "?Python works it out");
        row("True", "True");
        row("None", "None");
        row("not True", "?Python works it out");
        row("lambda: 3", "?Python works it out");
        row("1 if x else 2", "?Python works it out");
        row("1 < 2", "?Python works it out");
        row("1 == 2", "?Python works it out");
        row("x and 2", "?Python works it out");
        row("[1, 'a', None]", "[1, a, None]");
        row("(1, 2)", "[1, 2]");
        row("(1,)", "[1]");
        row("(1)", "1");
        row("()", "[]");
        row("[1]", "[1]");
        row("[]", "[]");
        row("{}", "{}");
        row("{'a': 1, 2: 'b',}", "{a=1, 2=b}");
        row("{'a': 1, **x}", "{a=1, **=?x is not known}");
        row("{1, 2}", "[1, 2]");
        row("{x: 1}", "[1]");
        row("{'a': {'b': [1, (2)]}}", "{a={b=[1, 2]}}");
        row("[i for i in x]", "[?Python works it out]");
        row("[1 2, 3]", "[?Python works it out, 3]");
        row("f()", "f()");
        row("f(1, a=2, *b, **c)", "f(1, a=2, ?b is not known, **=?c is not known)");
        row("a.b.c(x=1)", "a.b.c(x=1)");
        row("f(a == 1, b)", "f(?Python works it out, ?b is not known)");
        row("f(g(1), h=[2])", "f(g(1), h=[2])");
        row("f(1)(2)", "f(1)");
        row("f(1).g(2).h", "f(1)");
        row("f(1)[0]", "f(1)");
        row("f(x[1:2, 'a'], 3)", "f(?Python works it out, 3)");
        row("f(lambda a, b: 1, c=2)", "f(?Python works it out, 1, c=2)");
        row("'a'.b(1)", "?Python works it out");
        row("[1, 2][0]", "?Python works it out");
        row("DType.bfloat16", "<DType.bfloat16>");
        row("DType", "?DType is not known");
        row("GPU.count", "?GPU.count is not known");
        row("torch.bfloat16", "?torch.bfloat16 is not known");
        row("await f(1)", "?Python works it out");
        row("...", "?Python works it out");
        row("@", "?Python works it out");
        row("", "?Python works it out");
    }
    void expressionsAreWorkedOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, value);
        QCOMPARE(linesOf("\n\nv = " + text.toStdString()), QStringLiteral("3: v = ") + value);
    }

    void targetsAreDottedNames_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("lines");
        const auto row = [](const char* text, const char* lines) {
            QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(lines);
        };
        row("a.b.c = 1", "1: a.b.c = 1");
        row("a['b'].c[\"d\"] = 1", "1: a.b.c.d = 1");
        row("a[0] = 1", "1: 1");
        row("a[b] = 1", "1: 1");
        row("a['b' + c] = 1", "1: 1");
        row("a: int = 3", "1: a = 3");
        row("a: dict[str, int] = {}", "1: a = {}");
        row("a: Config", "1: ?Python works it out");
        row("a += 1", "1: a = ?Python works it out");
        row("a.b //= 2", "1: a.b = ?Python works it out");
        row("a == 1", "1: ?Python works it out");
        row("a != 1", "1: ?Python works it out");
        row("a <= 1", "1: ?Python works it out");
        row("a >= 1", "1: ?Python works it out");
        row("a = b = 4", "1: a = 4");
        row("a = 1, 2", "1: a = 1");
        row("f(1)", "1: f(1)");
        row("return f(1), g(2)", "1: f(1)\n1: g(2)");
        row("yield f(1)", "1: f(1)");
        row("await f(1)", "1: f(1)");
        row("a, b = f(1)", "1: f(1)");
        row("a = 1; b = 2", "1: a = 1\n1: b = 2");
        row("a = f(1).\nb = 2", "1: a = ?Python works it out\n2: b = 2");
        row("return", "");
        row("assert f(1)", "");
        row("del a", "");
        row("raise E(1)", "");
        row("pass", "");
        row("def", "");
        row("if", "1: ?if is not known");
        row("@f(1)", "");
        row("import f(1)", "");
        row("try: f(1)", "");
        row("match = 4", "1: match = 4");
        row("case = {1: 2}", "1: case = {1=2}");
        row("match[a:b] = 4", "1: 4");
        row("a = f(", "1: a = f()");
        row("a = [1, 2", "1: a = [1, 2]");
    }
    void targetsAreDottedNames()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, lines);
        QCOMPARE(linesOf(text.toStdString()), lines);
    }

    void variablesStandForWhatIsCertain_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("last");
        const auto row = [](const char* name, const char* text, const char* last) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(last);
        };
        row("a number", "a = 4\nb = a * 2", "b = 8");
        row("a list of a list", "a = [1, 2]\nb = [a, 3]\nc = f(b)", "c = f([[1, 2], 3])");
        row("the last value", "a = 4\na = 5\nb = a", "b = 5");
        row("of itself", "a = 4\na = a + 1\nb = a", "b = 5");
        row("changed in place", "a = 4\na += 1\nb = a", "b = ?Python works it out");
        row("a part that is set", "a = {'b': 1}\na['c'] = 2\nd = a", "d = ?Python works it out");
        row("an attribute that is set", "a = f(1)\na.b = 2\nd = a", "d = ?Python works it out");
        row("an element that is set", "a = [1, 2]\na[0] = 2\nd = a", "d = ?a is not known");
        row("a part that is read", "a = {'b': 1}\nd = a.b", "d = ?a.b is not known");
        row("three targets", "b = 1\nc = 1\na = b = c = 4\nd = [a, b, c]", "d = [4, ?b is not known, ?c is not known]");
        row("values that are returned", "a = 1\ndef f():\n    return a, 2\n    b = a", "b = 1");
        row("two targets", "b = 1\na = b = 4\nc = [a, b]", "c = [4, ?b is not known]");
        row("a tuple of targets", "a = 1\nb = 2\na, b = f()\nc = [a, b]", "c = [?a is not known, ?b is not known]");
        row("several values", "a = 1\nb = 2\nc, a = 3, 4\nd = [a, b]", "d = [?a is not known, 2]");
        row("under a condition", "if x:\n    a = 1\nb = a", "b = ?a depends on a condition");
        row("changed under a condition", "a = 1\nif x:\n    a = 2\nb = a", "b = ?a depends on a condition");
        row("alike under a condition", "a = 1\nif x:\n    a = 1\nb = a", "b = 1");
        row("another kind under a condition", "a = 1\nif x:\n    a = [1]\nb = a", "b = ?a depends on a condition");
        row("in the line of a condition", "a = 1\nif x: a = 2\nb = a", "b = ?a depends on a condition");
        row("after a condition", "if x:\n    y = 1\na = 1\nb = a", "b = 1");
        row("in a loop", "for i in x:\n    a = i\nb = [a, i]", "b = [?a depends on a condition, ?i is not known]");
        row("of a loop", "i = 1\nj = 2\nfor k, i in j:\n    pass\nb = [i, j]", "b = [?i is not known, 2]");
        row("where the file is run", "if __name__ == '__main__':\n    a = 1\n    b = a", "b = 1");
        row("a loop over names", "for __name__ in x:\n    a = 1\nb = a", "b = ?a depends on a condition");
        row("of a function", "def f():\n    a = 1\n    return a\nb = a", "b = ?a is not known");
        row("in a function", "a = 1\ndef f():\n    b = a", "b = 1");
        row("hidden in a function", "a = 1\ndef f():\n    a = 2\n    b = a\nc = a", "c = 1");
        row("found in a function", "a = 1\ndef f():\n    a = 2\n    b = a", "b = 2");
        row("after a function", "a = 1\ndef f(a): pass\nb = a", "b = 1");
        row("after a function of functions", "a = 1\ndef f():\n    def g():\n        a = 3\n    a = 2\nb = a", "b = 1");
        row("an argument", "a = 1\ndef f(a): \n    b = a", "b = ?a is an argument of a function");
        row("arguments", "def f(a, b=2, *c, d: int = 3, **e):\n    g = [a, b, c, d, e]",
            "g = [?a is an argument of a function, ?b is an argument of a function, ?c is an argument of a function, "
            "?d is an argument of a function, ?e is an argument of a function]");
        row("a default of an argument", "x = 2\ny = 3\ndef f(a=x, b=(y, 4)):\n    g = [x, y]", "g = [2, 3]");
        row("changed by a function", "a = 1\nb = 2\nc = 3\ndef f():\n    global a, b\nd = [a, b, c]",
            "d = [?a changes, ?b changes, 3]");
        row("changed by an inner function", "def f():\n    a = 1\n    def g():\n        nonlocal a\n    b = a",
            "b = ?a changes");
        row("imported", "import torch\nb = torch.bfloat16", "b = <torch.bfloat16>");
        row("imported under a name", "import torch.nn as nn\nb = [nn.x, torch.y]", "b = [<nn.x>, <torch.y>]");
        row("a part that is imported is none alone", "import torch.nn\nb = nn.x", "b = ?nn.x is not known");
        row("imported from", "from a.b import c as d, e\nf = [d.x, e.x, a.x, c.x]",
            "f = [<d.x>, <e.x>, ?a.x is not known, <c.x>]");
        row("imported in brackets", "from a import (b,\n    c)\nd = c.x", "d = <c.x>");
        row("imported alone", "from a import b\nc = b", "c = ?b is not known");
        row("of a class", "class A:\n    a = 1\n    b = a\nc = a", "c = ?a is not known");
    }
    void variablesStandForWhatIsCertain()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, last);
        QCOMPARE(lastOf(text.toStdString()), last);
    }

    void statementsKnowWhereTheyStand_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("lines");
        const auto row = [](const char* name, const char* text, const char* lines) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(lines);
        };
        row("functions", "a = 1\ndef f(x,\n      y):\n    b = 2\n    async def g():\n        c = 3\n    d = 4\ne = 5",
            "1: a = 1\n4 in 2: b = 2\n6 in 5: c = 3\n7 in 2: d = 4\n8: e = 5");
        row("a class", "class A(B):\n    a: int = 1\n    def f(self):\n        self.b = 2",
            "2 in 1: a = 1\n4 in 3: self.b = 2");
        row("conditions", "if x:\n    a = 1\nelif y:\n    a = 2\nelse:\n    a = 3\nb = 4",
            "2 maybe: a = 1\n4 maybe: a = 2\n6 maybe: a = 3\n7: b = 4");
        row("one in another", "if x:\n    if y:\n        a = 1\n    b = 2\nc = 3",
            "3 maybe: a = 1\n4 maybe: b = 2\n5: c = 3");
        row("loops", "while x:\n    a = 1\nfor y in z:\n    b = 2\nc = 3", "2 maybe: a = 1\n4 maybe: b = 2\n5: c = 3");
        row("handlers", "try:\n    a = 1\nexcept E as e:\n    a = 2\nfinally:\n    b = 3",
            "2: a = 1\n4 maybe: a = 2\n6: b = 3");
        row("a context", "with f(x) as y:\n    a = 1", "2: a = 1");
        row("choices", "match x:\n    case 1:\n        a = 1\nb = 2", "3 maybe: a = 1\n4: b = 2");
        row("a condition with brackets", "if x[1:2] and {3: 4} and f(a):\n    a = 1", "2 maybe: a = 1");
        row("in one line", "if x: a = 1\nelse: a = 2\nb = 3", "1 maybe: a = 1\n2 maybe: a = 2\n3: b = 3");
        row("a function under a condition", "if x:\n    def f():\n        a = 1\n    b = 2",
            "3 in 2: a = 1\n4 maybe: b = 2");
        row("a condition in a function", "def f():\n    if x:\n        a = 1\n    b = 2",
            "3 in 1 maybe: a = 1\n4 in 1: b = 2");
        row("where the file is run", "if __name__ == '__main__':\n    a = 1\n    if x:\n        b = 2",
            "2: a = 1\n4 maybe: b = 2");
        row("a call over several lines", "a = f(\n    b=1,\n    c=2)\nd = 3", "1: a = f(b=1, c=2)\n4: d = 3");
    }
    void statementsKnowWhereTheyStand()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, lines);
        QCOMPARE(linesOf(text.toStdString()), lines);
    }

    void valuesKnowTheirLine()
    {
        const std::vector<PythonStatement> all = pythonStatements("b = 3\na = f(\n    c=1,\n    d=[\n  b, 2 + x])\n");
        QCOMPARE(all.size(), std::size_t(2));
        const PythonValue& call = all.back().value;
        QCOMPARE(call.line, std::size_t(2));
        QCOMPARE(call.parts.at(0).line, std::size_t(3));
        QCOMPARE(call.parts.at(1).line, std::size_t(4));
        const std::vector<PythonValue>& list = call.parts.at(1).parts;
        QVERIFY(list.at(0).borrowed && list.at(0).line == 1); // where its value stands
        QVERIFY(!list.at(1).borrowed && list.at(1).line == 5);
    }

    void namesEndWithTheirLastPart()
    {
        QCOMPARE(lastName("a.b.c"), std::string_view("c"));
        QCOMPARE(lastName("a"), std::string_view("a"));
        QCOMPARE(lastName(""), std::string_view());
    }

    /// Whoever nests a configuration deeper than 32 brackets writes none.
    void depthIsBounded()
    {
        const auto nested = [](std::size_t depth, const char* opening, const char* closing) {
            std::string text = "a = ";
            for (std::size_t i = 0; i < depth; ++i)
                text += opening;
            text += "1";
            for (std::size_t i = 0; i < depth; ++i)
                text += closing;
            return lastOf(text + "\n");
        };
        for (const auto& [opening, closing] : {std::pair("[", "]"), std::pair("f(", ")"), std::pair("-", ""),
                 std::pair("+", ""), std::pair("{1: ", "}")}) {
            QVERIFY2(!nested(30, opening, closing).contains(QLatin1Char('?')), opening);
            QVERIFY2(nested(40, opening, closing).contains(QLatin1Char('?')), opening);
        }
    }

    void whatIsPutInForVariablesIsBounded()
    {
        const auto list = [](std::size_t count, const std::string& item) {
            std::string text = "[";
            for (std::size_t i = 0; i < count; ++i)
                text += item + ",";
            return text + "]\n";
        };
        QVERIFY(lastOf("x = " + list(499, "1") + "y = x").startsWith(QStringLiteral("y = [1, ")));
        QCOMPARE(lastOf("x = " + list(500, "1") + "y = x"), QStringLiteral("y = ?x depends on a condition"));
        const std::vector<PythonStatement> all = pythonStatements("x = " + list(499, "1") + "y = " + list(401, "x"));
        const std::vector<PythonValue>& parts = all.back().value.parts; // 200000 values in all, 500 a list
        QCOMPARE(parts.size(), std::size_t(401));
        QVERIFY(parts.at(399).kind == PythonValue::Kind::list);
        QVERIFY(parts.at(400).kind == PythonValue::Kind::open);
    }

    void statementsAreBounded()
    {
        std::string text;
        for (int i = 0; i < 5000; ++i)
            text += "a = 1\n";
        QCOMPARE(pythonStatements(text).size(), std::size_t(4000));
    }
};

KNEEPOINT_TEST(PythonTextTest)
#include "python_text_test.moc"
