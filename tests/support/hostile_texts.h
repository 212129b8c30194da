// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTest>

/// Texts of untrusted files, which must be shown as they are.
namespace kneepoint::test {

/// One row each, in the column "text".
inline void hostileRows()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("a script") << QStringLiteral("</title></script><script>document.title='x'</script>");
    QTest::newRow("a picture") << QStringLiteral("<img src=\"/nowhere/x\" onerror=alert(1)>");
    QTest::newRow("a style sheet") << QStringLiteral("<link rel=stylesheet href=\"/nowhere/x\"><b>x</b>");
    QTest::newRow("characters of markup") << QStringLiteral("R&D: 8 < 16 > 4 \"GPUs\" 'now' &lt;b&gt; ]]> <!--");
    QTest::newRow("a formula") << QStringLiteral("=HYPERLINK(\"http://example.org\";\"x\")");
    QTest::newRow("control characters") << QStringLiteral("a\u001b[31mred\u0007\u0001\u009b1m\ufffe\uffffz");
    QTest::newRow("right to left") << QStringLiteral("\u202egnp.exe\u202c \u2066x\u2069");
    QTest::newRow("placeholders") << QStringLiteral("%1 %2 %99 {0} {TITLE} {metric:step_s} ${x} {{7*7}} %s%n");
    QTest::newRow("very long") << QStringLiteral("<b>").repeated(20000);
}

/// What a document may contain of them.
inline QString withoutControls(QString text)
{
    return text.removeIf([](QChar c) { return c < u' ' || c == QChar(0xfffe) || c == QChar(0xffff); });
}

} // namespace kneepoint::test
