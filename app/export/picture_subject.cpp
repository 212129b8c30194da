// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/picture_subject.h"

#include "app/export/board_picture.h"
#include "model/calibrate/measured_beside.h"

#include "widgets/charts/chart_registry.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/panels/validation_page.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace kneepoint {

namespace {

template <class View> std::unique_ptr<View> shown(std::unique_ptr<View> view, const ScenarioFile& file, ThemeMode mode)
{
    view->setPalette(palette(mode));
    view->show(share(analyzeWithEvidence(file, shippedCalibration())));
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

std::unique_ptr<QWidget> makeSubject(
    std::string_view subject, const ScenarioFile& file, ThemeMode mode, const MakeWindow& make_window)
{
    if (const ChartKind* kind = findChartKind(subject))
        return shown(makeChart(*kind), file, mode);
    if (subject == "validation")
        return shown(std::make_unique<ValidationPage>(), file, mode);
    if (subject == "board")
        return std::make_unique<BoardPicture>(file, analyzeWithEvidence(file, shippedCalibration()), mode);
    return make_window(file, mode);
}

} // namespace

std::vector<std::string_view> pictureSubjects()
{
    std::vector<std::string_view> subjects{"window", "board"};
    std::ranges::transform(chartKinds(), std::back_inserter(subjects), &ChartKind::id);
    subjects.emplace_back("validation");
    return subjects;
}

QSize defaultPictureSize(std::string_view subject)
{
    return subject == "window" || subject == "board" ? QSize(1920, 1080) : QSize(960, 600);
}

std::unique_ptr<QWidget> makePictureSubject(
    std::string_view subject, const ScenarioFile& file, ThemeMode mode, QSize size, const MakeWindow& make_window)
{
    auto widget = makeSubject(subject, file, mode, make_window);
    layOutPicture(*widget, size);
    return widget;
}

void layOutPicture(QWidget& subject, QSize size)
{
    // Charts replot when the event loop comes round, after the layout has settled. A column of controls that unfolds
    // its plan chooses its widths anew, which lays the window out again.
    const auto settle = [&] {
        constexpr int rounds = 8;
        for (int round = 0; round < rounds; ++round)
            QCoreApplication::processEvents();
    };
    subject.resize(size);
    subject.setVisible(true);
    settle();
    // A window with no room for all columns and names hides a column, then shortens names, and each time fits a smaller
    // size.
    constexpr int attempts = 4;
    for (int attempt = 0; attempt < attempts && subject.size() != size; ++attempt) {
        subject.resize(size);
        settle();
    }
    finishMaps(subject);
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
