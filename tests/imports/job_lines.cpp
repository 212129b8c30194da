// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/job_lines.h"

#include "model/catalogue/catalogue.h"

#include <QTest>

#include <algorithm>

namespace kneepoint::test {

QStringList jobLines(const Evidence& evidence)
{
    QStringList all;
    for (const ObservedSetting& s : evidence.settings) {
        const Parameter& p = parameter(s.parameter);
        const QString value =
            p.choices ? QString::fromStdString(std::string(p.choice(s.value).id)) : QString::number(s.value, 'g', 12);
        const bool assumed = std::ranges::find(evidence.assumed, s.parameter) != evidence.assumed.end();
        all << QStringLiteral("%1=%2 (%3)%4")
                   .arg(QString::fromStdString(s.parameter), value, QString::fromStdString(s.place),
                       assumed ? QStringLiteral(" assumed") : QString());
    }
    for (const JobQuestion& q : evidence.questions)
        all << QStringLiteral("asked %1: %2").arg(QString::fromStdString(q.parameter), QString::fromStdString(q.text));
    for (const SkippedItem& item : evidence.skipped)
        all << QStringLiteral("skipped %1: %2")
                   .arg(QString::fromStdString(item.place), QString::fromStdString(item.reason));
    return all;
}

QString wrongLines(const Evidence& evidence, const QString& expected)
{
    const QStringList all = jobLines(evidence);
    QStringList wrong;
    for (const QString& line : expected.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const bool absent = line.startsWith(QStringLiteral("no "));
        const QString text = absent ? line.mid(3) : line;
        const bool found = std::ranges::any_of(all, [&](const QString& one) {
            return one.startsWith(text) && (one == text || !text.endsWith(QLatin1Char(')')));
        });
        if (found == absent)
            wrong << line;
    }
    return wrong.isEmpty()
        ? QString()
        : wrong.join(QLatin1Char('\n')) + QStringLiteral("\n-- of --\n") + all.join(QLatin1Char('\n'));
}

JobRow jobRows()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    return [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
    };
}

std::string megatronCommand(const QByteArray& launcher, const QByteArray& flags)
{
    return (launcher + " python p.py --num-attention-heads 8 " + flags + "\n").toStdString();
}

} // namespace kneepoint::test
