// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/tickers.h"

#include "tests/support/data_row.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/chart_registry.h"

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// Two neighboring labels of the axis that overlap; empty if there are none.
QString meetingLabels(const QCPAxis& axis)
{
    const QFontMetricsF metrics(axis.tickLabelFont());
    const QVector<double> ticks = axis.tickVector();
    const QVector<QString> labels = axis.tickVectorLabels();
    std::optional<double> end;
    for (qsizetype i = 0; i < ticks.size(); ++i) {
        if (!axis.range().contains(ticks[i]))
            continue;
        const double middle = axis.coordToPixel(ticks[i]);
        const double half = metrics.horizontalAdvance(labels[i]) / 2;
        if (end && middle - half < *end)
            return labels[i - 1] + " and " + labels[i];
        end = middle + half;
    }
    return {};
}

} // namespace

class TickersTest : public QObject {
    Q_OBJECT

private slots:
    void labelsAlongAnAxisDoNotOverlap_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(330, 240), QSize(400, 300), QSize(900, 460)})
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
    void labelsAlongAnAxisDoNotOverlap()
    {
        const QFETCH(QSize, size);
        for (const ChartKind& kind : chartKinds()) {
            const std::unique_ptr<Chart> chart = makeChart(kind);
            for (const char* preset : {"knee-simulator", "mixtral-8x7b-256xh100", "llama3-405b-16384xh100"}) {
                display(*chart, analysisOf(preset));
                chart->resize(size);
                chart->show(share(analysisOf(preset)));
                chart->plot()->replot();
                for (const QCPAxisRect* rect : chart->plot()->axisRects())
                    if (const QCPAxis& axis = *rect->axis(QCPAxis::atBottom); axis.visible() && axis.tickLabels()) {
                        const QString meeting = meetingLabels(axis);
                        QVERIFY2(meeting.isEmpty(), qPrintable(chart->title() + ", " + preset + ": " + meeting));
                    }
            }
        }
    }
    void aNarrowAxisHasTicks()
    {
        QCustomPlot plot;
        plot.axisRect()->setAutoMargins(QCP::msNone);
        plot.axisRect()->setMargins({60, 10, 10, 30});
        plot.resize(200, 100);
        plot.xAxis->setTicker(quantityTicker(Unit::ratio, plot.xAxis));
        plot.xAxis->setRange(0, 1);
        plot.replot();
        QVERIFY(plot.xAxis->tickVector().size() >= 2);
    }
    void aLogarithmicAxisOfLessThanADecadeHasTicks()
    {
        QCustomPlot plot;
        plot.resize(300, 200);
        plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
        plot.yAxis->setTicker(quantityLogTicker(Unit::dollars));
        plot.yAxis->setRange(1.2e6, 1.9e6);
        plot.replot();
        const auto inside = [&](double tick) { return plot.yAxis->range().contains(tick); };
        QVERIFY(std::ranges::count_if(plot.yAxis->tickVector(), inside) >= 2);
    }
    void oneYearIsNot365Days()
    {
        QCustomPlot plot;
        plot.resize(300, 400);
        plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
        plot.yAxis->setTicker(quantityLogTicker(Unit::hours));
        plot.yAxis->setRange(1e6, 4e8); // 12 days to 13 years
        plot.replot();
        const QVector<QString> labels = plot.yAxis->tickVectorLabels();
        QVERIFY(labels.contains(QStringLiteral("1 year")));
        QVERIFY(labels.contains(QStringLiteral("3 years")));
    }
    void theTicksOfALinearAxisHaveOneUnit_data()
    {
        QTest::addColumn<Unit>("unit");
        QTest::addColumn<double>("top");
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("last");
        test::dataRow("seconds", Unit::seconds, 2.6, "0 s", "2.5 s");
        test::dataRow("many seconds", Unit::seconds, 160., "0 s", "150 s");
        test::dataRow("milliseconds", Unit::seconds, 0.16, "0 ms", "150 ms");
        test::dataRow("memory", Unit::bytes, 1.1e9, "0 GB", "1 GB");
        test::dataRow("shares", Unit::ratio, 1., "0 %", "100 %");
        test::dataRow("factors", Unit::factor, 16., "0×", "15×");
    }
    void theTicksOfALinearAxisHaveOneUnit()
    {
        QFETCH(const Unit, unit);
        QFETCH(const double, top);
        QFETCH(const QString, first);
        QFETCH(const QString, last);
        QCustomPlot plot;
        plot.resize(600, 400);
        plot.yAxis->setTicker(quantityTicker(unit));
        plot.yAxis->setRange(-0.4 * top, top);
        plot.replot();
        QStringList above;
        for (qsizetype i = 0; i < plot.yAxis->tickVector().size(); ++i)
            if (const double tick = plot.yAxis->tickVector()[i]; tick > -1e-9 * top && tick <= top)
                above << plot.yAxis->tickVectorLabels()[i];
        QCOMPARE(above.front(), first);
        QCOMPARE(above.back(), last);
        const QString after = last.mid(last.lastIndexOf(QRegularExpression(QStringLiteral("[0-9]"))) + 1);
        for (const QString& label : plot.yAxis->tickVectorLabels())
            QVERIFY2(label.endsWith(after), qPrintable(label));
    }
    void thereAreNoTicksBelowZero()
    {
        QCustomPlot plot;
        plot.resize(600, 100);
        plot.xAxis->setTicker(quantityTicker(Unit::seconds, plot.xAxis));
        plot.xAxis->setRange(-10, 20);
        plot.replot();
        for (const double tick : plot.xAxis->tickVector())
            QVERIFY(tick >= 0);
    }
};

KNEEPOINT_TEST(TickersTest)
#include "tickers_test.moc"
