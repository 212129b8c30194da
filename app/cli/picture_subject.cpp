// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/picture_subject.h"

#include "app/diagnosis_controller.h"
#include "app/main_window.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/stage_memory_chart.h"
#include "widgets/charts/timeline_chart.h"
#include "widgets/charts/tornado_chart.h"
#include "widgets/charts/waterfall_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/validation_page.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace kneepoint {

namespace {

constexpr std::array<std::string_view, 13> subjects{"window", "board", "roofline", "scaling", "breakdown", "waterfall",
    "timeline", "memory", "memory-stages", "money", "tornado", "kneemap", "validation"};

template <class View> std::unique_ptr<QWidget> makeView(const ScenarioFile& file, ThemeMode mode)
{
    auto view = std::make_unique<View>();
    view->setTheme(mode);
    view->show(analyse(file.scenario));
    return view;
}

/// A map refines while one looks at it; a picture wants it whole.
void finishMaps(QWidget& subject)
{
    QList<KneeMapChart*> maps = subject.findChildren<KneeMapChart*>();
    if (auto* map = qobject_cast<KneeMapChart*>(&subject))
        maps << map;
    for (KneeMapChart* map : maps)
        if (map->isVisible())
            map->finish();
    QCoreApplication::processEvents();
}

std::unique_ptr<QWidget> makeWindow(const ScenarioFile& file, ThemeMode mode)
{
    auto window = std::make_unique<MainWindow>(file);
    window->findChild<DiagnosisController*>()->diagnoseNow();
    window->setThemeChoice(mode == ThemeMode::dark ? ThemeChoice::dark : ThemeChoice::light);
    return window;
}

std::unique_ptr<QWidget> makeSubject(std::string_view subject, const ScenarioFile& file, ThemeMode mode)
{
    if (subject == "roofline")
        return makeView<RooflineChart>(file, mode);
    if (subject == "scaling")
        return makeView<ScalingChart>(file, mode);
    if (subject == "breakdown")
        return makeView<BreakdownChart>(file, mode);
    if (subject == "waterfall")
        return makeView<WaterfallChart>(file, mode);
    if (subject == "timeline")
        return makeView<TimelineChart>(file, mode);
    if (subject == "memory")
        return makeView<MemoryChart>(file, mode);
    if (subject == "memory-stages")
        return makeView<StageMemoryChart>(file, mode);
    if (subject == "money")
        return makeView<MoneyChart>(file, mode);
    if (subject == "tornado")
        return makeView<TornadoChart>(file, mode);
    if (subject == "validation")
        return makeView<ValidationPage>(file, mode);
    if (subject == "kneemap")
        return makeView<KneeMapChart>(file, mode);
    if (subject == "board")
        return makeView<Board>(file, mode);
    return makeWindow(file, mode);
}

} // namespace

std::span<const std::string_view> pictureSubjects()
{
    return subjects;
}

QSize defaultPictureSize(std::string_view subject)
{
    return subject == "window" || subject == "board" ? QSize(1920, 1080) : QSize(960, 600);
}

std::unique_ptr<QWidget> makePictureSubject(
    std::string_view subject, const ScenarioFile& file, ThemeMode mode, QSize size)
{
    auto widget = makeSubject(subject, file, mode);
    widget->resize(size);
    widget->setVisible(true);
    // Charts replot when the event loop comes round, after the layout has settled.
    for (int round = 0; round < 3; ++round)
        QCoreApplication::processEvents();
    finishMaps(*widget);
    return widget;
}

std::string dataOf(QWidget& subject)
{
    if (const auto* chart = qobject_cast<Chart*>(&subject))
        return chart->csv();
    std::string data;
    for (const Chart* chart : subject.findChildren<Chart*>())
        data += (data.empty() ? "# " : "\n# ") + chart->title().toStdString() + '\n' + chart->csv();
    return data;
}

} // namespace kneepoint
