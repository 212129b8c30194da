// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/board.h"

#include "widgets/box_layouts.h"
#include "widgets/charts/chart_registry.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/panels/card.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/large_charts.h"
#include "widgets/panels/step_bar.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QEvent>
#include <QMouseEvent>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int least_height = 200;
constexpr int card_gap = 12;

QSplitter* makeSplitter(Qt::Orientation orientation)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(card_gap);
    return splitter;
}

} // namespace

Board::Board(QWidget* parent)
    : QWidget(parent)
    , m_left(makeSplitter(Qt::Vertical))
    , m_right(makeSplitter(Qt::Vertical))
    , m_tabs(new QTabWidget)
    , m_tab_card(new Card({}, m_tabs))
    , m_step_bar(new StepBar)
    , m_more(new ChartTabs(tabbedCharts()))
    , m_large_charts(new LargeCharts)
    , m_headline(new HeadlineStrip)
{
    for (const ChartKind& kind : chartsAt(ChartPlace::board))
        m_charts << makeChart(kind).release();

    auto* columns = makeSplitter(Qt::Horizontal);
    m_frames = {framed(QLatin1StringView("roofline")), framed(QLatin1StringView("breakdown")),
        framed(QLatin1StringView("scaling"))};
    m_more_card = new Card({}, m_more);
    columns->addWidget(m_left);
    auto* small = new QWidget;
    auto* under_each_other = columnIn(small, {}, 8);
    under_each_other->addWidget(m_tab_card, 1);
    under_each_other->addWidget(m_step_bar);
    m_small = small;
    columns->addWidget(m_small);
    columns->addWidget(m_right);
    m_more_card->setWindowTitle(tr("Losses and more"));
    m_tabs->setObjectName(QStringLiteral("board_tabs"));
    m_tabs->setDocumentMode(true);
    m_small->hide();
    m_left->setMinimumHeight(least_height);
    m_splitters = {columns, m_left, m_right};
    setRoom(Room::ample);
    m_more_card->setVisible(m_more->count() > 0);
    m_left->setSizes({500, 500});
    m_right->setSizes({500, 500});
    columns->setSizes({500, 0, 500});

    auto* column = columnIn(this, {}, 0);
    auto* padded = addedTo<QVBoxLayout>(*column, {0, 0, 0, card_gap});
    column->setStretchFactor(padded, 1);
    padded->addWidget(columns, 1);
    padded->addWidget(m_large_charts, 1);
    column->addWidget(m_headline);
    m_large_charts->hide();

    for (Chart* chart : m_charts)
        connectChart(chart);
    connect(m_more, &ChartTabs::made, this, &Board::connectChart);
    connect(m_step_bar, &QAbstractButton::clicked, m_tabs, [this] { m_tabs->setCurrentWidget(m_frames[1]); });
    connect(m_more, &ChartTabs::expandWanted, this, [this] {
        if (const Chart* chart = m_more->current())
            emit expandWanted(chart->objectName());
    });
    connect(m_more, &ChartTabs::menuWanted, this, [this](const QPoint& global) {
        if (Chart* chart = m_more->current())
            showMenuOf(*chart, global);
    });
    connect(m_headline, &HeadlineStrip::figureClicked, this, &Board::explained);
}

void Board::connectChart(Chart* chart)
{
    connect(chart, &Chart::workersPicked, this, &Board::workersPicked);
    connect(chart, &Chart::knobDragged, this, &Board::knobDragged);
    connect(chart, &Chart::explained, this, &Board::explained);
    connect(chart, &Chart::drilled, this, &Board::drilled);
    connect(chart, &Chart::workersHovered, this, [this, chart](double k) {
        for (Chart* other : allCharts())
            if (other != chart)
                other->showCursorAt(k);
    });
    if (auto* map = qobject_cast<KneeMapChart*>(chart))
        connect(map, &KneeMapChart::picked, this,
            [this](const Parameter* x, double x_value, const Parameter* y, double y_value) {
                emit editPicked({{x, x_value}, {y, y_value}});
            });
    chart->plot()->installEventFilter(this);
}

QList<Chart*> Board::allCharts() const
{
    return m_charts + m_more->charts();
}

Chart* Board::anyChart(const QString& id)
{
    const auto found = std::ranges::find_if(m_charts, [&](const Chart* chart) { return chart->objectName() == id; });
    return found != m_charts.end() ? *found : m_more->chart(id);
}

void Board::enlarge(const QStringList& charts, const QList<QWidget*>& others)
{
    QList<QWidget*> widgets;
    m_enlarged.clear();
    m_enlarged_tabs.clear();
    for (const QString& id : charts)
        if (Chart* chart = anyChart(id)) {
            m_enlarged << id;
            widgets << chart;
            if (!m_charts.contains(chart))
                m_enlarged_tabs << chart;
        }
    widgets += others;
    m_splitters.front()->setVisible(widgets.isEmpty());
    m_large_charts->setVisible(!widgets.isEmpty());
    m_large_charts->setWidgets(widgets);
    for (Chart* chart : m_enlarged_tabs)
        chart->show(m_shown);
}

Chart& Board::chart(QLatin1StringView id) const
{
    const auto found = std::ranges::find_if(m_charts, [id](const Chart* chart) { return chart->objectName() == id; });
    Q_ASSERT(found != m_charts.end());
    return **found;
}

Chart& Board::wantedChart() const
{
    const QList<Chart*> charts = allCharts();
    for (Chart* chart : charts)
        if (chart->hasFocus() || chart->isAncestorOf(QApplication::focusWidget()))
            return *chart;
    for (Chart* chart : charts)
        if (chart->isVisible() && chart->underMouse())
            return *chart;
    return chart(QLatin1StringView("scaling"));
}

Card* Board::framed(QLatin1StringView id)
{
    Chart* framed_chart = &chart(id);
    auto* card = new Card(framed_chart->title(), framed_chart);
    card->setWindowTitle(framed_chart->title());
    if (!framed_chart->variants().isEmpty())
        card->addToHeader(new VariantSwitch(*framed_chart));
    connect(card->addButton(QStringLiteral("expand"), tr("Fill the board with this chart (Ctrl+F6)")),
        &QToolButton::clicked, this, [this, framed_chart] { emit expandWanted(framed_chart->objectName()); });
    QToolButton* options = card->addButton(QStringLiteral("more"), tr("Copy, export and options of this chart"));
    connect(options, &QToolButton::clicked, this,
        [options, framed_chart] { showMenuOf(*framed_chart, options->mapToGlobal(options->rect().bottomLeft())); });
    return card;
}

/// The one that a right click shows.
void Board::showMenuOf(Chart& chart, const QPoint& global)
{
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, chart.plot()->rect().center(), global);
    QCoreApplication::sendEvent(chart.plot(), &asked);
}

void Board::show(const SharedAnalysis& analysis)
{
    m_shown.analysis = analysis;
    showCharts();
    m_headline->show(analysis);
}

void Board::setReference(const SharedAnalysis& reference)
{
    m_shown.reference = reference;
    showCharts();
    m_headline->setReference(reference);
}

void Board::setOptions(const OtherOptions& others)
{
    m_shown.options = others;
    showCharts();
}

void Board::setGhost(const SharedAnalysis& ghost)
{
    if (!ghost && !m_shown.ghost)
        return;
    m_shown.ghost = ghost;
    showCharts();
}

void Board::showCharts()
{
    for (Chart* chart : m_charts + m_enlarged_tabs)
        chart->show(m_shown);
    m_more->show(m_shown);
    m_step_bar->show(m_shown);
}

void Board::setInteracting(bool interacting)
{
    for (Chart* chart : m_charts)
        chart->setInteracting(interacting);
    m_more->setInteracting(interacting);
    m_headline->setInteracting(interacting);
}

void Board::resetZoom()
{
    for (Chart* chart : m_charts)
        chart->resetZoom();
    m_more->resetZoom();
}

bool Board::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_above) {
        if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
            fitRoom();
        return QWidget::eventFilter(watched, event);
    }
    const auto is = [event](QEvent::Type type) {
        return event->type() == type && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    };
    // A right click opens a menu, which takes the release.
    if (is(QEvent::MouseButtonPress))
        setInteracting(true);
    if (is(QEvent::MouseButtonRelease))
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
