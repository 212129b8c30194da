// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/teaching/lesson_controller.h"
#include "app/teaching/side_panels.h"
#include "app/window/tour_controller.h"
#include "app/window/window_actions.h"
#include "app/window/window_tool_bar.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/card.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/evidence_strip.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/panels/right_panel.h"
#include "widgets/panels/status_line.h"

#include <QAction>
#include <QMenu>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>

#include <array>

/// The pages of the window: where everything is.
namespace kneepoint {
namespace {

/// A screen of 1280 × 720 at a scale of 2.
constexpr QSize least_size(640, 360);
/// Below it, the layout has no line above the charts.
constexpr int least_height_with_plan = 520;
/// Below it, the main rows of the controls need all the height there is.
constexpr int low_height = 900;

} // namespace

void MainWindow::buildLayout()
{
    addToolBar(m_tools);
    buildBoardPage();
    m_plan_tabs->setDocumentMode(true);
    m_plan_tabs->tabBar()->setAccessibleName(tr("Clusters and layouts"));
    auto* plan_page = new QWidget;
    columnIn(plan_page, {12, 0, 12, 12})->addWidget(m_plan_tabs);
    m_pages->addWidget(plan_page);

    auto* central = new QWidget;
    auto* column = columnIn(central, {}, 0);
    column->addWidget(m_details, 1);
    column->addWidget(m_status);
    setCentralWidget(central);
    setMinimumSize(least_size); // the columns and bars give way below what they want
    resize(QSize(1600, 900).boundedTo(screen()->availableSize()));
}

void MainWindow::buildBoardPage()
{
    m_columns->addWidget(m_controls); // in the order in which Tab and a screen reader go through them
    m_columns->addWidget(m_board);
    m_columns->addWidget(m_right);
    m_columns->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    m_columns->setHandleWidth(12);

    auto* page = new QWidget;
    m_board_page = columnIn(page, {}, 0);
    m_board_page->addWidget(m_plan);
    m_board_page->addWidget(m_evidence);
    m_board_row = new QHBoxLayout;
    m_board_row->addWidget(m_columns, 1);
    m_board_page->addLayout(m_board_row, 1);
    m_board_page->addWidget(&m_board->headline());
    m_pages->addWidget(page);
}

void MainWindow::setPage(Page page)
{
    (void)m_details->leave();
    m_pages->setCurrentIndex(static_cast<int>(page));
    if (m_tour && page != Page::board) // it would point at what is out of sight
        m_tour->end();
    markPage();
    m_tools->setOnBoard(page == Page::board);
}

/// A lesson belongs to Learn, although its charts are those of the board.
void MainWindow::markPage()
{
    const bool lesson = page() == Page::board && m_lessons && m_lessons->isOpen();
    const std::array<QAction*, 3> actions{m_actions->board, m_actions->plan, m_actions->learn};
    actions[static_cast<std::size_t>(lesson ? Page::learn : page())]->setChecked(true);
}

/// Who asks for the board while a lesson has its place, leaves the lesson.
void MainWindow::showBoardPage()
{
    if (page() == Page::board)
        (void)m_lessons->leave();
    setPage(Page::board);
}

/// A small window has narrower columns beside the charts, and half a screen only one of them; what the user chose
/// within a size stays.
void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_sides)
        m_sides->setSmall(width() < small_width);
    m_plan->setShut(height() < least_height_with_plan);
    placeEvidence();
    const bool narrow = width() < narrow_width;
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    const int left = narrow ? 288 : 336;
    const int right = narrow ? 264 : 344;
    m_columns->setSizes({left, width() - left - right, right});
}

/// On a low screen the files stand over the charts alone, so that the column of controls keeps its height.
void MainWindow::placeEvidence()
{
    const bool over_charts = height() < low_height;
    if (over_charts == m_board->isAncestorOf(m_evidence))
        return;
    if (over_charts)
        m_board->setAbove(*m_evidence);
    else
        m_board_page->insertWidget(m_board_page->indexOf(m_plan) + 1, m_evidence);
}

/// Without the right column, the charts do not touch the edge of the window.
void MainWindow::padBoard()
{
    const bool at_edge = m_actions->controls->isChecked() && !m_actions->diagnosis->isChecked();
    m_board_row->setContentsMargins(0, 0, at_edge ? m_columns->handleWidth() : 0, 0);
}

MainWindow::Page MainWindow::page() const
{
    return static_cast<Page>(m_pages->currentIndex());
}

void MainWindow::fillChartMenu()
{
    m_chart_menu->clear();
    for (QAction* action : m_board->actionsFor(m_chart_menu)) {
        m_chart_menu->addAction(action);
        connect(action, &QAction::triggered, this, [this] { setPage(Page::board); });
    }
}

} // namespace kneepoint
