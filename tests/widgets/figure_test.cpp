// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <QTest>

#include <set>

using namespace kneepoint;

namespace {

const Figure* figureNamed(const HeadlineStrip& strip, const QString& caption)
{
    for (const Figure* figure : strip.findChildren<Figure*>())
        if (figure->caption().startsWith(caption))
            return figure;
    return nullptr;
}

Analysis analysisOf(std::string_view preset)
{
    return analyze(findScenarioPreset(preset)->scenario);
}

/// Left edge of the spread: the first pixel that changes with its color.
int leftOfSpread(Figure& figure)
{
    const auto picture = [&](bool doubtful) {
        figure.setSpread({QStringLiteral("+12 %"), QStringLiteral("−8 %"), {}, doubtful});
        return figure.grab().toImage();
    };
    const QImage sure = picture(false);
    const QImage unsure = picture(true);
    for (int x = 0; x < sure.width(); ++x)
        for (int y = 0; y < sure.height(); ++y)
            if (sure.pixel(x, y) != unsure.pixel(x, y))
                return x;
    return -1;
}

} // namespace

class FigureTest : public QObject {
    Q_OBJECT

private slots:
    void aNumberThatDoesNotFitIsDrawnSmaller()
    {
        Figure figure(QStringLiteral("throughput"), false);
        figure.setValue(QStringLiteral("217 k tokens/s"));
        figure.resize(400, figure.sizeHint().height());
        QCOMPARE(figure.shrinkage(), 1.0);
        figure.resize(100, figure.sizeHint().height());
        QVERIFY(figure.shrinkage() < 1);
        QCOMPARE(figure.sizeHint().height(), figure.height());
    }
    void theSpreadDoesNotMoveWhenTheDigitsChange()
    {
        Figure figure(QStringLiteral("step time"), true);
        figure.resize(300, figure.sizeHint().height());
        std::set<int> columns;
        for (const char* value : {"1 s", "2.41 s", "412 ms", "88.8 ms"}) {
            figure.setValue(QString::fromLatin1(value));
            columns.insert(leftOfSpread(figure));
        }
        QCOMPARE(columns.size(), std::size_t(1));
        QVERIFY(*columns.begin() > 0);
    }
    void theStepTimeShowsItsInterval()
    {
        const Analysis a = analysisOf("gpt3-175b-1024xa100");
        QVERIFY(a.prediction_interval.rows > 0);
        HeadlineStrip strip;
        strip.show(share(a));
        const Spread& spread = figureNamed(strip, QStringLiteral("Step time"))->spread();
        QVERIFY(spread.above.startsWith(u'+') && spread.above.endsWith(u'%'));
        QVERIFY(spread.below.startsWith(QStringLiteral("−")));
        QVERIFY(spread.about.contains(toQString(a.prediction_interval.kind)));
        QCOMPARE(spread.doubtful, !a.prediction_interval.outside.empty());
        for (const char* name :
            {"Tokens per second", "MFU", "Scaling efficiency", "Time to train", "Cost of the run"}) {
            const Figure* figure = figureNamed(strip, QString::fromLatin1(name));
            QVERIFY2(figure && !figure->spread().above.isEmpty(), name);
        }
        QVERIFY(!theKnee(a.curve) && figureNamed(strip, QStringLiteral("Knee"))->spread().above.isEmpty());
    }
    void aJobThatDoesNotFitMarksEveryFigureOfIt()
    {
        Scenario s = findScenarioPreset("gpt3-175b-1024xa100")->scenario;
        parameter("plan.tensor_parallel").edit(s, 1, shippedCalibration());
        const Analysis a = analyze(s);
        QVERIFY(!a.step.memory.fits());
        HeadlineStrip strip;
        strip.show(share(a));
        const auto figures = strip.findChildren<Figure*>();
        QCOMPARE(figures.size(), 7);
        for (const Figure* figure : figures)
            QVERIFY2(figure->isMarked() && figure->caption().contains(QStringLiteral("does not fit in memory")),
                qPrintable(figure->caption()));
    }
    void theKneeShowsItsDefinition()
    {
        HeadlineStrip strip;
        strip.show(share(analysisOf("knee-simulator")));
        const Figure* knee = figureNamed(strip, QStringLiteral("Knee"));
        QCOMPARE(knee->value(), QStringLiteral("K = 7.4"));
        QVERIFY2(knee->caption().contains(QStringLiteral("efficiency below 80 %")), qPrintable(knee->caption()));
    }
    void extrapolationIsLabeled()
    {
        Scenario s = findScenarioPreset("gpt3-175b-1024xa100")->scenario;
        parameter("cluster.gpus").edit(s, 65536, shippedCalibration());
        const Analysis a = analyze(s);
        QVERIFY(!a.prediction_interval.outside.empty());
        HeadlineStrip strip;
        strip.show(share(a));
        const Figure* step = figureNamed(strip, QStringLiteral("Step time"));
        QVERIFY(step->spread().doubtful);
        QVERIFY2(step->caption().contains(QStringLiteral("outside")), qPrintable(step->caption()));
    }
    void everyVisibleHeadlineFigureIsLegible_data()
    {
        QTest::addColumn<double>("points");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("least");
        QTest::newRow("a window") << 10.0 << 1280 << 7;
        QTest::newRow("beside a lesson") << 10.0 << 900 << 6;
        QTest::newRow("presented") << 16.0 << 1280 << 6;
        QTest::newRow("presented beside a lesson") << 16.0 << 900 << 4;
    }
    void everyVisibleHeadlineFigureIsLegible()
    {
        QFETCH(const double, points);
        QFETCH(const int, width);
        QFETCH(const int, least);
        for (const ScenarioFile& file : scenarioPresets()) {
            QWidget window; // unlike a top-level strip, it does not grow with its layout
            HeadlineStrip strip(&window);
            QFont font = strip.font();
            font.setPointSizeF(points);
            strip.setFont(font);
            strip.show(share(analyze(file.scenario)));
            strip.resize(width, strip.sizeHint().height());
            window.resize(strip.size());
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            int in_sight = 0;
            for (const Figure* figure : strip.findChildren<Figure*>()) {
                const auto isReadable = [figure, width] {
                    return figure->shrinkage() > 0.7 && figure->geometry().right() < width;
                };
                QTRY_VERIFY2(!figure->isVisible() || isReadable(), qPrintable(figure->toolTip()));
                in_sight += figure->isVisible();
            }
            QVERIFY2(in_sight >= least, qPrintable(QString::number(in_sight)));
        }
    }
    void aRatesUnitMovesBelowTheNumberWhenNarrow()
    {
        HeadlineStrip strip;
        strip.show(share(analysisOf("knee-simulator")));
        strip.resize(2400, strip.sizeHint().height());
        strip.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        const Figure* rate = figureNamed(strip, QStringLiteral("Examples per second"));
        QCOMPARE(rate->wording(), (Figure::Wording{rate->value(), QStringLiteral("Examples per second")}));
        strip.resize(860, strip.height());
        QTRY_COMPARE(rate->wording().caption, QStringLiteral("examples/s"));
        QCOMPARE(rate->wording().value + QStringLiteral(" examples/s"), rate->value());
        QVERIFY(rate->toolTip().contains(rate->value()));
    }
    void textbookAssumptionsHaveNoInterval()
    {
        HeadlineStrip strip;
        strip.show(share(analysisOf("gap-64-gpus")));
        QCOMPARE(figureNamed(strip, QStringLiteral("Step time"))->spread(), Spread{});
    }
    void aLongSentenceIsShrunkThenShortenedThenElided()
    {
        const QFont font;
        const QFontMetrics metrics(font);
        const QString first = QStringLiteral("Knee at K = 7.4: efficiency falls below 80 %");
        const QString whole = first + QStringLiteral("; 8 replicas give 5.85×.");
        const auto fitted = [&](double width) {
            return fittedText(font, whole, QSize(int(width), metrics.height()), 0.8);
        };
        const int needed = metrics.horizontalAdvance(whole);
        QCOMPARE(fitted(needed).text, whole);
        QCOMPARE(fitted(needed).font, font);
        QCOMPARE(fitted(0.9 * needed).text, whole);
        QVERIFY(fitted(0.9 * needed).font.pointSizeF() < font.pointSizeF());
        QCOMPARE(fitted(0.7 * needed).text, first + u'.');
        const QString little = fitted(0.3 * needed).text;
        QVERIFY2(little.endsWith(u'…') && first.startsWith(little.chopped(1)), qPrintable(little));
    }
    void noLineBreaksBetweenANumberAndItsUnit()
    {
        QCOMPARE(withUnbrokenNumbers(QStringLiteral("takes 1.9 s, 96.1 % of 64 GPUs")),
            QStringLiteral("takes 1.9\u00a0s, 96.1\u00a0% of 64\u00a0GPUs"));
    }
};

KNEEPOINT_TEST(FigureTest)
#include "figure_test.moc"
