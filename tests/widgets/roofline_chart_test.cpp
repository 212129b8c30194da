// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/kit/labels.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// The graph whose line goes through a point.
const QCPGraph* graphThrough(const QCustomPlot& plot, double x, double y)
{
    for (int i = 0; i < plot.graphCount(); ++i) {
        const QCPGraph* graph = plot.graph(i);
        if (graph->dataCount() != 2)
            continue;
        const double log_slope = std::log(graph->dataMainValue(1) / graph->dataMainValue(0))
            / std::log(graph->dataMainKey(1) / graph->dataMainKey(0));
        const double expected = graph->dataMainValue(0) * std::pow(x / graph->dataMainKey(0), log_slope);
        if (std::abs(expected / y - 1) < 1e-9)
            return graph;
    }
    return nullptr;
}

/// The first pair of labels that overlap and the first that is clipped; empty if there are none.
QString misplaced(const std::vector<Label>& labels, const QRectF& frame)
{
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!frame.contains(labels[i].box.boundingRect()))
            return labels[i].words + " is clipped";
        for (std::size_t j = 0; j < i; ++j)
            if (const QRectF common = labels[i].box.intersected(labels[j].box).boundingRect();
                common.width() > 0.01 && common.height() > 0.01)
                return labels[j].words + " under " + labels[i].words;
    }
    return {};
}

bool names(const std::vector<Label>& labels, const QString& words)
{
    return std::ranges::any_of(labels, [&](const Label& label) { return label.words.contains(words); });
}

/// From a strip in a small window to a full-screen chart, with fonts from small to projector size.
struct Sheet {
    QSize size;
    qreal points;
};
constexpr std::array sheets{Sheet{{300, 200}, 9}, Sheet{{420, 260}, 10}, Sheet{{420, 300}, 16}, Sheet{{560, 280}, 10},
    Sheet{{900, 460}, 10}, Sheet{{1600, 800}, 16}};

} // namespace

class RooflineChartTest : public QObject {
    Q_OBJECT

private slots:
    void roofsAndPeakAreDrawnByTheirVertices()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        QVERIFY(graphThrough(*chart.plot(), 100, 60e12));
        QVERIFY(graphThrough(*chart.plot(), 100, 312e12));
        QVERIFY(graphThrough(*chart.plot(), 100, 100 * 2e12));
        QVERIFY(graphThrough(*chart.plot(), 100, 100 * 25e9));
    }
    void theLimitingRoofIsThickest()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        const QCPGraph* network = graphThrough(*chart.plot(), 100, 100 * 25e9);
        const QCPGraph* memory = graphThrough(*chart.plot(), 100, 100 * 2e12);
        QVERIFY(network->pen().widthF() > 2 * memory->pen().widthF());
    }
    void intensitiesAreInsideTheAxes()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        QVERIFY(chart.plot()->xAxis->range().contains(500));
        QVERIFY(chart.plot()->xAxis->range().contains(1000));
        QVERIFY(chart.plot()->yAxis->range().contains(10e12));
    }
    void pinnedOptionsAreInsideTheAxes()
    {
        Analysis far = smallAnalysis();
        far.roofline.roof.communication_intensity = 1e8;
        far.roofline.achieved_flops = 1e9;
        Shown options{.analysis = share(smallAnalysis())};
        options.options.options = {{'B', share(far)}};
        RooflineChart chart;
        display(chart, options);
        QVERIFY(chart.plot()->xAxis->range().contains(1e8));
        QVERIFY(chart.plot()->yAxis->range().contains(1e9));
    }
    void rangesOnlyGrowWhileInteracting()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        chart.setInteracting(true);
        Analysis wide = smallAnalysis();
        wide.roofline.roof.communication_intensity = 1e6;
        chart.show(share(wide));
        const QCPRange grown = chart.plot()->xAxis->range();
        QVERIFY(grown.contains(1e6));
        chart.show(share(smallAnalysis()));
        QCOMPARE(chart.plot()->xAxis->range(), grown);
        chart.setInteracting(false);
        QVERIFY(chart.plot()->xAxis->range().upper < grown.upper);
    }
    void withoutNetworkTrafficThereIsNoNetworkPoint()
    {
        RooflineChart chart;
        Analysis alone = smallAnalysis(1);
        alone.roofline.roof.communication_intensity = 0;
        alone.roofline.network_ceiling = 0;
        alone.roofline.bound = RoofBound::compute;
        display(chart, alone);
        QVERIFY(chart.csv().find("ceiling,network") == std::string::npos);
        QVERIFY(chart.csv().find("ceiling,memory") != std::string::npos);
    }
    void draggingThePointChangesTheBatch()
    {
        RooflineChart chart;
        const Analysis a = analysisOf("knee-1p3b");
        display(chart, a);
        QSignalSpy dragged(&chart, &Chart::knobDragged);
        const double now = a.scenario.workload.batch_per_gpu;
        dragMouse(chart, chart.pointHandle(), chart.pointHandle() + QPointF(80, 0));
        QVERIFY(!dragged.isEmpty());
        QCOMPARE(dragged.last().at(0).value<const Parameter*>(), &parameter("workload.batch_per_gpu"));
        QVERIFY(dragged.last().at(1).toDouble() > now);
        QCOMPARE(dragged.last().at(2).toBool(), true);
        dragMouse(chart, chart.pointHandle(), chart.pointHandle() - QPointF(80, 0));
        QVERIFY(dragged.last().at(1).toDouble() < now);
        QVERIFY(!chart.isZoomed());
    }
    void draggingBesideThePointPansTheChart()
    {
        RooflineChart chart;
        display(chart, analysisOf("knee-1p3b"));
        const QSignalSpy dragged(&chart, &Chart::knobDragged);
        const QPointF from = chart.pointHandle() + QPointF(40, 40);
        dragMouse(chart, from, from - QPointF(60, 0));
        QVERIFY(dragged.isEmpty());
        QVERIFY(chart.isZoomed());
    }
    void csvIncludesThePinnedPoint()
    {
        RooflineChart chart;
        display(chart, besideA(analysisOf("knee-simulator"), analysisOf("knee-simulator-fp8")));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.first(),
            QString("kind,name,intensity_flop_per_byte,flop_per_s,intensity_flop_per_byte_a,flop_per_s_a"));
        for (const QString& row : rows)
            QCOMPARE(row.split(',').size(), 6);
    }
    void noTwoLabelsOverlap_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<qreal>("points");
        for (const Sheet& sheet : sheets)
            QTest::addRow("%dx%d, %g pt", sheet.size.width(), sheet.size.height(), sheet.points)
                << sheet.size << sheet.points;
    }
    void noTwoLabelsOverlap()
    {
        const QFETCH(QSize, size);
        const QFETCH(qreal, points);
        RooflineChart chart;
        QFont font = chart.font();
        font.setPointSizeF(points);
        chart.setFont(font);
        display(chart, smallAnalysis());
        chart.resize(size);
        const auto check = [&](const Analysis& a, const QString& scenario) {
            chart.show(share(a));
            chart.plot()->replot();
            const std::vector<Label> labels = chart.labels();
            const QString wrong = misplaced(labels, chart.plot()->axisRect()->rect());
            QVERIFY2(wrong.isEmpty(), qPrintable(scenario + ": " + wrong));
            QVERIFY2(!(a.roofline.achieved_flops > 0) || names(labels, "FLOP/s"), qPrintable(scenario));
        };
        for (const ScenarioFile& preset : scenarioPresets())
            check(analyze(preset.scenario), QString::fromStdString(preset.id));
        RandomScenarios random(7);
        for (int i = 0; i < 60; ++i)
            check(analyze(random.walked()), QString::number(i));
    }
    void theComputeRoofIsNeverNamedAtThePeak()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        for (const QSize size : {QSize(420, 260), QSize(420, 220), QSize(900, 460)}) {
            chart.resize(size);
            for (const ScenarioFile& preset : scenarioPresets()) {
                const Analysis a = analyze(preset.scenario);
                chart.show(share(a));
                chart.plot()->replot();
                const double peak = chart.plot()->yAxis->coordToPixel(a.roofline.roof.peak_flops);
                for (const Label& label : chart.labels())
                    if (label.words.startsWith("compute ")
                        && a.roofline.roof.peak_flops > a.roofline.roof.sustained_flops)
                        QVERIFY2(label.box.boundingRect().top() >= peak, preset.id.c_str());
            }
        }
    }
    void noTwoLabelsOverlapWithAPinnedPoint()
    {
        RooflineChart chart;
        const Analysis shown = analysisOf("knee-simulator");
        display(chart, shown);
        for (const ScenarioFile& preset : scenarioPresets()) {
            chart.show(besideA(shown, analyze(preset.scenario)));
            chart.plot()->replot();
            const QString wrong = misplaced(chart.labels(), chart.plot()->axisRect()->rect());
            QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromStdString(preset.id) + ": " + wrong));
        }
    }
    void aChartOfNormalSizeLabelsPointAndLimitingRoof()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        for (const ScenarioFile& preset : scenarioPresets()) {
            const Analysis a = analyze(preset.scenario);
            chart.show(share(a));
            chart.plot()->replot();
            const RoofBound bound = a.roofline.bound;
            const QString roof = bound == RoofBound::compute ? "compute "
                : bound == RoofBound::memory                 ? "HBM "
                                                             : "network ";
            QVERIFY2(names(chart.labels(), "FLOP/s"), preset.id.c_str());
            QVERIFY2(names(chart.labels(), " roof"), preset.id.c_str());
            QVERIFY2(names(chart.labels(), roof), preset.id.c_str());
        }
    }
    void aZeroScenarioHasNoUndefinedNumber()
    {
        RooflineChart chart;
        display(chart, Analysis{});
        QVERIFY(chart.csv().find("nan") == std::string::npos);
        QVERIFY(std::isfinite(chart.plot()->xAxis->range().lower));
    }
    void itDrawsSomething()
    {
        RooflineChart chart;
        display(chart, smallAnalysis());
        QVERIFY2(inkOf(chart) > least_ink, qPrintable(QString::number(inkOf(chart))));
    }
};

KNEEPOINT_TEST(RooflineChartTest)
#include "roofline_chart_test.moc"
