// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/segments.h"

#include "widgets/box_layouts.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int segment_height = 28;
constexpr int segment_margin = 12;
constexpr int least_margin = 3;

/// A chevron, without a border of its own.
class MoreButton : public QToolButton {
protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& colors = theme(modeOf(palette()));
        QStyleOptionToolButton option;
        initStyleOption(&option);
        QPainter painter(this);
        if (isHot(option))
            drawBox(painter, rect().adjusted(2, 2, -2, -2), colors.hover, {}, control_radius - 2);
        if (hasFocus())
            drawFocusRing(painter, rect(), colors.accent);
        drawChevron(painter, rect(), Direction::down, isEnabled() ? colors.text : colors.muted);
    }
};

} // namespace

Segment::Segment(const QString& text, QWidget* parent)
    : QRadioButton(text, parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // may be narrower than its words
}

QSize Segment::sizeHint() const
{
    const int words = fontMetrics().horizontalAdvance(text());
    return {words + 2 * segment_margin, std::max(segment_height, fontMetrics().height() + 10)};
}

QSize Segment::minimumSizeHint() const
{
    const QSize hint = sizeHint();
    return {hint.width() - 2 * (segment_margin - least_margin), hint.height()};
}

void Segment::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QStyleOptionButton option;
    initStyleOption(&option);
    QPainter painter(this);
    const QColor ink = !isEnabled() ? colors.muted : isChecked() ? colors.accent : colors.text;
    if (isChecked())
        drawBox(painter, rect(), colors.tint, isEnabled() ? colors.accent : colors.border);
    else if (isHot(option))
        drawBox(painter, rect().adjusted(2, 2, -2, -2), colors.hover, {}, control_radius - 2);
    if (hasFocus())
        drawFocusRing(painter, rect(), colors.accent);
    painter.setPen(ink);
    const QRect words = rect().adjusted(least_margin, 0, -least_margin, 0);
    painter.drawText(words, Qt::AlignCenter, fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
}

Segments::Segments(const QStringList& names, QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* row = rowIn(this, {}, 0);
    for (const QString& name : names) {
        auto* segment = new Segment(name, this);
        const auto place = static_cast<int>(m_segments.size());
        connect(segment, &QAbstractButton::clicked, this, [this, place] { emit chosen(place); });
        m_segments.push_back(segment);
        row->addWidget(segment);
    }
    if (!m_segments.empty())
        setFocusProxy(m_segments.front());
}

Segments::Segments(const QList<QAction*>& actions, const QStringList& names, QWidget* parent)
    : Segments(names, parent)
{
    for (int i = 0; i < actions.size(); ++i) {
        QAction* action = actions[i];
        Segment* segment = m_segments[static_cast<std::size_t>(i)];
        segment->setToolTip(action->toolTip());
        segment->setAccessibleDescription(action->statusTip());
        segment->setChecked(action->isChecked());
        segment->setEnabled(action->isEnabled());
        connect(action, &QAction::toggled, segment, &QAbstractButton::setChecked);
        connect(action, &QAction::enabledChanged, segment, &QWidget::setEnabled);
        connect(segment, &QAbstractButton::clicked, action, &QAction::trigger);
    }
}

void Segments::addMore(const QString& name, const QStringList& others)
{
    constexpr int more_width = 26;
    m_more = new MoreButton;
    m_more->setAccessibleName(name);
    m_more->setToolTip(plainToolTip(name));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFixedSize(more_width, segment_height);
    auto* menu = new QMenu(m_more);
    for (qsizetype i = 0; i < others.size(); ++i)
        menu->addAction(others[i], this, [this, i] { emit otherChosen(static_cast<int>(i)); });
    m_more->setMenu(menu);
    layout()->addWidget(m_more);
}

void Segments::rename(int index, const QString& name)
{
    Segment* segment = m_segments[static_cast<std::size_t>(index)];
    if (segment->text() != name)
        segment->setText(name);
}

void Segments::showIndex(int index)
{
    if (index < 0 || static_cast<std::size_t>(index) >= m_segments.size())
        return;
    Segment* segment = m_segments[static_cast<std::size_t>(index)];
    const QSignalBlocker blocker(segment);
    segment->setChecked(true);
    setFocusProxy(segment);
    update();
    for (Segment* each : m_segments)
        each->update();
}

int Segments::index() const
{
    const auto checked = std::ranges::find_if(m_segments, &QAbstractButton::isChecked);
    return checked == m_segments.end() ? -1 : static_cast<int>(checked - m_segments.begin());
}

void Segments::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    drawBox(painter, rect(), isEnabled() ? colors.panel : colors.window, colors.border);
}

} // namespace kneepoint
