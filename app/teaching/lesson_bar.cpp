// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_bar.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/keys.h"
#include "widgets/controls/name_label.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QPushButton>

namespace kneepoint {
namespace {

constexpr int bar_side = 20;
constexpr int bar_gap = 12;

QPushButton* barButton(const QString& text, const QKeySequence& key, const QString& help)
{
    auto* made = new QPushButton(text);
    made->setShortcut(key);
    clickAtOnce(*made);
    made->setToolTip(plainToolTip(QStringLiteral("%1 (%2)").arg(help, key.toString(QKeySequence::NativeText))));
    constexpr int least_height = 36;
    made->setMinimumHeight(least_height);
    return made;
}

const QKeySequence key_of_next(Qt::ALT | Qt::Key_Right);

} // namespace

LessonBar::LessonBar(QWidget* parent)
    : QWidget(parent)
    , m_previous(barButton(tr("Previous"), QKeySequence(Qt::ALT | Qt::Key_Left), tr("The step before")))
    , m_hint(barButton(tr("Hint"), QKeySequence(Qt::CTRL | Qt::Key_H), tr("Show the hint")))
    , m_board(barButton(
          tr("Open on the board"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), tr("The charts of this job")))
    , m_words(new NameLabel)
    , m_lock(barButton(
          tr("Lock in answer"), QKeySequence(Qt::CTRL | Qt::Key_Return), tr("Lock the prediction, then see: Enter or")))
    , m_next(barButton(tr("Next"), key_of_next, tr("The next step")))
{
    setAccessibleName(tr("Go through the lesson"));
    auto* row = rowIn(this, {bar_side, bar_gap, bar_side, bar_gap}, bar_gap);
    row->addWidget(m_previous);
    row->addWidget(m_hint);
    row->addWidget(m_board);
    row->addStretch(1);
    row->addWidget(m_words);
    row->addWidget(m_lock);
    row->addWidget(m_next);
    m_words->setMinimumWidth(0);
    m_words->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_words->setForegroundRole(QPalette::PlaceholderText);
}

void LessonBar::show(State state, const QString& words)
{
    const bool asking = state == State::asking;
    m_hint->setVisible(asking);
    m_lock->setVisible(asking);
    m_board->setVisible(state == State::page);
    m_next->setVisible(state != State::summary); // which offers the next lesson itself
    m_lock->setDefault(asking);
    m_next->setDefault(!asking && state != State::summary);
    m_words->setText(words);
    m_words->setToolTip(plainToolTip(words));
}

void LessonBar::setNextText(const QString& text)
{
    m_next->setText(text);
    m_next->setShortcut(key_of_next);
}

void LessonBar::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    painter.fillRect(rect(), colors.panel);
    painter.setPen(colors.line);
    painter.drawLine(0, 0, width(), 0);
}

} // namespace kneepoint
