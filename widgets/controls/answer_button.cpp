// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/answer_button.h"

#include "widgets/controls/keys.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int answer_margin = 16;
constexpr int answer_padding = 8;
constexpr int answer_key_size = 26;
constexpr int text_left = 2 * answer_margin + answer_key_size;
constexpr double answer_text_scale = 1.5;
constexpr double low_text_scale = 1.2; ///< where it is lower than usual
constexpr int usual_answer_height = 56;
constexpr double answer_tint = 0.12;
constexpr double answer_border = 0.75;
constexpr double faded_answer = 0.6;

QColor answerTone(AnswerButton::Mark mark, ThemeMode mode)
{
    switch (mark) {
    case AnswerButton::Mark::right:
        return theme(mode).better;
    case AnswerButton::Mark::wrong:
        return theme(mode).worse;
    case AnswerButton::Mark::none:
        break;
    }
    return theme(mode).accent;
}

} // namespace

AnswerButton::AnswerButton(int key, const QString& text, QWidget* parent)
    : QAbstractButton(parent)
    , m_key(key)
{
    setText(text);
    setAccessibleName(text);
    setCheckable(true);
    setShortcut(QKeySequence(static_cast<Qt::Key>(Qt::Key_0 + key)));
    clickAtOnce(*this);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void AnswerButton::setMark(Mark mark, const QString& words)
{
    m_mark = mark;
    m_words = words;
    setEnabled(false);
    setAccessibleName(words.isEmpty() ? text() : QStringLiteral("%1 (%2)").arg(text(), words));
    updateGeometry();
    update();
}

void AnswerButton::setLeastHeight(int height)
{
    m_least_height = height;
    updateGeometry();
}

QFont AnswerButton::textFont() const
{
    QFont large = font();
    large.setPointSizeF(
        font().pointSizeF() * (m_least_height < usual_answer_height ? low_text_scale : answer_text_scale));
    large.setBold(isChecked() || m_mark != Mark::none);
    return large;
}

QFont AnswerButton::markFont() const
{
    QFont bold = font();
    bold.setBold(true);
    return bold;
}

int AnswerButton::markWidth() const
{
    return m_words.isEmpty()
        ? 0
        : QFontMetrics(markFont()).horizontalAdvance(QStringLiteral("✓ ") + m_words) + answer_margin;
}

bool AnswerButton::isMarkBelow(int width) const
{
    const QFontMetricsF metrics(textFont());
    const int room = width - text_left - answer_margin - markWidth();
    return !m_words.isEmpty() && std::ranges::any_of(text().split(u' '), [&](const QString& word) {
        return metrics.horizontalAdvance(word) > room;
    });
}

QRect AnswerButton::textArea(const QRect& all) const
{
    const QRect area = all.adjusted(text_left, answer_padding, -answer_margin, -answer_padding);
    return isMarkBelow(all.width()) ? area.adjusted(0, 0, 0, -QFontMetrics(markFont()).height())
                                    : area.adjusted(0, 0, -markWidth(), 0);
}

int AnswerButton::heightForWidth(int width) const
{
    QFont bold = textFont();
    bold.setBold(true); // so that choosing an answer moves nothing
    const QRect all(0, 0, width, 10000);
    const QRect area = textArea(all);
    const QRect needed = QFontMetrics(bold).boundingRect(area, Qt::AlignLeft | Qt::TextWordWrap, text());
    return std::max(m_least_height, needed.height() + all.height() - area.height());
}

QSize AnswerButton::sizeHint() const
{
    constexpr int width = 260;
    return {width, heightForWidth(width)};
}

void AnswerButton::paintEvent(QPaintEvent* /*event*/)
{
    const ThemeMode mode = modeOf(palette());
    const Theme& colors = theme(mode);
    const bool strong = isChecked() || m_mark != Mark::none;
    const QColor tone = answerTone(m_mark, mode);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!isEnabled() && m_mark == Mark::none)
        painter.setOpacity(faded_answer);
    const qreal line = strong || hasFocus() ? 2 : 1;
    const QRectF frame = QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2);
    const bool hovered = underMouse() && isEnabled();
    painter.setBrush(strong ? mixed(tone, colors.panel, answer_tint) : hovered ? colors.grid : colors.panel);
    painter.setPen(QPen(strong || hasFocus() ? tone : mixed(colors.muted, colors.panel, answer_border), line));
    painter.drawRoundedRect(frame, 8, 8);

    const QRectF key(answer_margin, (height() - answer_key_size) / 2.0, answer_key_size, answer_key_size);
    painter.setPen(QPen(strong ? tone : colors.muted, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(key, 4, 4);
    painter.setFont(font());
    painter.drawText(key, Qt::AlignCenter, QString::number(m_key));

    painter.setPen(colors.text);
    painter.setFont(textFont());
    painter.drawText(textArea(rect()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap | Qt::TextDontClip, text());
    if (m_words.isEmpty())
        return;
    painter.setFont(markFont());
    painter.setPen(tone);
    const QString sign = m_mark == Mark::right ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
    QRect place = rect().adjusted(0, 0, -answer_margin, 0);
    if (isMarkBelow(width()))
        place.setTop(textArea(rect()).bottom() + 1);
    painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, sign + m_words);
}

void AnswerButton::changeEvent(QEvent* event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace kneepoint
