// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_outline.h"

#include "widgets/box_layouts.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QPainter>

namespace kneepoint {
namespace {

constexpr int outline_circle = 18;
constexpr int outline_padding = 8;
constexpr double outline_tint = 0.1;

/// One step: a circle with its number or its result, the title, and a note beneath it.
class OutlineRow : public QAbstractButton {
public:
    OutlineRow(int number, const LessonOutline::Row& row)
        : m_number(number)
        , m_row(row)
    {
        setText(row.title);
        setAccessibleName(row.note.isEmpty()
                ? tr("Step %1: %2").arg(number).arg(row.title)
                : tr("Step %1: %2, %3").arg(number).arg(row.title, QString(row.note).replace(u'\n', u' ')));
        setToolTip(plainToolTip(accessibleName()));
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        setCursor(Qt::PointingHandCursor);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const int lines = QFontMetrics(font()).height()
            + static_cast<int>(notes().size()) * QFontMetrics(roleFont(font(), FontRole::small)).height();
        return {240, lines + 12};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const ThemeMode mode = modeOf(palette());
        const Theme& colors = theme(mode);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(colors.accent, 2) : QPen(Qt::NoPen));
        painter.setBrush(m_row.is_current ? mixed(colors.accent, colors.window, outline_tint)
                : underMouse()            ? colors.grid
                                          : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
        paintCircle(painter, mode);
        const int left = outline_padding + outline_circle + 10;
        const QFont title = roleFont(font(), m_row.is_current ? FontRole::strong : FontRole::base);
        const QFont note = roleFont(font(), FontRole::small);
        painter.setPen(colors.text);
        line(painter, title, m_row.title,
            QRect(left, 6, width() - left - outline_padding, QFontMetrics(title).height()));
        painter.setPen(colors.muted);
        int top = 6 + QFontMetrics(title).height();
        for (const QString& words : notes()) {
            line(painter, note, words, QRect(left, top, width() - left - outline_padding, QFontMetrics(note).height()));
            top += QFontMetrics(note).height();
        }
    }

private:
    [[nodiscard]] QStringList notes() const { return m_row.note.split(u'\n', Qt::SkipEmptyParts); }
    static void line(QPainter& painter, const QFont& font, const QString& text, const QRect& area)
    {
        painter.setFont(font);
        painter.drawText(
            area, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(font).elidedText(text, Qt::ElideRight, area.width()));
    }
    void paintCircle(QPainter& painter, ThemeMode mode) const
    {
        const Theme& colors = theme(mode);
        using State = LessonOutline::State;
        const bool done = m_row.state == State::right || m_row.state == State::read;
        const bool wrong = m_row.state == State::wrong;
        const QColor tone = wrong ? colors.worse : colors.accent;
        const QRectF at(outline_padding, (height() - outline_circle) / 2.0, outline_circle, outline_circle);
        painter.setPen(QPen(done || wrong || m_row.is_current ? tone : colors.muted, 1.2));
        painter.setBrush(done ? QBrush(tone) : QBrush(Qt::NoBrush));
        painter.drawEllipse(at);
        painter.setFont(roleFont(font(), FontRole::small));
        painter.setPen(done ? colors.panel : wrong ? tone : colors.muted);
        painter.drawText(at, Qt::AlignCenter,
            done        ? QStringLiteral("✓")
                : wrong ? QStringLiteral("✗")
                        : QString::number(m_number));
    }

    int m_number;
    LessonOutline::Row m_row;
};

} // namespace

LessonOutline::LessonOutline(QWidget* parent)
    : QWidget(parent)
    , m_rows(columnIn(this, {}, 0))
{
    setAccessibleName(tr("Steps of the lesson"));
}

void LessonOutline::show(const QList<Row>& rows)
{
    clearLayout(*m_rows);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        auto* row = new OutlineRow(static_cast<int>(i) + 1, rows[i]);
        connect(row, &QAbstractButton::clicked, this, [this, i] { emit picked(static_cast<std::size_t>(i)); });
        m_rows->addWidget(row);
    }
}

} // namespace kneepoint
