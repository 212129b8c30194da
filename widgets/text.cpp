// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text.h"

#include "model/units/units.h"

namespace kneepoint {

QString plainToolTip(const QString& text)
{
    return text.isEmpty()
        ? text
        : QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped().replace(u'\n', QLatin1String("<br>")));
}

QString withUnbrokenNumbers(QString text)
{
    for (qsizetype i = 1; i + 1 < text.size(); ++i)
        if (text[i] == u' ' && text[i - 1].isDigit() && (text[i + 1].isLetter() || text[i + 1] == u'%'))
            text[i] = QChar::Nbsp;
    return text;
}

QString counted(double number, const QString& noun)
{
    return QStringLiteral("%1 %2%3").arg(
        toQString(formatQuantity(number, Unit::none)), noun, number == 1 ? QString() : QStringLiteral("s"));
}

} // namespace kneepoint
