// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "tests/benchmarks/floor_window.h"
#include "tests/benchmarks/frame_timer.h"
#include "tests/benchmarks/import_frames.h"
#include "tests/benchmarks/slider_drag.h"
#include "tests/benchmarks/startup_timer.h"

#include "app/window/main_window.h"
#include "widgets/style/style.h"

#include <QApplication>
#include <QTemporaryDir>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

using namespace kneepoint;

namespace {

constexpr int plot_count = 3;
constexpr int events_wanted = 400;
constexpr int events_a_drag = 20;
constexpr int starts = 9;
constexpr QSize window_size(1920, 1080);

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return -1;
    std::sort(values.begin(), values.end());
    const auto last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(share * last + 0.5)];
}

struct FrameTimes {
    std::vector<double> real_ms, floor_ms;
    int missed = 0;
};

void settle(QWidget& window)
{
    window.resize(window_size);
    window.show();
    for (int round = 0; round < 10; ++round)
        QCoreApplication::processEvents();
}

/// A modern LLM job whose layout is planned at every event.
ScenarioFile plannedScenario()
{
    ScenarioFile file = *findScenarioPreset("llama3-70b-512xh100");
    file.scenario.automatic.on = true;
    return file;
}

/// Drags the sliders of both windows alternately, so that background load affects both.
FrameTimes timeFrames(const ScenarioFile& scenario)
{
    MainWindow window(scenario);
    FloorWindow floor(plot_count);
    settle(window);
    settle(floor);
    FrameTimer window_timer(window);
    FrameTimer floor_timer(floor);
    SliderDrag window_drag(window, window_timer);
    SliderDrag floor_drag(floor, floor_timer);
    FrameTimes times;
    for (int drags = 0; drags < 4 * events_wanted / events_a_drag; ++drags) {
        window_drag.drag(events_a_drag, times.real_ms);
        floor_drag.drag(events_a_drag, times.floor_ms);
        if (times.real_ms.size() >= events_wanted && times.floor_ms.size() >= events_wanted)
            break;
    }
    times.missed = window_drag.missed() + floor_drag.missed();
    return times;
}

struct StartTimes {
    std::vector<double> real_ms, floor_ms;
};

StartTimes timeStarts(const QString& self)
{
    const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/kneepoint");
    StartTimes times;
    for (int i = 0; i < starts; ++i) {
        times.real_ms.push_back(paintedMs(program, {}));
        times.floor_ms.push_back(paintedMs(self, {QStringLiteral("--empty-window")}));
    }
    return times;
}

void report(const FrameTimes& frames, const FrameTimes& planned, const StartTimes& start, bool json)
{
    const double planned_median = quantile(planned.real_ms, 0.5);
    const double planned_p99 = quantile(planned.real_ms, 0.99);
    const double median = quantile(frames.real_ms, 0.5);
    const double p99 = quantile(frames.real_ms, 0.99);
    const double floor = quantile(frames.floor_ms, 0.5);
    const double planned_floor = quantile(planned.floor_ms, 0.5);
    const double startup = quantile(start.real_ms, 0.5);
    const double startup_floor = quantile(start.floor_ms, 0.5);
    if (json)
        std::cout << fmt::format(R"({{"event_to_pixels_ms": {{"median": {:.3f}, "p99": {:.3f}}}, )"
                                 R"("floor_ms": {{"median": {:.3f}}}, "startup_ms": {:.1f}, )"
                                 R"("startup_floor_ms": {:.1f}, )"
                                 R"("auto_plan_ms": {{"median": {:.3f}, "p99": {:.3f}, "events": {}}}, )"
                                 R"("events": {}, "floor_events": {}, "missed_events": {}, "starts": {}}})"
                                 "\n",
            median, p99, floor, startup, startup_floor, planned_median, planned_p99, planned.real_ms.size(),
            frames.real_ms.size(), frames.floor_ms.size(), frames.missed, start.real_ms.size());
    else
        std::cout << fmt::format("Slider event to pixels, {} events: median {:.1f} ms, 99th percentile {:.1f} ms; "
                                 "empty plots: median {:.1f} ms\n"
                                 "With automatic planning, {} events: median {:.1f} ms, 99th percentile {:.1f} ms\n"
                                 "Start to first painted board, {} starts: {:.0f} ms; empty window: {:.0f} ms\n"
                                 "Times empty plots: {:.2f}, with automatic planning {:.2f}; 99th percentile times "
                                 "median: {:.2f}, {:.2f}; start times empty window: {:.2f}\n",
            frames.real_ms.size(), median, p99, floor, planned.real_ms.size(), planned_median, planned_p99,
            start.real_ms.size(), startup, startup_floor, median / floor, planned_median / planned_floor, p99 / median,
            planned_p99 / planned_median, startup / startup_floor);
}

/// How long the window is busy while files are read. Fails if the import ended before it could be cancelled.
int reportImport(const QStringList& paths)
{
    const ImportFrames times = timeImport(paths);
    std::cout << fmt::format("Import in {:.1f} s; slider event to pixels meanwhile, {} events: median {:.1f} ms, 99th "
                             "percentile {:.1f} ms; turns of the event loop, {}: 99th percentile {:.1f} ms, longest "
                             "{:.1f} ms\nCancel: {:.1f} ms\n",
        times.import_s, times.drag_ms.size(), quantile(times.drag_ms, 0.5), quantile(times.drag_ms, 0.99),
        times.turn_ms.size(), quantile(times.turn_ms, 0.99), quantile(times.turn_ms, 1), times.cancel_ms);
    return times.cancel_ms >= 0 ? 0 : 1;
}

} // namespace

/// Times frames and starts; with --import FILE…, the frames while these files are imported.
int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    qputenv("KNEEPOINT_EXIT_AFTER_FIRST_PAINT", "1");
    QApplication application(argc, argv);
    const QStringList args = QApplication::arguments();
    if (args.contains(QStringLiteral("--empty-window")))
        return showEmptyWindow(plot_count);
    applyTheme(application, ThemeMode::light);
    if (const qsizetype import = args.indexOf(QStringLiteral("--import")); import >= 0)
        return reportImport(args.mid(import + 1));
    const FrameTimes frames = timeFrames(MainWindow::defaultScenario());
    const FrameTimes planned = timeFrames(plannedScenario());
    const StartTimes start = timeStarts(args.first());
    report(frames, planned, start, args.contains(QStringLiteral("--json")));
    const bool complete = frames.missed == 0 && frames.real_ms.size() >= 300 && frames.floor_ms.size() >= 300
        && quantile(start.real_ms, 0) >= 0 && quantile(start.floor_ms, 0) >= 0;
    return complete ? 0 : 1;
}
