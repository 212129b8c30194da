// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/wrapped_label.h"

#include "widgets/text.h"
#include "widgets/theme/role_font.h"

#include <QEvent>
#include <QFontMetrics>

#include <algorithm>

namespace kneepoint {

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent)
{
    setWordWrap(true);
}

void WrappedLabel::measure() const
{
    if (text() == m_measured && !m_measured.isNull())
        return;
    m_measured = text();
    m_heights.clear();
    const QFontMetrics metrics(font());
    const int space = metrics.horizontalAdvance(u' ');
    m_longest_word = 0;
    m_line = 0;
    for (const QStringView word : QStringView(m_measured).split(u' ', Qt::SkipEmptyParts)) {
        const int advance = metrics.horizontalAdvance(word.toString());
        m_longest_word = std::max(m_longest_word, advance);
        m_line += advance + space;
    }
}

int WrappedLabel::heightForWidth(int width) const
{
    measure();
    const auto known = m_heights.constFind(width);
    return known != m_heights.constEnd() ? *known : *m_heights.insert(width, QLabel::heightForWidth(width));
}

QSize WrappedLabel::sizeHint() const
{
    measure();
    constexpr int readable = 80; // characters a line
    const int width = std::max(1, std::min(m_line, readable * fontMetrics().averageCharWidth()));
    const int lines = (m_line + width - 1) / width;
    return QSize(width, lines * fontMetrics().lineSpacing()).grownBy({margin(), margin(), margin(), margin()});
}

QSize WrappedLabel::minimumSizeHint() const
{
    measure();
    return {m_longest_word + 2 * margin(), fontMetrics().height() + 2 * margin()};
}

void WrappedLabel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        m_measured = QString();
    QLabel::changeEvent(event);
}

QLabel* selectableText(const QString& text, FontRole role, bool muted)
{
    auto* label = new WrappedLabel(withUnbrokenNumbers(text));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setRoleFont(*label, role);
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* textInButton(const QString& text)
{
    auto* label = new WrappedLabel(withUnbrokenNumbers(text));
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    return label;
}

} // namespace kneepoint
