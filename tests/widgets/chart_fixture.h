// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/eventually.h"
#include "widgets/charts/kit/chart.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>
#include <type_traits>

/// Small fixtures for chart tests.
namespace kneepoint::test {

/// A job with 100 ms of compute and 20·log2(K) ms of communication, half of it hidden; made by hand so that charts are
/// tested in isolation.
inline ScalePoint pointAt(double k)
{
    ScalePoint point;
    point.workers = k;
    point.step.workers = k;
    point.step.gpus = k;
    const double compute = 0.1 / k;
    const double comm = 0.02 * std::log2(k);
    point.step.part(Part::compute).exposed_s = compute;
    point.step.part(Part::data_comm) = {comm / 2, comm / 2};
    point.step.step_s = compute + comm / 2;
    point.step.compute_s = compute;
    point.step.comm_s = comm;
    point.step.gamma = comm / compute;
    point.step.bound = comm > compute ? Bound::communication : Bound::compute;
    point.speedup = 0.1 / point.step.step_s;
    point.efficiency = point.speedup / k;
    return point;
}

inline Analysis smallAnalysis(double k = 4)
{
    Analysis a;
    a.step = pointAt(k).step;
    a.baseline.single = pointAt(1).step;
    a.curve.max_workers = 64;
    for (int i = 0; i <= 60; ++i)
        a.curve.points.push_back(pointAt(std::exp2(i / 10.0)));
    for (int exponent = 0; exponent <= 6; ++exponent)
        a.breakdown.push_back(pointAt(std::exp2(exponent)));
    a.curve.regions = {{1, 3, Bound::compute}, {3, 64, Bound::communication}};
    a.curve.knees.gamma = Knee{2.8, 4, Cause::exposed_communication};
    a.curve.knees.tolerance = Knee{2.2, 4, Cause::exposed_communication};
    a.curve.knees.curvature = Knee{6, 8, Cause::exposed_communication};
    a.roofline.roof = {312e12, 60e12, 2e12, 25e9, 500, 1000};
    a.roofline.memory_ceiling = 1e15;
    a.roofline.network_ceiling = 25e12;
    a.roofline.attainable_flops = 25e12;
    a.roofline.achieved_flops = 10e12;
    a.roofline.bound = RoofBound::network;
    a.roofline.memory_ridge = 30;
    a.roofline.network_ridge = 2400;
    return a;
}

/// Of a shipped scenario.
inline Analysis analysisOf(std::string_view preset)
{
    return analyze(findScenarioPreset(preset)->scenario);
}

/// A job beside the pinned A, as the board shows it.
inline Shown besideA(const Analysis& shown, const Analysis& pinned)
{
    return {.analysis = share(shown), .reference = share(pinned)};
}

/// Shows the chart at a fixed size with its pixels drawn. Nothing that follows needs the window on the screen, so a
/// slow screen is no failure: a check here would end this function alone, and the test would go on with a chart without
/// layout.
template <class What> void display(Chart& chart, const What& what)
{
    chart.resize(900, 460);
    chart.QWidget::show();
    if constexpr (std::is_same_v<What, Analysis>)
        chart.show(Shown{.analysis = share(what)});
    else
        chart.show(what);
    (void)QTest::qWaitForWindowExposed(&chart, test::patience_ms);
    chart.plot()->replot();
}

/// The pointer comes to rest over the plot, by the plot's own event: QTest::mouseMove() moves the pointer of the
/// screen, and whether an event comes of that depends on what else is on the screen and where the pointer was.
inline void hoverOver(Chart& chart, const QPointF& at)
{
    QCustomPlot& plot = *chart.plot();
    QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&plot, &move);
}

/// A drag with the left button through the plot's own events.
inline void dragMouse(Chart& chart, const QPointF& from, const QPointF& to)
{
    QTest::mousePress(chart.plot(), Qt::LeftButton, {}, from.toPoint());
    QTest::mouseMove(chart.plot(), ((from + to) / 2).toPoint());
    QTest::mouseMove(chart.plot(), to.toPoint());
    QTest::mouseRelease(chart.plot(), Qt::LeftButton, {}, to.toPoint());
}

/// The fraction of pixels with the hue of a quantity; background, grid, axes and text are gray.
inline double coloredShare(const QImage& image)
{
    constexpr int least_saturation = 60;
    qint64 colored = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            colored += image.pixelColor(x, y).hsvSaturation() > least_saturation;
    return double(colored) / (double(image.width()) * image.height());
}

/// What a chart draws of its scenario; a chart that draws nothing but its frame gives 0.
inline double inkOf(const Chart& chart)
{
    return coloredShare(chart.plot()->toPixmap().toImage());
}

/// Minimum ink of any chart that shows a scenario.
inline constexpr double least_ink = 0.001;

/// Fails unless the chart draws its scenario in both themes.
inline void verifyInkInBothThemes(Chart& chart)
{
    for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
        chart.setPalette(palette(mode));
        QVERIFY2(inkOf(chart) > least_ink, qPrintable(QString::number(inkOf(chart))));
    }
}

} // namespace kneepoint::test
