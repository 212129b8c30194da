// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/floor_window.h"

#include "tests/support/shipped.h"
#include "widgets/controls/control_panel.h"

#include <QGridLayout>
#include <QSplitter>
#include <qcustomplot.h>

using namespace kneepoint;

QWidget* makeEmptyPlots(int plots, QList<QCustomPlot*>* out)
{
    auto* board = new QWidget;
    auto* grid = new QGridLayout(board);
    for (int i = 0; i < plots; ++i) {
        auto* plot = new QCustomPlot;
        grid->addWidget(plot, i / 2, i % 2);
        if (out)
            out->append(plot);
    }
    return board;
}

FloorWindow::FloorWindow(int plots)
{
    auto* splitter = new QSplitter;
    auto* panel = new ControlPanel;
    panel->show(m_scenario, Scenario{});
    connect(panel, &ControlPanel::edited, this, [this, panel](const Parameter* p, double value) {
        p->edit(m_scenario, value, shippedCalibration());
        panel->show(m_scenario, Scenario{});
        replot();
    });
    splitter->addWidget(panel);
    splitter->addWidget(makeEmptyPlots(plots, &m_plots));
    splitter->setStretchFactor(1, 1);
    setCentralWidget(splitter);
}

void FloorWindow::replot()
{
    for (QCustomPlot* plot : m_plots)
        plot->replot(QCustomPlot::rpQueuedReplot);
}
