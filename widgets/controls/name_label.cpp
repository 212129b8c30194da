// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/name_label.h"

#include "widgets/theme/shaped_words.h"

#include <QPainter>

namespace kneepoint {

NameLabel::NameLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
}

void NameLabel::setBrief(const QString& brief)
{
    m_brief = brief;
    update();
}

QSize NameLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * margin(), fontMetrics().height()};
}

QString NameLabel::shownText() const
{
    const int room = contentsRect().width();
    const auto fits = [&](const QString& words) { return wholeAdvance(font(), words) <= room; };
    QString whole = text();
    if (fits(whole))
        return whole;
    const qsizetype bracket = whole.lastIndexOf(QStringLiteral(" ("));
    QString plain = bracket > 0 ? whole.left(bracket) : whole;
    if (fits(plain))
        return plain;
    return fontMetrics().elidedText(m_brief.isEmpty() ? plain : m_brief, Qt::ElideRight, room);
}

bool NameLabel::isShortened() const
{
    return shownText() != text();
}

void NameLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    drawWords(painter, contentsRect(), alignment(), shownText());
}

} // namespace kneepoint
