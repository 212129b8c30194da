// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/import_frames.h"

#include "tests/benchmarks/frame_timer.h"
#include "tests/benchmarks/slider_drag.h"

#include "app/evidence/import_controller.h"
#include "app/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>

namespace {

double millisecondsOf(const auto& work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) * 1e-6;
}

} // namespace

ImportFrames timeImport(const QStringList& paths)
{
    constexpr int events_a_drag = 5;
    constexpr int turns_between = 20;
    constexpr double before_cancel_ms = 500;
    kneepoint::MainWindow window(kneepoint::MainWindow::defaultScenario());
    window.resize(1920, 1080);
    window.show();
    QCoreApplication::processEvents();
    FrameTimer timer(window);
    SliderDrag drag(window, timer);
    ImportFrames times;
    kneepoint::ImportController& imports = window.imports();
    const auto turn = [] { QCoreApplication::processEvents(QEventLoop::AllEvents, 1); };

    times.import_s = millisecondsOf([&] {
        imports.import(paths);
        while (imports.isReading()) {
            drag.drag(events_a_drag, times.drag_ms);
            for (int i = 0; i < turns_between && imports.isReading(); ++i)
                times.turn_ms.push_back(millisecondsOf(turn));
        }
    }) / 1000;

    imports.import(paths);
    QElapsedTimer since;
    since.start();
    while (static_cast<double>(since.elapsed()) < before_cancel_ms && imports.isReading())
        turn();
    times.cancel_ms = imports.isReading() ? millisecondsOf([&] { imports.cancel(); }) : -1;
    return times;
}
