// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/chart.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"

#include <QColor>
#include <QImage>
#include <QSignalSpy>
#include <QStackedWidget>

#include <cstdlib>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

class CountingChart : public Chart {
public:
    CountingChart()
        : Chart(QStringLiteral("Counting"), nullptr)
    {
        applyStyle();
    }
    [[nodiscard]] std::string csv() const override { return {}; }
    int presented = 0;
    double workers = 0;

protected:
    void present(const Analysis& a) override
    {
        ++presented;
        workers = a.step.workers;
    }
    [[nodiscard]] std::string describe(const Analysis& a) const override { return std::to_string(int(a.step.workers)); }
    void restyle() override { }
};

/// Equal but for the rounding of slanted text, which may differ by one of 255 when it is drawn again.
bool looksLike(const QImage& a, const QImage& b)
{
    if (a.size() != b.size())
        return false;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor one = a.pixelColor(x, y);
            const QColor other = b.pixelColor(x, y);
            if (std::abs(one.red() - other.red()) > 1 || std::abs(one.green() - other.green()) > 1
                || std::abs(one.blue() - other.blue()) > 1)
                return false;
        }
    return true;
}

/// Whether a change is visible, and removing it restores the picture.
bool changesThePicture(Chart& chart, SharedAnalysis Shown::*beside)
{
    Shown shown{.analysis = share(smallAnalysis(4))};
    display(chart, *shown.analysis);
    const QImage before = chart.grab().toImage();
    shown.*beside = share(smallAnalysis(16));
    chart.show(shown);
    chart.plot()->replot();
    const bool changed = chart.grab().toImage() != before;
    shown.*beside = nullptr;
    chart.show(shown);
    chart.plot()->replot();
    return changed && looksLike(chart.grab().toImage(), before);
}

} // namespace

class ChartTest : public QObject {
    Q_OBJECT

private slots:
    void aChartInAHiddenTabUpdatesOnlyWhenShown()
    {
        QStackedWidget pages;
        auto* front = new CountingChart;
        auto* back = new CountingChart;
        pages.addWidget(front);
        pages.addWidget(back);
        pages.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pages, test::patience_ms));
        for (const double k : {2, 4, 8}) {
            front->show(share(smallAnalysis(k)));
            back->show(share(smallAnalysis(k)));
        }
        QVERIFY(front->presented >= 3);
        QCOMPARE(back->presented, 0);
        QCOMPARE(back->sentence(), QStringLiteral("8"));
        pages.setCurrentWidget(back);
        QVERIFY(back->presented > 0);
        QCOMPARE(back->workers, 8.0);
        QCOMPARE(back->accessibleDescription(), QStringLiteral("8"));
    }
    void changesBetweenTwoFramesAreDrawnOnce()
    {
        CountingChart chart;
        display(chart, smallAnalysis(2));
        QCoreApplication::processEvents();
        const QSignalSpy drawn(chart.plot(), &QCustomPlot::afterReplot);
        for (const double k : {2, 4, 8})
            chart.show(share(smallAnalysis(k)));
        chart.resize(700, 400);
        const int before = chart.presented;
        COMPARE_EVENTUALLY(drawn.size(), 1);
        QVERIFY2(chart.presented > before, "its size decides how much it has room for");
        QCOMPARE(chart.plot()->viewport().size(), chart.plot()->size());
        QCoreApplication::processEvents();
        QCOMPARE(drawn.size(), 1);
    }
    void aHiddenChartIsDrawnWhenShown()
    {
        QStackedWidget pages;
        auto* front = new CountingChart;
        auto* back = new ScalingChart;
        pages.addWidget(front);
        pages.addWidget(back);
        pages.resize(800, 500);
        pages.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pages, test::patience_ms));
        const QSignalSpy drawn(back->plot(), &QCustomPlot::afterReplot);
        back->show(share(smallAnalysis(4)));
        pages.resize(900, 600);
        QCoreApplication::processEvents();
        QCOMPARE(drawn.size(), 0);
        pages.setCurrentWidget(back);
        VERIFY_EVENTUALLY(drawn.size() > 0);
        back->clearFocus(); // the focus frame is not part of the comparison
        ScalingChart alone;
        alone.resize(back->size());
        alone.show(share(smallAnalysis(4)));
        const auto pixelsOf = [](Chart& chart) { return chart.grab().toImage().convertToFormat(QImage::Format_RGB32); };
        QCOMPARE(pixelsOf(*back), pixelsOf(alone));
    }
    void hidingTheCursorRestoresThePicture()
    {
        ScalingChart chart;
        display(chart, smallAnalysis(4));
        const QImage before = chart.grab().toImage();
        chart.showCursorAt(8);
        const QImage with_cursor = chart.grab().toImage();
        QVERIFY(with_cursor != before);
        // Under a cursor, a chart is drawn into buffers instead of the widget: left of the cursor no pixel differs.
        const int left = qRound(chart.plot()->xAxis->coordToPixel(8)) - 150;
        QVERIFY(left > 100);
        QCOMPARE(with_cursor.copy(0, 0, left, before.height()), before.copy(0, 0, left, before.height()));
        chart.showCursorAt(16);
        QVERIFY(chart.grab().toImage() != with_cursor);
        chart.showCursorAt(0);
        QCOMPARE(chart.grab().toImage(), before);
        chart.show(share(smallAnalysis(4)));
        QCOMPARE(chart.grab().toImage(), before);
    }
    void pinnedScenarioAndPreviewAreDrawnAndRemoved_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"roofline", "scaling", "breakdown"})
            QTest::newRow(name) << name;
    }
    void pinnedScenarioAndPreviewAreDrawnAndRemoved()
    {
        QFETCH(const QString, name);
        RooflineChart roofline;
        ScalingChart scaling;
        BreakdownChart breakdown;
        breakdown.setMeasure(BreakdownChart::Measure::seconds);
        Chart& chart = name == "roofline" ? static_cast<Chart&>(roofline)
            : name == "scaling"           ? static_cast<Chart&>(scaling)
                                          : breakdown;
        QVERIFY(changesThePicture(chart, &Shown::reference));
        QVERIFY(changesThePicture(chart, &Shown::ghost));
    }
    void thePinnedCurveIsThePinnedAnalysis()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QCOMPARE(chart.pinnedSpeedup()->dataCount(), 0);
        const Analysis pinned = analysisOf("knee-simulator");
        chart.show(besideA(smallAnalysis(), pinned));
        QCOMPARE(chart.pinnedSpeedup()->dataCount(), int(pinned.curve.points.size()));
        QCOMPARE(chart.pinnedSpeedup()->dataMainValue(10), pinned.curve.points[10].speedup);
        QCOMPARE(chart.ghostSpeedup()->dataCount(), 0);
        chart.show(Shown{.analysis = share(smallAnalysis())});
        QCOMPARE(chart.pinnedSpeedup()->dataCount(), 0);
    }
};

KNEEPOINT_TEST(ChartTest)
#include "chart_test.moc"
