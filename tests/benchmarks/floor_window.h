// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

#include <QMainWindow>

class QCustomPlot;

/// The main window with empty plots: the cost of sliders, layout and painting alone.
class FloorWindow : public QMainWindow {
public:
    explicit FloorWindow(int plots);

private:
    void replot();

    kneepoint::Scenario m_scenario;
    QList<QCustomPlot*> m_plots;
};

/// A window with this many empty plots and no controls: the startup floor.
[[nodiscard]] QWidget* makeEmptyPlots(int plots, QList<QCustomPlot*>* out = nullptr);
