// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text.h"

#include <QTextDocument>

#include <algorithm>

namespace kneepoint {

QString plainToolTip(const QString& text)
{
    constexpr qsizetype longest_line = 80;
    constexpr qsizetype longest = 2000;
    if (text.size() > longest)
        return plainToolTip(text.left(longest - 1) + QStringLiteral("…"));
    const QStringList lines = text.split(u'\n');
    const bool wraps = std::ranges::any_of(lines, [](const QString& line) { return line.size() > longest_line; });
    if (!wraps && !Qt::mightBeRichText(text)) // also read aloud
        return text;
    return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")));
}

QString withUnbrokenNumbers(QString text)
{
    constexpr QChar word_joiner(0x2060);
    for (qsizetype i = 1; i + 1 < text.size(); ++i) {
        if (text[i] != u' ' || !text[i - 1].isDigit() || !(text[i + 1].isLetter() || text[i + 1] == u'%'))
            continue;
        text[i] = QChar::Nbsp;
        qsizetype end = i + 1;
        while (end < text.size() && text[end].isLetter())
            ++end;
        if (end + 1 < text.size() && text[end] == u'/' && text[end + 1].isLetter())
            text.insert(end + 1, word_joiner);
    }
    return text;
}

QString counted(double number, const QString& noun)
{
    return QStringLiteral("%1 %2%3").arg(
        toQString(number, Unit::none), noun, number == 1 ? QString() : QStringLiteral("s"));
}

bool containsWords(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

QString capitalized(QString text)
{
    text.replace(0, 1, text.left(1).toUpper());
    return text;
}

} // namespace kneepoint
