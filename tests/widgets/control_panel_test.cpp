// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/data_row.h"
#include "tests/support/eventually.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/group_summary.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/reset_dot.h"
#include "widgets/controls/section.h"
#include "widgets/controls/segments.h"
#include "widgets/controls/value_slider.h"
#include "widgets/text.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace kneepoint;

class ControlPanelTest : public QObject {
    Q_OBJECT

private slots:
    void everyParameterHasOneNamedControl()
    {
        ControlPanel panel;
        for (const Parameter& p : catalogue()) {
            ParameterControl* control = panel.control(p);
            QVERIFY2(control, std::string(p.id).c_str());
            const auto editors = control->findChildren<QWidget*>();
            QVERIFY(std::any_of(editors.begin(), editors.end(), [&](const QWidget* editor) {
                return editor->accessibleName()
                    == QString::fromUtf8(p.label.data(), static_cast<qsizetype>(p.label.size()));
            }));
            QVERIFY(!control->whatsThis().isEmpty());
        }
        QCOMPARE(panel.findChildren<ParameterControl*>().size(),
            std::ranges::count_if(catalogue(), [](const Parameter& p) { return p.pins.empty(); }));
    }

    void collapsedSectionsAreBuiltWhenExpanded()
    {
        ControlPanel panel;
        const auto headline = std::count_if(catalogue().begin(), catalogue().end(), [](auto& p) { return p.headline; });
        QCOMPARE(panel.findChildren<ParameterControl*>().size(), static_cast<qsizetype>(headline));
        panel.unfoldSections({QStringLiteral("Plan")});
        QVERIFY(panel.findChildren<ParameterControl*>().size() > headline);
    }

    /// What GPU and interconnect fill is behind a second fold, and is found nevertheless.
    void whatPresetsFillIsBehindAdvanced()
    {
        ControlPanel panel;
        panel.unfoldSections({QStringLiteral("Cluster")});
        QVERIFY(panel.advanced() && !panel.advanced()->isUnfolded());
        const auto isBehind = [&](const char* id) {
            return panel.advanced()->isAncestorOf(panel.control(parameter(id)));
        };
        QVERIFY(isBehind("cluster.peak_bf16"));
        QVERIFY(isBehind("cluster.link_latency"));
        QVERIFY(!isBehind("cluster.oversubscription"));
        QVERIFY(!isBehind("cluster.gpu_mtbf"));
        Scenario s;
        const Scenario before = s;
        parameter("cluster.link_latency").edit(s, 2 * s.cluster.link_latency_s, shippedCalibration());
        panel.show(s, before);
        QCOMPARE(panel.advanced()->heading().text(), QStringLiteral("Advanced, 1 changed"));
        QVERIFY(std::ranges::any_of(panel.findChildren<SectionHeading*>(),
            [](const SectionHeading* heading) { return heading->text() == QStringLiteral("Cluster, 1 changed"); }));
        panel.focusControl(parameter("cluster.peak_bf16"));
        QVERIFY(panel.advanced()->isUnfolded());
        panel.advanced()->setUnfolded(false);
        auto* search = panel.findChild<QLineEdit*>();
        search->setText(QStringLiteral("latency"));
        QVERIFY(panel.advanced()->isUnfolded());
        search->clear();
        QVERIFY(!panel.advanced()->isUnfolded());
    }

    void aTopicHasOneHeadingInASection()
    {
        ControlPanel panel;
        panel.unfoldSections({QStringLiteral("Cluster")});
        panel.advanced()->setUnfolded(true);
        QStringList headings;
        for (const QLabel* label : panel.advanced()->findChildren<QLabel*>())
            if (std::ranges::any_of(
                    catalogue(), [&](const Parameter& p) { return toQString(p.topic) == label->text(); }))
                headings << label->text();
        QVERIFY(headings.contains(QStringLiteral("Node")) && headings.contains(QStringLiteral("GPU")));
        QCOMPARE(headings.removeDuplicates(), 0);
    }

    /// Whatever is unfolded, beside the charts of a small window.
    void noControlIsWiderThanANarrowColumn()
    {
        ControlPanel panel;
        panel.resize(288, 800);
        static_cast<QWidget&>(panel).show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
        panel.unfoldSections({QStringLiteral("Workload"), QStringLiteral("Cluster"), QStringLiteral("Plan"),
            QStringLiteral("Stack"), QStringLiteral("Assumptions")});
        panel.advanced()->setUnfolded(true);
        QCoreApplication::processEvents();
        const auto* area = panel.findChild<QScrollArea*>();
        COMPARE_EVENTUALLY(area->widget()->width(), area->viewport()->width());
    }

    /// The buttons for automatic planning widen rows: the column gives no less than they need.
    void noRowIsCutOffWhileLayoutsArePlanned_data()
    {
        QTest::addColumn<bool>("pinned");
        QTest::addColumn<int>("width");
        for (const int width : {170, 288, 336}) {
            QTest::addRow("planned, %d", width) << false << width;
            QTest::addRow("pinned, %d", width) << true << width;
        }
    }
    void noRowIsCutOffWhileLayoutsArePlanned()
    {
        QFETCH(const bool, pinned);
        QFETCH(const int, width);
        ControlPanel panel;
        Scenario s;
        s.automatic.on = true;
        for (const Parameter& p : catalogue())
            if (!p.pins.empty())
                p.assign(s, pinned);
        panel.show(s, s);
        panel.resize(width, 800);
        static_cast<QWidget&>(panel).show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
        panel.unfoldSections({QStringLiteral("Plan")});
        const auto* area = panel.findChild<QScrollArea*>();
        VERIFY_EVENTUALLY(panel.width() >= panel.minimumSizeHint().width());
        COMPARE_EVENTUALLY(area->widget()->width(), area->viewport()->width());
        for (const NumberBox* box : area->findChildren<NumberBox*>())
            if (box->isVisible())
                QCOMPARE_GE(box->width(), box->sizeHint().width());
    }

    /// The usual formats are segments, the others a list; the chosen one of the list takes the last segment.
    void aLongListHasItsUsualChoicesAsSegments()
    {
        ControlPanel panel;
        const Parameter& p = parameter("workload.precision");
        const auto* control = panel.control(p);
        auto* segments = control->findChild<Segments*>();
        QVERIFY(segments && segments->more());
        QCOMPARE(segments->segments().size(), std::size_t(3));
        const QSignalSpy edited(&panel, &ControlPanel::edited);
        for (Segment* segment : segments->segments()) {
            segment->click();
            const auto value = static_cast<std::size_t>(edited.last()[1].toDouble());
            QCOMPARE(segment->text(), toQString(p.choices()[value].label));
        }
        const QList<QAction*> all = segments->more()->menu()->actions();
        QCOMPARE(all.size(), static_cast<qsizetype>(p.choices().size()));
        for (std::size_t i = 0; i < p.choices().size(); ++i) {
            all[static_cast<qsizetype>(i)]->trigger();
            QCOMPARE(edited.last()[1].toDouble(), static_cast<double>(i));
            Scenario s;
            p.assign(s, static_cast<double>(i));
            panel.show(s, s);
            const auto shown = static_cast<std::size_t>(segments->index());
            QCOMPARE(segments->segments()[shown]->text(), toQString(p.choices()[i].label));
        }
    }

    void boxesSayWhatTheyCount()
    {
        ControlPanel panel;
        const auto counts = [&panel](const char* id) {
            return panel.control(parameter(id))->findChild<NumberBox*>()->counts();
        };
        Scenario s;
        s.workload.kind = ModelKind::transformer;
        s.workload.sequence_length = 8192;
        panel.show(s, s);
        QCOMPARE(counts("workload.batch_per_gpu"), QStringLiteral("seq."));
        QCOMPARE(counts("workload.sequence_length"), QStringLiteral("tokens"));
        s.workload.sequence_length = 1;
        panel.show(s, s);
        QCOMPARE(counts("workload.batch_per_gpu"), QStringLiteral("ex."));
        QCOMPARE(counts("workload.sequence_length"), QStringLiteral("token"));
    }

    void choicesAndFlagsShowTheValueOfA_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("label");
        test::dataRow("choice", "workload.precision", "A: BF16");
        test::dataRow("flag", "assumptions.stragglers", "A: off");
    }
    void choicesAndFlagsShowTheValueOfA()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, label);
        ControlPanel panel;
        panel.unfoldSections({QStringLiteral("Assumptions")});
        const Parameter& p = parameter(id.toStdString());
        ParameterControl* control = panel.control(p);
        const auto says = [&] {
            const auto labels = control->findChildren<QLabel*>();
            return std::ranges::any_of(labels,
                [&](const QLabel* l) { return !l->isHidden() && l->text().compare(label, Qt::CaseInsensitive) == 0; });
        };
        const Scenario a;
        Scenario b;
        p.edit(b, p.get(b) > 0 ? 0 : 1, shippedCalibration());
        panel.show(b, b);
        QVERIFY(!says());
        panel.setReference(&a);
        QVERIFY(says());
        panel.show(a, a);
        QVERIFY(!says());
        panel.show(b, b);
        QVERIFY(says());
        panel.setReference(nullptr);
        QVERIFY(!says());
    }

    void showingAScenarioEmitsNothing()
    {
        ControlPanel panel;
        for (const Parameter& p : catalogue())
            QVERIFY(panel.control(p));
        const QSignalSpy edited(&panel, &ControlPanel::edited);
        Scenario other;
        for (const Parameter& p : catalogue())
            p.assign(other, p.range.max);
        panel.show(other, Scenario{});
        QCOMPARE(edited.size(), 0);
    }

    void theDotResetsToTheBaseline()
    {
        ControlPanel panel;
        Scenario changed;
        const Parameter& overlap = parameter("assumptions.overlap");
        overlap.edit(changed, 0.25, shippedCalibration());
        panel.show(changed, Scenario{});
        panel.unfoldSections({QStringLiteral("Assumptions")});
        auto* dot = panel.control(overlap)->findChild<ResetDot*>();
        QVERIFY(!dot->isHidden());
        const QSignalSpy reset(&panel, &ControlPanel::resetAsked);
        QTest::mouseClick(dot, Qt::LeftButton);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(reset.front()[0].value<const Parameter*>(), &overlap);
        panel.show(Scenario{}, Scenario{});
        QVERIFY(dot->isHidden());
    }

    /// What a typed power goes back to is that of the GPU, as soon as no slider is held.
    void theDotGoesBackToWhatItsListBrings()
    {
        const Parameter& gpu = parameter("cluster.gpu");
        const Parameter& power = parameter("cluster.power_w");
        const auto typedOn = [&](double choice) {
            Scenario s;
            gpu.edit(s, choice, shippedCalibration());
            power.edit(s, 123, shippedCalibration());
            return s;
        };
        ControlPanel panel;
        panel.unfoldSections({QStringLiteral("Cluster")});
        panel.advanced()->setUnfolded(true);
        const auto* dot = panel.control(power)->findChild<ResetDot*>();
        auto* slider = panel.control(parameter("cluster.gpus"))->findChild<ValueSlider*>();
        panel.show(typedOn(1), Scenario{});
        const QString first = dot->toolTip();
        QVERIFY(!first.isEmpty());
        slider->setSliderDown(true);
        panel.show(typedOn(5), Scenario{}); // a T4: 70 W instead of 300
        QCOMPARE(dot->toolTip(), first);
        slider->setSliderDown(false);
        QVERIFY(dot->toolTip() != first);
        panel.show(typedOn(1), Scenario{});
        QCOMPARE(dot->toolTip(), first);
    }

    void controlsWithoutEffectAreGrayWithAReason()
    {
        ControlPanel panel;
        Scenario generic;
        generic.workload.kind = ModelKind::generic;
        panel.unfoldSections({QStringLiteral("Workload")});
        panel.show(generic, generic);
        const Parameter& layers = parameter("workload.layers");
        ParameterControl* control = panel.control(layers);
        QVERIFY(!control->findChild<NumberBox*>()->isEnabled());
        const auto reason = layers.idle(generic);
        QVERIFY(!reason.empty());
        QVERIFY(control->toolTip().contains(QString::fromUtf8(reason.data(), static_cast<qsizetype>(reason.size()))));
        generic.workload.kind = ModelKind::transformer;
        panel.show(generic, generic);
        QVERIFY(control->findChild<NumberBox*>()->isEnabled());
    }

    void theSearchShowsOnlyMatches()
    {
        ControlPanel panel;
        static_cast<QWidget&>(panel).show();
        auto* search = panel.findChild<QLineEdit*>();
        QTest::keyClicks(search, QStringLiteral("overlap"));
        QVERIFY(panel.control(parameter("assumptions.overlap"))->isVisible());
        QVERIFY(!panel.control(parameter("plan.zero_stage"))->isVisible());
        search->clear();
        QVERIFY(panel.control(parameter("cluster.gpus"))->isVisible());
        QVERIFY(!panel.control(parameter("assumptions.overlap"))->isVisible());
    }

    void oneNodeIsNoNodes()
    {
        Scenario s;
        s.cluster.resizeNode(8);
        s.cluster.gpus = 8;
        QVERIFY(groupSummary(Group::cluster, s).starts_with("1 node × 8"));
        s.cluster.gpus = 16;
        QVERIFY(groupSummary(Group::cluster, s).starts_with("2 nodes × 8"));
    }
    void noSummaryHasPartOfANode()
    {
        Scenario s;
        s.cluster.resizeNode(8);
        s.cluster.gpus = 1;
        QVERIFY(groupSummary(Group::cluster, s).starts_with("1 GPU in a node of 8, "));
        s.cluster.gpus = 12;
        QVERIFY(groupSummary(Group::cluster, s).starts_with("12 GPUs in nodes of 8, "));
    }

    void blanksSearchNothing()
    {
        ControlPanel panel;
        const auto sections = panel.findChildren<Section*>();
        panel.findChild<QLineEdit*>()->setText(QStringLiteral(" "));
        for (const Section* section : sections)
            QVERIFY(!section->isHidden());
    }

    void keysStepTheSliderAlongItsScale()
    {
        ControlPanel panel;
        auto* slider = panel.control(parameter("cluster.gpus"))->findChild<ValueSlider*>();
        const QSignalSpy edited(&panel, &ControlPanel::edited);
        const QSignalSpy finished(&panel, &ControlPanel::editFinished);
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited.front()[1].toDouble(), 16.0);
        QCOMPARE(finished.size(), 1);
    }

    void theWheelDoesNotMoveAnUnfocusedSlider()
    {
        ControlPanel panel;
        auto* slider = panel.control(parameter("cluster.gpus"))->findChild<ValueSlider*>();
        const QSignalSpy edited(&panel, &ControlPanel::edited);
        QWheelEvent wheel({5, 5}, {5, 5}, {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(slider, &wheel);
        QCOMPARE(edited.size(), 0);
        QVERIFY(!wheel.isAccepted());
    }

    void aFlagTogglesWithTheSpaceKey()
    {
        ControlPanel panel;
        const Parameter& stragglers = parameter("assumptions.stragglers");
        auto* box = panel.control(stragglers)->findChild<QCheckBox*>();
        const QSignalSpy edited(&panel, &ControlPanel::edited);
        QTest::keyClick(box, Qt::Key_Space);
        QCOMPARE(edited.size(), 1);
        QCOMPARE(edited.front()[1].toDouble(), 1.0);
    }
};

KNEEPOINT_TEST(ControlPanelTest)
#include "control_panel_test.moc"
