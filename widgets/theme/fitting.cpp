// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/fitting.h"

#include "widgets/theme/shaped_words.h"

#include <QFontMetrics>
#include <QRect>

#include <algorithm>

namespace kneepoint {
namespace {

/// Whether the text, broken between words, stays inside the size.
bool fits(const QFont& font, const QString& text, QSize size)
{
    const QFontMetrics metrics(font);
    const int lines = std::max(1, size.height() / metrics.lineSpacing());
    constexpr double surely_fits = 0.85; // of full lines, whatever the words
    const double full = static_cast<double>(lines) * size.width();
    const int advance = wholeAdvance(font, text);
    if (lines == 1 || advance > full)
        return advance <= full;
    return advance < surely_fits * full
        || metrics.boundingRect(QRect(QPoint(), size), Qt::TextWordWrap, text).height() <= size.height();
}

/// Empty where there is only one.
QString withoutLastClause(const QString& text)
{
    const qsizetype end = std::max(text.lastIndexOf(QLatin1String("; ")), text.lastIndexOf(QLatin1String(". ")));
    return end > 0 ? text.left(end) + u'.' : QString();
}

QString withoutLastWord(const QString& text)
{
    const qsizetype space = text.lastIndexOf(u' ');
    return space > 0 ? text.left(space) + u'…' : QString();
}

} // namespace

QFont fittingFont(const QFont& font, const QString& text, double width, double least_scale)
{
    const double needed = textAdvance(font, text);
    if (needed <= width)
        return font;
    // Hinting makes widths jump, so that the first guess may be a little too wide.
    constexpr double smaller = 0.97;
    QFont fitting = font;
    double scale = std::max(least_scale, width / needed);
    do {
        fitting.setPointSizeF(font.pointSizeF() * scale);
        scale *= smaller;
    } while (scale >= least_scale && textAdvance(fitting, text) > width);
    return fitting;
}

FittedText fittedText(const QFont& font, const QString& text, QSize size, double least_scale)
{
    FittedText fitted{text, font};
    constexpr double smaller = 0.9;
    for (double scale = 1; !fits(fitted.font, text, size); scale = std::max(least_scale, scale * smaller)) {
        fitted.font.setPointSizeF(font.pointSizeF() * scale);
        if (scale <= least_scale)
            break;
    }
    while (!fitted.text.isEmpty() && !fits(fitted.font, fitted.text, size)) {
        const QString shorter = withoutLastClause(fitted.text);
        fitted.text = shorter.isEmpty() ? withoutLastWord(fitted.text) : shorter;
    }
    return fitted;
}

} // namespace kneepoint
