// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/board.h"

#include "widgets/charts/kit/chart.h"
#include "widgets/panels/card.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/step_bar.h"

#include <QAction>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

/// How the charts share the board in windows of different sizes.
namespace kneepoint {
namespace {

/// Below this height charts over each other have no room for their legends and labels.
constexpr int least_height_for_two = 640;
/// Below this height a chart needs the place of the bar beneath it.
constexpr int least_height_with_step = 370;
/// Below this width there is no room for two columns of charts.
constexpr int least_width_for_two = 760;

} // namespace

void Board::setRoom(Room room)
{
    if (room == m_room)
        return;
    // A splitter that loses its charts keeps its sizes for when they come back.
    if (m_room == Room::ample) {
        m_left_state = m_left->saveState();
        m_right_state = m_right->saveState();
    }
    m_room = room;
    Card* roofline = m_frames[0];
    Card* breakdown = m_frames[1];
    Card* scaling = m_frames[2];
    const bool ample = room == Room::ample;
    m_tabs->clear();
    m_small->resize(m_splitters[0]->size());
    m_left->setVisible(ample);
    m_right->setVisible(ample);
    m_small->setVisible(!ample);
    const auto place = [this](Card* widget, QSplitter* splitter) {
        widget->setHeaderVisible(splitter && widget != m_more_card);
        widget->setBare(!splitter);
        if (splitter) {
            splitter->addWidget(widget);
            widget->show();
        } else {
            m_tabs->addTab(widget, widget->windowTitle());
        }
    };
    place(scaling, ample ? m_right : nullptr);
    place(roofline, ample ? m_left : nullptr);
    place(breakdown, ample ? m_left : nullptr);
    if (m_more->count() > 0)
        place(m_more_card, ample ? m_right : nullptr);
    const auto size = [](QSplitter& splitter, const QByteArray& state) {
        if (state.isEmpty() || !splitter.restoreState(state))
            splitter.setSizes({500, 500});
    };
    if (ample) {
        size(*m_left, m_left_state);
        size(*m_right, m_right_state);
    }
}

QList<QAction*> Board::actionsFor(QObject* owner)
{
    if (!m_enlarged.isEmpty())
        return {};
    QList<QAction*> actions;
    for (Card* card : m_frames)
        if (m_tabs->indexOf(card) < 0) {
            actions << new QAction(card->windowTitle(), owner);
            connect(actions.back(), &QAction::triggered, this,
                [this, id = card->content()->objectName()] { emit expandWanted(id); });
        }
    const qsizetype on_board = actions.size();
    actions += m_more->actionsFor(owner);
    for (QAction* action : actions.sliced(on_board))
        connect(action, &QAction::triggered, m_tabs, [this] { m_tabs->setCurrentWidget(m_more_card); });
    for (int i = 0; i < m_tabs->count(); ++i)
        if (m_tabs->widget(i) != m_more_card) {
            actions << new QAction(m_tabs->tabText(i), owner);
            connect(actions.back(), &QAction::triggered, m_tabs, [this, i] { m_tabs->setCurrentIndex(i); });
        }
    return actions;
}

void Board::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRoom();
}

void Board::setAbove(QWidget& line)
{
    m_above = &line;
    line.installEventFilter(this);
    static_cast<QVBoxLayout*>(layout())->insertWidget(0, &line);
}

void Board::fitRoom()
{
    int room = height();
    for (const QWidget* line : {static_cast<const QWidget*>(m_headline), static_cast<const QWidget*>(m_above)})
        if (line && isAncestorOf(line) && !line->isHidden())
            room -= line->height();
    setRoom(room < least_height_for_two || width() < least_width_for_two ? Room::compact : Room::ample);
    m_step_bar->setVisible(room >= least_height_with_step);
}

QList<QByteArray> Board::splitterStates() const
{
    const bool ample = m_room == Room::ample;
    return {m_splitters[0]->saveState(), ample ? m_left->saveState() : m_left_state,
        ample ? m_right->saveState() : m_right_state};
}

void Board::restoreSplitters(const QList<QByteArray>& states)
{
    if (states.size() != m_splitters.size())
        return;
    m_left_state = states[1];
    m_right_state = states[2];
    m_splitters[0]->restoreState(states[0]);
    if (m_room != Room::ample)
        return;
    m_left->restoreState(m_left_state);
    m_right->restoreState(m_right_state);
}

} // namespace kneepoint
