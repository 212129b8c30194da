// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/figure.h"

#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/eventually.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <QApplication>
#include <QClipboard>
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

} // namespace

class FigureTest : public QObject {
    Q_OBJECT

private slots:
    /// LOOK: no font ever shrinks; the interval goes first, then the number is elided, and the tooltip has both.
    void inANarrowColumnTheIntervalGoesFirst()
    {
        Figure figure(QStringLiteral("Step time"), false);
        figure.setContent({QStringLiteral("Step time"), QStringLiteral("15.0 s"), {QStringLiteral("(12.8–17.7)"), {}}});
        figure.resize(400, figure.sizeHint().height());
        QVERIFY(figure.showsValue() && figure.showsSpread());
        figure.resize(figure.minimumSizeHint());
        QVERIFY(figure.showsValue() && !figure.showsSpread());
        QVERIFY(figure.text().contains(QStringLiteral("15.0 s (12.8–17.7)")));
    }
    /// The price says as of when and for which rent: no half of a word of it.
    void aNoteEndsAfterAWholePart()
    {
        const QString caption = QStringLiteral("Cost of the run");
        const QString note = QStringLiteral("$2.47/h, 2026-04, reserved (1 year), 1.7 to 3.42");
        for (const bool compared : {false, true})
            for (int width = 120; width < 700; width += 10) {
                Figure figure(caption, false);
                figure.setContent({caption, QStringLiteral("$1.52 k"), {}, note,
                    compared ? Figure::Difference{QStringLiteral("A $1.63 k"), {}} : Figure::Difference{}});
                figure.resize(width, figure.sizeHint().height());
                const Figure::Lines lines = figure.lines();
                QVERIFY(figure.toolTip().contains(QStringLiteral("1.7 to 3.42")));
                const QString above = lines.caption.mid(caption.size() + 3);
                const QString shown = above.isEmpty() ? lines.note
                    : lines.note.isEmpty()            ? above
                                                      : above + QStringLiteral(", ") + lines.note;
                QVERIFY(lines.caption.startsWith(caption));
                QVERIFY2(note.startsWith(shown), qPrintable(shown));
                const QString left_out = note.mid(shown.size());
                QVERIFY2(left_out.isEmpty() || shown.isEmpty() || left_out.startsWith(QStringLiteral(", ")),
                    qPrintable(shown));
                QVERIFY(width < 500 || left_out.isEmpty());
            }
    }
    void theIntervalSharesTheUnitOfItsValue()
    {
        QCOMPARE(rangeText(metric("step_s"), {12.8, 17.7}, 15), std::string("12.8–17.7"));
        QCOMPARE(rangeText(metric("step_s"), {0.98, 1.1}, 1.02), std::string("0.98–1.1"));
        QCOMPARE(rangeText(metric("cost"), {6.54e6, 9e6}, 7.65e6), std::string("6.54–9"));
        QCOMPARE(rangeText(metric("step_s"), {12.8, 12.81}, 12.8), std::string());
    }
    void sharesAreComparedInPoints()
    {
        const Analysis a = analysisOf("knee-simulator");
        const Analysis b = analysisOf("knee-simulator-fp8");
        const Compared mfu = comparedWith(metric("mfu"), a, b);
        QVERIFY2(mfu.text.contains(QStringLiteral("points")), qPrintable(mfu.text));
        const Compared step = comparedWith(metric("step_s"), a, b);
        QVERIFY2(step.text.contains(u'%') && step.text.endsWith(QStringLiteral("better")), qPrintable(step.text));
        QVERIFY(step.verdict == Compared::Verdict::better);
        HeadlineStrip strip;
        strip.show(share(b));
        strip.setReference(share(a));
        const Figure* figure = figureNamed(strip, QStringLiteral("Step time"));
        QVERIFY(figure->content().difference.before.startsWith(QStringLiteral("A ")));
        QCOMPARE(figure->content().difference.change, step.text);
    }
    void aStepOfAnotherBatchIsNeitherBetterNorWorse()
    {
        const Analysis a = analysisOf("knee-simulator");
        Scenario doubled = a.scenario;
        parameter("workload.global_batch").edit(doubled, 2 * a.step.global_batch, shippedCalibration());
        const Analysis b = analyze(doubled);
        const Compared step = comparedWith(metric("step_s"), a, b);
        QVERIFY2(step.text.startsWith(u'+') && step.text.endsWith(u'%'), qPrintable(step.text));
        QVERIFY(step.verdict == Compared::Verdict::none);
        QVERIFY(comparedWith(metric("examples_per_s"), a, b).verdict == Compared::Verdict::better);
    }
    void theValueOfAFigureCanBeCopied()
    {
        Figure figure(QStringLiteral("Step time"), true);
        figure.setContent({QStringLiteral("Step time"), QStringLiteral("140 ms")});
        figure.show();
        figure.setFocus();
        QTest::keyClick(&figure, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("140 ms"));
    }
    void theStepTimeShowsItsInterval()
    {
        const Analysis a = analysisOf("gpt3-175b-1024xa100");
        QVERIFY(a.prediction_interval.rows > 0);
        HeadlineStrip strip;
        strip.show(share(a));
        const Spread& spread = figureNamed(strip, QStringLiteral("Step time"))->content().spread;
        const Interval interval = *intervalOf(metric("step_s"), a);
        const auto number = [](double value) {
            return toQString(valueText(metric("step_s"), value)).section(u' ', 0, 0);
        };
        QCOMPARE(spread.range, QStringLiteral("(%1–%2)").arg(number(interval.low), number(interval.high)));
        QVERIFY(spread.about.contains(toQString(a.prediction_interval.kind)));
        QCOMPARE(spread.doubtful, !a.prediction_interval.outside.empty());
        for (const char* name :
            {"Tokens per second", "MFU", "Scaling efficiency", "Time to train", "Cost of the run"}) {
            const Figure* figure = figureNamed(strip, QString::fromLatin1(name));
            QVERIFY2(figure && !figure->content().spread.range.isEmpty(), name);
        }
        QVERIFY(theKnee(a.curve) || figureNamed(strip, QStringLiteral("Knee"))->content().spread.range.isEmpty());
    }
    /// The tool tip says how far evidence would narrow the interval, except during a drag.
    void theFirstFigureInvitesEvidence()
    {
        const SharedAnalysis a = share(analysisOf("gpt3-175b-1024xa100"));
        HeadlineStrip strip;
        const auto invites = [&] {
            return figureNamed(strip, QStringLiteral("Step time"))
                ->toolTip()
                .contains(QStringLiteral("Drop a run to narrow it."));
        };
        strip.show(a);
        QVERIFY(invites());
        strip.setInteracting(true);
        strip.show(a);
        QVERIFY(!invites());
        strip.setInteracting(false);
        QVERIFY(invites());
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
            QVERIFY2(
                figure->content().marked && figure->content().note.contains(QStringLiteral("does not fit in memory")),
                qPrintable(figure->text()));
        for (const Figure* figure : figures) // red says it once
            QCOMPARE(figure->content().repeated, figure != figures.front());
    }
    void theKneeShowsItsDefinition()
    {
        HeadlineStrip strip;
        strip.show(share(analysisOf("knee-simulator")));
        const Figure* knee = figureNamed(strip, QStringLiteral("Knee"));
        QCOMPARE(knee->value(), QStringLiteral("K = 7.4"));
        QVERIFY2(knee->text().contains(QStringLiteral("efficiency below 80 %")), qPrintable(knee->text()));
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
        QVERIFY(step->content().spread.doubtful);
        QVERIFY2(step->content().note.contains(QStringLiteral("outside")), qPrintable(step->text()));
    }
    void everyVisibleHeadlineFigureIsLegible_data()
    {
        QTest::addColumn<double>("points");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("least");
        QTest::newRow("a window") << 10.0 << 1280 << 7;
        QTest::newRow("beside a lesson") << 10.0 << 900 << 6;
        QTest::newRow("presented") << 16.0 << 1280 << 5;
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
            QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
            int in_sight = 0;
            for (const Figure* figure : strip.findChildren<Figure*>()) {
                const auto isReadable = [figure, width] {
                    return figure->showsValue() && figure->geometry().right() < width;
                };
                VERIFY2_EVENTUALLY(!figure->isVisible() || isReadable(), qPrintable(figure->toolTip()));
                in_sight += figure->isVisible();
            }
            QVERIFY2(in_sight >= least, qPrintable(QString::number(in_sight)));
        }
    }
    void aRateIsShownWithoutTheUnitThatItsNameStates()
    {
        HeadlineStrip strip;
        const Analysis a = analysisOf("knee-simulator");
        strip.show(share(a));
        const Figure* rate = figureNamed(strip, QStringLiteral("Examples per second"));
        QCOMPARE(rate->value() + QStringLiteral(" examples/s"), toQString(valueText(metric("examples_per_s"), a)));
    }
    void textbookAssumptionsHaveNoInterval()
    {
        HeadlineStrip strip;
        strip.show(share(analysisOf("gap-64-gpus")));
        QCOMPARE(figureNamed(strip, QStringLiteral("Step time"))->content().spread, Spread{});
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
