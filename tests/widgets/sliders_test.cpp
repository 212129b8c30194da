// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/slider_mapping.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/data_row.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/section.h"
#include "widgets/controls/value_slider.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace kneepoint;

namespace {

/// A column that applies what it is told, as the window does.
struct Column {
    ControlPanel panel;
    Scenario scenario;
    int undo_steps = 0;

    explicit Column(QSize size)
    {
        scenario.cluster.gpus = 512;
        QObject::connect(&panel, &ControlPanel::edited, &panel, [this](const Parameter* p, double value) {
            p->edit(scenario, value, shippedCalibration());
            m_open = true;
            panel.show(scenario, Scenario{});
        });
        QObject::connect(&panel, &ControlPanel::editFinished, &panel, [this] {
            undo_steps += m_open;
            m_open = false;
        });
        panel.show(scenario, Scenario{});
        panel.resize(size);
        static_cast<QWidget&>(panel).show();
        if (!QTest::qWaitForWindowExposed(&panel, test::patience_ms))
            qFatal("the column is not shown");
    }
    ~Column() { panel.hide(); } // while it can still hear its rows lose the focus
    Q_DISABLE_COPY_MOVE(Column)
    ValueSlider& slider(std::string_view id) { return *panel.control(parameter(id))->slider(); }

private:
    bool m_open = false;
};

constexpr QSize projector(288, 496);
constexpr QSize desk(336, 856);

/// Of a share of the way.
QPoint along(const ValueSlider& slider, double share)
{
    return {7 + qRound(share * (slider.width() - 14)), slider.height() / 2};
}

} // namespace

/// The column as it is drawn, and what a hand does with it.
class SlidersTest : public QObject {
    Q_OBJECT

private slots:
    void everySliderIsAsWideAsTheColumn_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("width");
        test::dataRow("projector", projector, 250);
        test::dataRow("desk", desk, 298);
    }
    void everySliderIsAsWideAsTheColumn()
    {
        QFETCH(const QSize, size);
        QFETCH(const int, width);
        Column column(size);
        int sliders = 0;
        for (const Parameter& p : catalogue())
            if (p.headline)
                if (const ValueSlider* slider = column.panel.control(p)->slider()) {
                    QCOMPARE(slider->width(), width);
                    QCOMPARE(slider->height(), 20);
                    ++sliders;
                }
        QCOMPARE(sliders, 6);
    }

    void theMainRowsFitWithoutScrolling()
    {
        Column column(projector);
        QVERIFY(column.panel.isShort());
        const auto* area = column.panel.findChild<QScrollArea*>();
        for (const Parameter& p : catalogue())
            if (p.headline) {
                ParameterControl* row = column.panel.control(p);
                QVERIFY(row->isVisible() && !area->isAncestorOf(row));
                QVERIFY(column.panel.rect().contains(QRect(row->mapTo(&column.panel, QPoint()), row->size())));
            }
        QVERIFY(column.panel.rect().contains(
            QRect(column.panel.more().mapTo(&column.panel, QPoint()), column.panel.more().size())));
    }
    /// The rows scroll before they make a window higher than its screen.
    void aColumnFitsALowScreen()
    {
        const Column column(projector);
        QCOMPARE_LE(column.panel.minimumSizeHint().height(), 200);
    }
    void aTallColumnHasBothAtOnce()
    {
        Column column(desk);
        QVERIFY(!column.panel.isShort());
        QVERIFY(column.panel.more().isHidden());
        QVERIFY(column.panel.findChild<QScrollArea*>()->isVisible());
    }

    void oneSectionIsOpenAtATimeBehindMore()
    {
        Column column(projector);
        QTest::mouseClick(&column.panel.more(), Qt::LeftButton);
        QVERIFY(column.panel.findChild<QScrollArea*>()->isVisible());
        for (Section* section : column.panel.findChildren<Section*>()) {
            if (!section->heading().isVisible())
                continue;
            QTest::mouseClick(&section->heading(), Qt::LeftButton);
            QCOMPARE(column.panel.unfoldedSections(), QStringList(section->title()));
        }
        QTest::mouseClick(&column.panel.more(), Qt::LeftButton);
        QVERIFY(column.panel.control(parameter("cluster.gpus"))->isVisible());
    }
    void theSearchOfAShortColumnFindsEverything()
    {
        Column column(projector);
        QTest::keyClicks(column.panel.findChild<QLineEdit*>(), QStringLiteral("overlap"));
        QVERIFY(column.panel.control(parameter("assumptions.overlap"))->isVisible());
    }
    void aParameterBehindMoreComesForwardWhenItIsAskedFor()
    {
        Column column(projector);
        column.panel.focusControl(parameter("plan.tensor_parallel"));
        QVERIFY(column.panel.control(parameter("plan.tensor_parallel"))->isVisible());
        column.panel.focusControl(parameter("cluster.gpus"));
        QVERIFY(column.panel.control(parameter("cluster.gpus"))->isVisible());
    }

    void oneDragIsOneEdit_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"workload.model_size", "workload.batch_per_gpu", "workload.sequence_length",
                 "cluster.gpus", "cluster.gpu", "cluster.interconnect"})
            if (findParameter(id))
                QTest::addRow("%s", id) << QString::fromLatin1(id);
    }
    void oneDragIsOneEdit()
    {
        QFETCH(const QString, id);
        Column column(projector);
        const Parameter& p = parameter(id.toStdString());
        ValueSlider& slider = column.slider(p.id);
        const QSignalSpy edited(&column.panel, &ControlPanel::edited);
        QTest::mousePress(&slider, Qt::LeftButton, {}, along(slider, 0.1));
        for (const double share : {0.3, 0.6, 0.9})
            QTest::mouseMove(&slider, along(slider, share));
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, along(slider, 0.9));
        QVERIFY(edited.size() >= 3); // the charts follow every step
        QCOMPARE(column.undo_steps, 1);
        QCOMPARE(p.get(column.scenario), edited.last()[1].toDouble());
    }

    void theNameFollowsTheHandle()
    {
        Column column(projector);
        ValueSlider& slider = column.slider("cluster.gpu");
        QVERIFY(slider.shownName().isEmpty());
        QTest::mousePress(&slider, Qt::LeftButton, {}, along(slider, 0));
        const QString first = slider.shownName();
        QVERIFY(!first.isEmpty());
        QTest::mouseMove(&slider, along(slider, 1));
        QVERIFY(!slider.shownName().isEmpty() && slider.shownName() != first);
        QVERIFY(slider.shownName().startsWith(
            column.panel.control(parameter("cluster.gpu"))->findChild<ChoiceBox*>()->currentText()));
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, along(slider, 1));
        QVERIFY(slider.shownName().isEmpty());
    }
    void theStepsStayWhileTheyAreDragged()
    {
        Column column(projector);
        const Parameter& gpu = parameter("cluster.gpu");
        const auto index = std::ranges::find(gpu.choices(), std::string_view("rtx4090"), &Choice::id);
        gpu.edit(column.scenario, static_cast<double>(index - gpu.choices().begin()), shippedCalibration());
        column.panel.show(column.scenario, Scenario{});
        ValueSlider& slider = column.slider("cluster.gpu");
        const int steps = slider.maximum();
        QTest::mousePress(&slider, Qt::LeftButton, {}, along(slider, 0));
        QTest::mouseMove(&slider, along(slider, 1));
        QCOMPARE(slider.maximum(), steps);
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, along(slider, 1));
    }

    void keysStepThroughAFamily()
    {
        Column column(projector);
        ValueSlider& slider = column.slider("cluster.interconnect");
        QTest::keyClick(&slider, Qt::Key_Home);
        QCOMPARE(slider.value(), 0);
        QTest::keyClick(&slider, Qt::Key_Right);
        QCOMPARE(slider.value(), 1);
        QTest::keyClick(&slider, Qt::Key_Left);
        QCOMPARE(slider.value(), 0);
        QTest::keyClick(&slider, Qt::Key_End);
        QCOMPARE(slider.value(), slider.maximum());
        QCOMPARE(column.undo_steps, 4);
    }
    void keysStepThroughNumbers_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"workload.parameters", "workload.sequence_length", "assumptions.overlap"})
            test::dataRow(id, id);
    }
    void keysStepThroughNumbers()
    {
        QFETCH(const QString, id);
        Column column(desk);
        const Parameter& p = parameter(id.toStdString());
        column.panel.focusControl(p);
        const SliderMapping mapping(p);
        ValueSlider& slider = column.slider(p.id);
        const auto press = [&](Qt::Key key) { QTest::keyClick(&slider, key); };
        press(Qt::Key_End);
        column.undo_steps = 0;
        press(Qt::Key_Home);
        QCOMPARE(p.get(column.scenario), p.range.slider_min);
        const auto stepsFromTheLowEnd = [&](int count) {
            return qFuzzyCompare(p.get(column.scenario), mapping.stepped(p.range.slider_min, count));
        };
        press(Qt::Key_PageUp);
        QVERIFY(stepsFromTheLowEnd(10));
        press(Qt::Key_Right);
        QVERIFY(stepsFromTheLowEnd(11));
        press(Qt::Key_PageDown);
        press(Qt::Key_Left);
        QVERIFY(stepsFromTheLowEnd(0));
        press(Qt::Key_End);
        QCOMPARE(p.get(column.scenario), p.range.slider_max);
        QCOMPARE(column.undo_steps, 6);
    }
    void theWheelTurnsANumberOnlyWithTheFocus()
    {
        Column column(projector);
        ValueSlider& slider = column.slider("cluster.gpus");
        column.panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&column.panel, test::patience_ms));
        column.panel.findChild<QLineEdit*>()->setFocus();
        const double before = column.scenario.cluster.gpus;
        for (const bool focused : {false, true}) {
            if (focused)
                slider.setFocus();
            QWheelEvent wheel({5, 5}, {5, 5}, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&slider, &wheel);
            QCOMPARE(column.scenario.cluster.gpus != before, focused);
        }
        QCOMPARE(column.undo_steps, 1);
    }
    void theWheelTurnsAFamilyOnlyWithTheFocus()
    {
        Column column(projector);
        ValueSlider& slider = column.slider("cluster.gpu");
        const auto turn = [&] {
            QWheelEvent wheel({5, 5}, {5, 5}, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(&slider, &wheel);
        };
        column.panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&column.panel, test::patience_ms));
        column.panel.findChild<QLineEdit*>()->setFocus();
        const double before = column.scenario.cluster.gpu;
        turn();
        QCOMPARE(double(column.scenario.cluster.gpu), before);
        slider.setFocus();
        turn();
        QVERIFY(column.scenario.cluster.gpu != before);
    }

    void aRefusedEditLeavesNoOtherValueInItsRow_data()
    {
        QTest::addColumn<QString>("id");
        test::dataRow("number", "cluster.gpus");
        test::dataRow("family", "cluster.gpu");
    }
    void aRefusedEditLeavesNoOtherValueInItsRow()
    {
        QFETCH(const QString, id);
        ControlPanel panel; // nobody follows its edits
        Scenario s;
        panel.show(s, s);
        static_cast<QWidget&>(panel).show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
        ValueSlider& slider = *panel.control(parameter(id.toStdString()))->slider();
        const int before = slider.value();
        QTest::mousePress(&slider, Qt::LeftButton, {}, along(slider, before > 0 ? 0 : 1));
        QVERIFY(slider.value() != before);
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, along(slider, before > 0 ? 0 : 1));
        QCOMPARE(slider.value(), before);
        panel.hide();
    }
    void aRefusedNumberDoesNotStayInItsBox()
    {
        ControlPanel panel; // nobody follows its edits
        Scenario s;
        s.cluster.gpus = 504;
        panel.show(s, s);
        auto* box = panel.control(parameter("cluster.gpus"))->findChild<NumberBox*>();
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("500"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(box->text(), QStringLiteral("504"));
    }

    void whatWasMovedStandsInTheRowOfTheHand()
    {
        Column column(desk);
        QObject::connect(&column.panel, &ControlPanel::edited, &column.panel, [&] {
            column.panel.showMoved(
                QStringLiteral("Global batch 512 → 504, which 63 replicas divide."), QStringLiteral("Keep 512"));
        });
        ParameterControl* row = column.panel.control(parameter("cluster.gpus"));
        QTest::keyClick(row->slider(), Qt::Key_Left);
        QCOMPARE(row->moved(), QStringLiteral("512 → 504, keep 512"));
        const QSignalSpy kept(&column.panel, &ControlPanel::keepAsked);
        for (QToolButton* button : row->findChildren<QToolButton*>())
            if (button->text() == row->moved())
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(kept.size(), 1);
        column.panel.show(column.scenario, Scenario{});
        QVERIFY(row->moved().isEmpty());
    }

    void theInvitationIsAtOneHandle()
    {
        Column column(projector);
        column.panel.invite(parameter("cluster.gpus"));
        QVERIFY(column.slider("cluster.gpus").isPulsing());
        VERIFY_EVENTUALLY(!column.slider("cluster.gpus").isPulsing());
    }
};

KNEEPOINT_TEST(SlidersTest)
#include "sliders_test.moc"
