// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "model/scenario/presets.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"

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
    return analyse(findScenarioPreset(preset)->scenario);
}

/// Left edge of the spread: the first pixel that changes with its colour.
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
    void theSpreadStaysWhereItIsWhenTheDigitsChange()
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
    void theStepTimeOfAMeasuredKindCarriesItsInterval()
    {
        const Analysis a = analysisOf("gpt3-175b-1024xa100");
        QVERIFY(a.prediction_interval.rows > 0);
        HeadlineStrip strip;
        strip.show(a);
        const Spread& spread = figureNamed(strip, QStringLiteral("step time"))->spread();
        QVERIFY(spread.above.startsWith(u'+') && spread.above.endsWith(u'%'));
        QVERIFY(spread.below.startsWith(QStringLiteral("−")));
        QVERIFY(spread.about.contains(toQString(a.prediction_interval.kind)));
        QCOMPARE(spread.doubtful, !a.prediction_interval.outside.empty());
    }
    void whatLiesOutsideTheMeasuredSaysSo()
    {
        Scenario s = findScenarioPreset("gpt3-175b-1024xa100")->scenario;
        parameter("cluster.gpus").edit(s, 65536);
        const Analysis a = analyse(s);
        QVERIFY(!a.prediction_interval.outside.empty());
        HeadlineStrip strip;
        strip.show(a);
        const Figure* step = figureNamed(strip, QStringLiteral("step time"));
        QVERIFY(step->spread().doubtful);
        QVERIFY2(step->caption().contains(QStringLiteral("outside")), qPrintable(step->caption()));
    }
    void noHeadlineFigureIsElidedInPresentationOnASmallScreen()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            HeadlineStrip strip;
            QFont large = strip.font();
            large.setPointSizeF(16);
            strip.setFont(large);
            strip.resize(1280, strip.sizeHint().height());
            strip.show(analyse(file.scenario));
            strip.QWidget::show();
            QVERIFY(QTest::qWaitForWindowExposed(&strip));
            for (const Figure* figure : strip.findChildren<Figure*>())
                QVERIFY2(figure->shrinkage() > 0.51, qPrintable(figure->toolTip()));
        }
    }
    void textbookAssumptionsClaimNoInterval()
    {
        HeadlineStrip strip;
        strip.show(analysisOf("gap-64-gpus"));
        QCOMPARE(figureNamed(strip, QStringLiteral("step time"))->spread(), Spread{});
    }
    void aLineNeverEndsBetweenANumberAndItsUnit()
    {
        QCOMPARE(withUnbrokenNumbers(QStringLiteral("takes 1.9 s, 96.1 % of 64 GPUs")),
            QStringLiteral("takes 1.9\u00a0s, 96.1\u00a0% of 64\u00a0GPUs"));
    }
};

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
