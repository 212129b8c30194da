// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/window_actions.h"
#include "model/exploration/reach_words.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/panels/reach_panel.h"
#include "widgets/panels/reach_row.h"
#include "widgets/panels/right_panel.h"

#include <QAction>
#include <QComboBox>
#include <QTest>
#include <QUndoStack>
#include <qcustomplot.h>

using namespace kneepoint;
using test::Stage;

namespace {

constexpr auto job = "knee-simulator";

/// The page with the question "when does the knee reach so many GPUs", answered.
struct Asking : Stage {
    ReachPanel& panel = window.reachPanel();

    explicit Asking(const QString& gpus = QStringLiteral("20"))
        : Stage(job)
    {
        key(Qt::Key_G, Qt::ControlModifier);
        QTest::keyClicks(&panel.field(), gpus);
        QTest::keyClick(&panel.field(), Qt::Key_Return);
        if (!test::eventually([&] { return !panel.rows().isEmpty() || !panel.sentence().isEmpty(); }))
            qFatal("no answer");
    }
    /// What the previewed curve shows; none without a preview.
    int previewed() { return scaling().ghostSpeedup()->dataCount(); }
    ScalingChart& scaling() { return static_cast<ScalingChart&>(window.board().chart(QLatin1StringView("scaling"))); }
};

double kneeGpus(const Scenario& s)
{
    return reachFigure({ReachTarget::Kind::knee_gpus, nullptr, 20}, s, shippedCalibration());
}

} // namespace

/// The question asked backwards at the board, with mouse and keyboard.
class ReachWindowTest : public QObject {
    Q_OBJECT

private slots:
    void everyWayIsARowNearestFirst()
    {
        Asking stage;
        QVERIFY(stage.panel.rows().size() > 3);
        QVERIFY(std::ranges::is_sorted(stage.panel.ways(), {}, &Way::distance));
        QCOMPARE(stage.panel.rows().size(), static_cast<qsizetype>(stage.panel.ways().size()));
    }

    void noneDoesIsSaid()
    {
        Asking stage(QStringLiteral("60000"));
        QVERIFY(stage.panel.rows().isEmpty());
        QVERIFY2(
            stage.panel.sentence().startsWith(QStringLiteral("No single change")), qPrintable(stage.panel.sentence()));
    }

    void aClickPreviewsAndLeavesNoTrace()
    {
        Asking stage;
        const Scenario before = stage.document.scenario();
        QTest::mouseClick(stage.panel.rows().front(), Qt::LeftButton, {}, QPoint(20, 10));
        QVERIFY(stage.panel.rows().front()->isChosen());
        QVERIFY(stage.previewed() > 0);
        QVERIFY(!stage.panel.rows().front()->effect().isEmpty());
        stage.key(Qt::Key_Escape);
        QCOMPARE(stage.previewed(), 0);
        QVERIFY(stage.document.scenario() == before);
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }

    void anotherThemeKeepsThePreview()
    {
        Asking stage;
        QTest::mouseClick(stage.panel.rows().front(), Qt::LeftButton, {}, QPoint(20, 10));
        stage.window.setThemeChoice(ThemeChoice::dark);
        QVERIFY(stage.previewed() > 0);
        stage.window.setThemeChoice(ThemeChoice::light);
    }

    void anotherPageEndsThePreview()
    {
        Asking stage;
        QTest::mouseClick(stage.panel.rows().front(), Qt::LeftButton, {}, QPoint(20, 10));
        stage.window.rightPanel().setPage(RightPanel::Page::bottlenecks);
        QCOMPARE(stage.previewed(), 0);
    }

    void enterTakesIt()
    {
        Asking stage;
        const Edit edit = stage.panel.ways().front().edit;
        stage.panel.rows().front()->setFocus();
        QTest::keyClick(stage.panel.rows().front(), Qt::Key_Return);
        QCOMPARE(edit.front().parameter->get(stage.document.scenario()), edit.front().value);
        QVERIFY(kneeGpus(stage.document.scenario()) >= 20);
        QCOMPARE(stage.document.undoStack()->count(), 1);
    }

    void itsButtonTakesIt()
    {
        Asking stage;
        ReachRow& row = *stage.panel.rows().at(1);
        QTest::mouseClick(&row, Qt::LeftButton, {}, QPoint(20, 10));
        QCoreApplication::processEvents();
        QTest::mouseClick(&row.applyButton(), Qt::LeftButton);
        QVERIFY(kneeGpus(stage.document.scenario()) >= 20);
    }

    void arrowsGoFromRowToRowAndPreview()
    {
        Asking stage;
        stage.panel.rows().front()->setFocus();
        QTest::keyClick(stage.panel.rows().front(), Qt::Key_Down);
        QVERIFY(stage.panel.rows().at(1)->isChosen());
        QVERIFY(stage.panel.rows().at(1)->hasFocus());
        QVERIFY(stage.previewed() > 0);
    }

    void whatCannotBeReadIsSaidUnderTheField()
    {
        Asking stage;
        const ReachTarget before = stage.panel.target();
        stage.panel.field().selectAll();
        QTest::keyClicks(&stage.panel.field(), QStringLiteral("many"));
        QTest::keyClick(&stage.panel.field(), Qt::Key_Return);
        QVERIFY(stage.panel.target() == before);
        QVERIFY(stage.panel.isVisible());
    }

    void anotherKindAsksForALittleMoreThanNow()
    {
        Asking stage;
        const int step = stage.panel.kind().findText(QStringLiteral("Step time"));
        QVERIFY(step > 0);
        stage.panel.kind().setFocus();
        stage.panel.kind().setCurrentIndex(step);
        emit stage.panel.kind().activated(step);
        QCOMPARE(stage.panel.target().metric, &metric("step_s"));
        QVERIFY(stage.panel.target().value < stage.document.analysis().step.step_s);
        QVERIFY(stage.panel.target().value > stage.document.analysis().step.step_s / 2);
    }

    void theCommandSearchOpensIt()
    {
        Stage stage(job);
        stage.command(QStringLiteral("knee at 20 gpus"));
        QCOMPARE(stage.window.rightPanel().page(), RightPanel::Page::reach);
        QCOMPARE(stage.window.reachPanel().target().value, 20.);
        QVERIFY(stage.window.reachPanel().target().kind == ReachTarget::Kind::knee_gpus);
    }

    void anEditAsksAgain()
    {
        Asking stage;
        const Parameter& rate = parameter("cluster.link_rate");
        stage.document.editOnce(rate, 4 * rate.get(stage.document.scenario()));
        VERIFY_EVENTUALLY(stage.panel.sentence().contains(QStringLiteral("already there")));
        QVERIFY(stage.panel.rows().isEmpty());
    }

    void theKneeMapHasTheSameLine()
    {
        Asking stage;
        stage.window.resize(1920, 1080);
        QCoreApplication::processEvents();
        auto& map = stage.look<KneeMapChart>();
        map.setParameters(parameter("cluster.link_rate"), parameter("workload.batch_per_gpu"));
        VERIFY_EVENTUALLY(!map.targetLine().empty());
        map.finish();
        map.plot()->replot(); // lays the chart out, if its first picture is still to come
        const std::vector<QLineF> line = map.targetLine();
        QVERIFY(!line.empty());
        const double rate = map.plot()->xAxis->pixelToCoord(line.front().x1());
        const double batch = map.plot()->yAxis->pixelToCoord(line.front().y1());
        const Scenario there = applied(stage.document.scenario(),
            {{&map.xParameter(), rate}, {&map.yParameter(), std::round(batch)}}, shippedCalibration());
        QVERIFY2(std::abs(std::log(kneeGpus(there) / 20)) < 0.1, qPrintable(QString::number(kneeGpus(there))));
        stage.window.rightPanel().setPage(RightPanel::Page::bottlenecks);
        QVERIFY(map.targetLine().empty());
    }
};

KNEEPOINT_TEST(ReachWindowTest)
#include "reach_window_test.moc"
