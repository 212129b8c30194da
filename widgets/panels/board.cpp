// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/board.h"

#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/panels/headline_strip.h"

#include <qcustomplot.h>

#include <QEvent>
#include <QFrame>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace kneepoint {
namespace {

/// Below this height three charts beside and over each other have no room for their labels.
constexpr int least_height_for_three = 460;
constexpr int least_height = 200;

QSplitter* makeSplitter(Qt::Orientation orientation)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    return splitter;
}

} // namespace

Board::Board(QWidget* parent)
    : QWidget(parent)
    , m_left(makeSplitter(Qt::Vertical))
    , m_tabs(new QTabWidget)
    , m_headline(new HeadlineStrip)
{
    auto* roofline = new RooflineChart;
    auto* scaling = new ScalingChart;
    auto* breakdown = new BreakdownChart;
    m_charts = {roofline, scaling, breakdown};

    auto* columns = makeSplitter(Qt::Horizontal);
    m_frames = {framed(roofline), framed(breakdown), framed(scaling)};
    columns->addWidget(m_left);
    columns->addWidget(m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->hide();
    m_left->setMinimumHeight(least_height);
    m_splitters = {columns, m_left};
    spreadCharts();
    m_left->setSizes({500, 500});
    columns->setSizes({500, 0, 500});

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 8, 12, 0);
    column->setSpacing(0);
    column->addWidget(columns, 1);
    column->addWidget(m_headline);

    for (Chart* chart : m_charts) {
        connect(chart, &Chart::workersPicked, this, &Board::workersPicked);
        connect(chart, &Chart::toleranceDragged, this, &Board::toleranceDragged);
        for (Chart* other : m_charts)
            if (other != chart)
                connect(chart, &Chart::workersHovered, other, &Chart::showCursorAt);
        chart->plot()->installEventFilter(this);
    }
}

QWidget* Board::framed(Chart* chart)
{
    auto* frame = new QFrame;
    frame->setFrameShape(QFrame::NoFrame);
    frame->setAutoFillBackground(true);
    frame->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(8, 8, 8, 4);
    column->addWidget(chart);
    chart->setAccessibleName(chart->title());
    frame->setWindowTitle(chart->title());
    return frame;
}

void Board::spreadCharts()
{
    m_left->addWidget(m_frames[0]);
    m_left->addWidget(m_frames[1]);
    m_splitters[0]->addWidget(m_frames[2]);
    for (QWidget* frame : m_frames)
        frame->show();
}

void Board::stackCharts()
{
    for (QWidget* frame : {m_frames[2], m_frames[0], m_frames[1]})
        m_tabs->addTab(frame, frame->windowTitle());
}

void Board::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    m_tabs->resize(m_splitters[0]->size());
    m_tabs->setVisible(compact);
    m_left->setVisible(!compact);
    if (compact)
        stackCharts();
    else
        spreadCharts();
}

void Board::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int strip = isAncestorOf(m_headline) ? m_headline->height() : 0;
    setCompact(height() - strip < least_height_for_three);
}

void Board::show(const Analysis& analysis)
{
    for (Chart* chart : m_charts)
        chart->show(analysis);
    m_headline->show(analysis);
}

void Board::setTheme(ThemeMode mode)
{
    for (Chart* chart : m_charts)
        chart->setTheme(mode);
    m_headline->setTheme(mode);
}

void Board::setInteracting(bool interacting)
{
    for (Chart* chart : m_charts)
        chart->setInteracting(interacting);
}

void Board::resetZoom()
{
    for (Chart* chart : m_charts)
        chart->resetZoom();
}

QList<QByteArray> Board::splitterStates() const
{
    QList<QByteArray> states;
    for (const QSplitter* splitter : m_splitters)
        states << splitter->saveState();
    return states;
}

void Board::restoreSplitters(const QList<QByteArray>& states)
{
    for (qsizetype i = 0; i < std::min(states.size(), m_splitters.size()); ++i)
        m_splitters[i]->restoreState(states[i]);
}

bool Board::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        setInteracting(true);
    if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(
            this,
            [this] {
                setInteracting(false);
                emit pickFinished();
            },
            Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

} // namespace kneepoint
