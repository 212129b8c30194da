// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

#include <QMainWindow>

class QCustomPlot;

/// The main window with nothing in its plots: what sliders, layout and painting cost before anything is shown.
class FloorWindow : public QMainWindow {
public:
    explicit FloorWindow(int plots);

private:
    void replot();

    kneepoint::Scenario m_scenario;
    QList<QCustomPlot*> m_plots;
};

/// So many empty plots in a window, without controls: the floor of start-up.
[[nodiscard]] QWidget* makeEmptyPlots(int plots, QList<QCustomPlot*>* out = nullptr);
