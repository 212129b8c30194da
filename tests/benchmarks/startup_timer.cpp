// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/startup_timer.h"

#include "tests/benchmarks/floor_window.h"
#include "tests/benchmarks/frame_timer.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <qcustomplot.h>

#include <iostream>

double paintedMs(const QString& program, const QStringList& args)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QElapsedTimer timer;
    timer.start();
    process.start(program, args);
    constexpr int patience_ms = 30000;
    const bool painted = process.waitForReadyRead(patience_ms);
    const double elapsed = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
    return process.waitForFinished(patience_ms) && painted && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0
        ? elapsed
        : -1;
}

int showEmptyWindow(int plots)
{
    QMainWindow window;
    QList<QCustomPlot*> all;
    window.setCentralWidget(makeEmptyPlots(plots, &all));
    window.resize(1920, 1080);
    FrameTimer timer(window);
    timer.start();
    window.show();
    for (QCustomPlot* plot : all)
        plot->replot(QCustomPlot::rpQueuedReplot);
    const bool painted = timer.finish() >= 0;
    if (painted)
        std::cout << "painted" << std::endl;
    return painted ? 0 : 1;
}
