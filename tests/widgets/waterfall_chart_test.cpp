// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/catalogue/shipped_scenarios.h"
#include "widgets/charts/waterfall_chart.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

using namespace kneepoint;
using namespace kneepoint::test;

class WaterfallChartTest : public QObject {
    Q_OBJECT

private slots:
    void rowsFallFromTheIdealToThePrediction()
    {
        WaterfallChart chart;
        const Analysis a = analysisOf("gap-64-gpus");
        display(chart, a);
        const auto& rows = chart.rows();
        QVERIFY(rows.size() > 3);
        QCOMPARE(rows.front().fall->from, 64.0);
        QCOMPARE(rows[1].fall->from, 64.0);
        for (std::size_t i = 2; i + 1 < rows.size(); ++i)
            QCOMPARE(rows[i].fall->from, rows[i - 1].fall->to);
        QCOMPARE(rows[rows.size() - 2].fall->to, a.headline.speedup);
        QCOMPARE(rows.back().fall->from, a.headline.speedup);
    }
    void barsSpanTheirFallOnTheAxis()
    {
        WaterfallChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        const WaterfallChart::Fall fall = *chart.rows()[1].fall;
        const QRectF bar = chart.barRect(fall, 1);
        QCOMPARE(chart.plot()->xAxis->pixelToCoord(bar.left()), fall.to);
        QCOMPARE(chart.plot()->xAxis->pixelToCoord(bar.right()), fall.from);
    }
    void bothScalesBeginAtZero()
    {
        WaterfallChart chart;
        for (const char* preset : {"gap-64-gpus", "llama3-70b-512xh100"})
            for (const int variant : {0, 1}) {
                chart.setVariant(variant);
                display(chart, analysisOf(preset));
                QCOMPARE(chart.plot()->xAxis->scaleType(), QCPAxis::stLinear);
                QCOMPARE(chart.plot()->xAxis->range().lower, 0.0);
            }
    }
    void theSwitchShowsTheLossesOfMfu()
    {
        WaterfallChart chart;
        const Analysis a = analysisOf("llama3-70b-512xh100");
        display(chart, a);
        QCOMPARE(chart.variants().size(), 2);
        QCOMPARE(chart.rows().front().fall->from, a.step.workers);
        chart.setVariant(1);
        QCOMPARE(chart.rows().front().fall->from, 1.0);
        QCOMPARE(chart.rows().back().fall->from, modelFlopsUtilization(a.scenario, a.step));
        for (std::size_t i = 2; i + 1 < chart.rows().size(); ++i)
            QVERIFY(std::abs(chart.rows()[i].fall->from - chart.rows()[i - 1].fall->to) < 1e-12);
        double lost_s = 0;
        for (const WaterfallRow& row : chart.rows())
            lost_s += row.part ? row.fall->lost_s : 0;
        QVERIFY(std::abs((lost_s + mfuWaterfall(a).peak_s) / a.step.step_s - 1) < 1e-9);
        QVERIFY(chart.sentence().startsWith(QStringLiteral("MFU")));
    }
    void aPinnedScenarioSharesTheRows()
    {
        WaterfallChart chart;
        const Analysis pinned = analysisOf("gap-64-gpus");
        const Analysis shown = analysisOf("llama3-70b-512xh100");
        display(chart, besideA(shown, pinned));
        QCOMPARE(chart.rows().front().pinned->from, 64.0);
        QCOMPARE(chart.rows().back().pinned->from, pinned.headline.speedup);
        QStringList ids;
        for (const auto& row : chart.rows())
            ids << QString::fromUtf8(row.id.data(), qsizetype(row.id.size()));
        QVERIFY(ids.contains("contention")); // only in the pinned one
        QCOMPARE(ids.removeDuplicates(), 0);
        chart.show(Shown{.analysis = share(shown)});
        QVERIFY(!chart.rows().front().pinned);
    }
    void furtherOptionsShareTheRowsToo()
    {
        WaterfallChart chart;
        const Analysis b = analysisOf("gap-64-gpus");
        display(
            chart, Shown{.analysis = share(analysisOf("llama3-70b-512xh100")), .options = {{{'B', share(b)}}, 'C'}});
        for (const int variant : {0, 1}) {
            chart.setVariant(variant);
            const double reached = variant == 0 ? b.headline.speedup : modelFlopsUtilization(b.scenario, b.step);
            QCOMPARE(chart.rows().back().others.size(), std::size_t{1});
            QCOMPARE(chart.rows().back().others.front().fall.from, reached);
            double lost_s = 0;
            for (const WaterfallRow& row : chart.rows())
                for (const WaterfallRow::Other& other : row.others)
                    lost_s += row.part ? other.fall.lost_s : 0;
            const double without_s = variant == 0 ? waterfall(b).ideal_s : mfuWaterfall(b).peak_s;
            QVERIFY(std::abs((lost_s + without_s) / b.step.step_s - 1) < 1e-9); // no loss is left out
        }
        hoverOver(chart, chart.barRect(*chart.rows().back().fall, int(chart.rows().size()) - 1).center());
        QVERIFY(std::ranges::any_of(
            chart.readout(), [](const QString& line) { return line.startsWith(QStringLiteral("B: ")); }));
    }
    /// A is an outline, and the label says how far from it each row is.
    void everyRowSaysHowItDiffersFromA()
    {
        WaterfallChart chart;
        const Analysis a = analysisOf("gap-64-gpus");
        Scenario twice = a.scenario;
        twice.cluster.gpus *= 2;
        display(chart, analyze(twice));
        const QString alone = chart.labels(chart.rows().back()).front();
        display(chart, besideA(analyze(twice), a));
        for (const auto& row : chart.rows()) {
            const QStringList labels = chart.labels(row);
            if (!row.part)
                QVERIFY2(labels.front().contains(QStringLiteral("(A ")), qPrintable(labels.front()));
            const bool differs = row.fall && row.pinned
                && (row.part ? row.fall->lost_s != row.pinned->lost_s : row.fall->from != row.pinned->from);
            const bool more =
                differs && (row.part ? row.fall->lost_s > row.pinned->lost_s : row.fall->from > row.pinned->from);
            for (const QString& label : differs ? labels : QStringList()) // also where there is little room
                QVERIFY2(label.endsWith(u')') && (label.contains(more ? u'+' : u'−') || label.contains(u'×')),
                    qPrintable(label));
        }
        chart.setVariant(1);
        QVERIFY2(chart.labels(chart.rows().back()).front().contains(QStringLiteral(" points)")),
            qPrintable(chart.labels(chart.rows().back()).front()));
        chart.setVariant(0);
        chart.show(Shown{.analysis = share(analyze(twice))});
        QCOMPARE(chart.labels(chart.rows().back()).front(), alone);
    }
    void tinyLossesShareTheLastRow()
    {
        int folded = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            WaterfallChart chart;
            display(chart, a);
            const auto& rows = chart.rows();
            const auto other = std::ranges::find(rows, "other", &WaterfallRow::id);
            if (other == rows.end())
                continue;
            ++folded;
            QCOMPARE(rows.end() - other, 2);
            QCOMPARE(other->fall->to, a.headline.speedup);
            const auto members = qsizetype(waterfall(a).bars.size() + 3 - rows.size());
            QVERIFY(members >= 2);
            const QRectF bar = chart.barRect(*other->fall, int(other - rows.begin()));
            hoverOver(chart, bar.center());
            QCOMPARE(chart.readout().size(), 3 + members);
        }
        QVERIFY(folded > 0);
    }
    /// Text keeps its size; low charts fold more losses instead.
    void everyRowHasRoomForALine()
    {
        const Analysis pinned = analysisOf("gap-64-gpus");
        for (const ScenarioFile& file : scenarioPresets())
            for (const int variant : {0, 1}) {
                WaterfallChart chart;
                chart.setVariant(variant);
                display(chart, besideA(analyze(file.scenario), pinned));
                const std::size_t high = chart.rows().size();
                chart.layOutFor({480, 170});
                const auto rows = static_cast<double>(chart.rows().size());
                const int line = QFontMetrics(chart.plot()->font()).height();
                QVERIFY2(chart.plot()->axisRect()->height() / rows >= line, file.id.c_str());
                QVERIFY(chart.rows().size() <= high);
                QVERIFY(rows >= 3);
                double level = chart.rows().front().fall->from;
                for (const WaterfallRow& row : chart.rows())
                    if (row.part && row.fall) {
                        QVERIFY2(std::abs(row.fall->from - level) < 1e-9 * level, file.id.c_str());
                        level = row.fall->to;
                    }
            }
    }
    void hoverReadsTheLoss()
    {
        WaterfallChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        hoverOver(chart, chart.barRect(*chart.rows()[1].fall, 1).center());
        QCOMPARE(chart.readout().size(), 3);
        QVERIFY(chart.readout()[1].startsWith("64×"));
    }
    void csvHoldsEveryLoss()
    {
        WaterfallChart chart;
        const Analysis a = analysisOf("gap-64-gpus");
        chart.show(share(a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(waterfall(a).bars.size()) + 3);
        QVERIFY(rows.last().startsWith("predicted,"));
    }
    void itDrawsSomethingInBothThemes()
    {
        WaterfallChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        verifyInkInBothThemes(chart);
    }
    void anEmptyAnalysisIsShownEmpty()
    {
        WaterfallChart chart;
        display(chart, Analysis{});
        QCOMPARE(chart.rows().size(), 2U);
    }
};

KNEEPOINT_TEST(WaterfallChartTest)
#include "waterfall_chart_test.moc"
