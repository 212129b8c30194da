// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/diagnosis_panel.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/units/units.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/section.h"
#include "widgets/panels/finding_card.h"
#include "widgets/panels/remedy_button.h"
#include "widgets/panels/severity_bar.h"
#include "widgets/text.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <set>

using namespace kneepoint;

namespace {

Diagnosis diagnosisOf(std::string_view preset)
{
    return diagnose(analyze(findScenarioPreset(preset)->scenario));
}

/// A panel in the active window with a diagnosis that has remedies.
struct Stage {
    Diagnosis diagnosis = diagnosisOf("suspect-exposed-communication");
    QList<std::string> tried; ///< ids of remedies, empty for "no longer"
    QList<std::string> accepted;
    DiagnosisPanel panel;

    Stage()
    {
        panel.resize(320, 900);
        panel.show(diagnosis);
        panel.QWidget::show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, test::patience_ms))
            qFatal("the panel is not shown");
        QObject::connect(
            &panel, &DiagnosisPanel::tried, [this](const Remedy* remedy) { tried << (remedy ? remedy->id : ""); });
        QObject::connect(&panel, &DiagnosisPanel::accepted, [this](const Remedy& remedy) { accepted << remedy.id; });
    }
    RemedyButton& best() { return *panel.cards().front()->remedies().front(); }
};

} // namespace

class DiagnosisPanelTest : public QObject {
    Q_OBJECT

private slots:
    void causesAreSortedWorstFirstAndTheWorstIsExpanded()
    {
        Stage stage;
        QCOMPARE(stage.panel.cards().size(), static_cast<qsizetype>(stage.diagnosis.causes.size()));
        for (qsizetype i = 0; i < stage.panel.cards().size(); ++i) {
            QCOMPARE(stage.panel.cards()[i]->cause(), stage.diagnosis.causes[static_cast<std::size_t>(i)].cause);
            QCOMPARE(stage.panel.cards()[i]->isUnfolded(), i == 0);
        }
    }

    /// Two pieces of evidence at once, the others and the wall unfolded.
    void theCardShowsSentenceWallAndEvidence()
    {
        Stage stage;
        const FindingCard& card = *stage.panel.cards().front();
        const Finding& worst = stage.diagnosis.causes.front();
        const auto textsOf = [&] {
            QStringList texts;
            for (const QLabel* label : card.findChildren<QLabel*>())
                texts << label->text();
            return texts;
        };
        QStringList texts = textsOf();
        for (std::size_t i = 0; i < worst.evidence.size(); ++i)
            QCOMPARE(texts.contains(withUnbrokenNumbers(toQString(worst.evidence[i]))), i < 2);
        for (Section* section : card.findChildren<Section*>())
            section->setUnfolded(true);
        texts = textsOf();
        QVERIFY(texts.contains(withUnbrokenNumbers(toQString(worst.sentence))));
        QVERIFY(texts.contains(QString::fromUtf8(wallSentence(worst.wall).data())));
        for (const std::string& sentence : worst.evidence)
            QVERIFY(texts.contains(withUnbrokenNumbers(toQString(sentence))));
    }

    void aNarrowHeadingElidesAndKeepsItsFont_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {200, 230, 264, 300, 500})
            QTest::addRow("%d", width) << width;
    }
    void aNarrowHeadingElidesAndKeepsItsFont()
    {
        QFETCH(const int, width);
        Stage stage;
        QFont large = stage.panel.font();
        large.setPointSizeF(14);
        stage.panel.setFont(large);
        stage.panel.resize(width, 700);
        QCoreApplication::processEvents();
        for (const FindingCard* card : stage.panel.cards()) {
            const QToolButton& heading = *card->heading();
            QCOMPARE(heading.font().pointSizeF(), large.pointSizeF());
            if (width >= 264)
                QVERIFY(heading.width() <= width);
            QVERIFY(heading.accessibleName().startsWith(heading.text()));
            QVERIFY(!heading.toolTip().isEmpty());
        }
    }

    void nothingOfAHeadingIsCut()
    {
        SectionHeading heading(QStringLiteral("Too much model parallelism"));
        heading.setProminentSummary(QStringLiteral("3.25 % of the step"), QStringLiteral("3.25 %"));
        QFont strong = heading.font();
        strong.setBold(true);
        const int name = QFontMetrics(strong).horizontalAdvance(heading.text());
        const auto width = [&](const QString& summary, int more) {
            return name + heading.fontMetrics().horizontalAdvance(summary) + more;
        };
        constexpr int chevron = 40;
        const int one = heading.sizeHint().height();
        const int wide = width(QStringLiteral("3.25 % of the step"), chevron);
        QCOMPARE(heading.summaryFor(wide), QStringLiteral("3.25 % of the step"));
        QCOMPARE(heading.heightForWidth(wide), one);
        const int less = width(QStringLiteral("3.25 %"), chevron);
        QCOMPARE(heading.summaryFor(less), QStringLiteral("3.25 %"));
        QCOMPARE(heading.heightForWidth(less), one);
        QVERIFY(heading.heightForWidth(name) > one);
    }

    void causesAreComparedWithThePinnedScenario()
    {
        const auto diagnosed = [](std::string_view preset) {
            const Analysis a = analyze(findScenarioPreset(preset)->scenario);
            return Diagnosed{a, diagnose(a)};
        };
        const Diagnosed pinned = diagnosed("suspect-starved-input");
        Stage stage;
        QVERIFY(stage.panel.cards().front()->changeText().isEmpty());
        QVERIFY(stage.panel.vanished().isEmpty());
        const Diagnosed now = diagnosed("suspect-exposed-communication");
        stage.panel.show(now.diagnosis, causeChanges(pinned, now));
        const QString change = stage.panel.cards().front()->changeText();
        const CauseChange worst = causeChanges(pinned, now).front();
        QCOMPARE(change,
            QStringLiteral("new: A %1, +%2 points")
                .arg(QString::fromStdString(formatQuantity(worst.before, Unit::ratio)),
                    QString::number(100 * (worst.now - worst.before), 'f', 1)));
        QVERIFY(stage.panel.cards().front()->findChild<SeverityBar*>()->mark());
        QCOMPARE(stage.panel.vanished().filter(QString::fromUtf8(causeLabel(Cause::starved_input).data())).size(), 1);
        stage.panel.show(now.diagnosis, causeChanges(now, now));
        QVERIFY(stage.panel.cards().front()->changeText().contains(QStringLiteral("as now")));
        QVERIFY(stage.panel.vanished().isEmpty());
        stage.panel.show(now.diagnosis);
        QVERIFY(stage.panel.cards().front()->changeText().isEmpty());
    }

    /// In a small window, the fixes are in sight and the evidence is folded beneath them.
    void aNarrowPanelHasTheFixesFirst()
    {
        Stage stage;
        const auto below = [&](const QWidget& widget) { return widget.mapTo(&stage.panel, QPoint()).y(); };
        stage.panel.resize(344, 900);
        QCoreApplication::processEvents();
        const int wide = below(stage.best());
        stage.panel.resize(240, 480);
        QCoreApplication::processEvents();
        QVERIFY(below(stage.best()) < 240);
        Section* evidence = nullptr;
        for (Section* section : stage.panel.cards().front()->findChildren<Section*>())
            if (section->title() == QStringLiteral("The evidence"))
                evidence = section;
        QVERIFY(evidence && evidence->isVisible() && !evidence->isUnfolded());
        QVERIFY(below(*evidence) > below(stage.best()));
        evidence->setUnfolded(true);
        const Finding& finding = stage.diagnosis.causes.front();
        const QList<QLabel*> labels = evidence->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->text() == withUnbrokenNumbers(toQString(finding.evidence.front()));
        }));
        // Whatever a scroll bar takes of the width: it settles.
        for (int width = 340; width >= 240; width -= 2)
            for (const int height : {300, 420, 540, 660}) {
                stage.panel.resize(width, height);
                QCoreApplication::processEvents();
            }
        stage.panel.resize(344, 900);
        QCoreApplication::processEvents();
        QCOMPARE(below(stage.best()), wide);
        for (const QLabel* label : labels) // not twice
            QVERIFY(!label->isVisible() || label->text() != withUnbrokenNumbers(toQString(finding.evidence.front())));
    }

    void hoveringPreviewsAFix()
    {
        Stage stage;
        QTest::mouseMove(&stage.best());
        COMPARE_EVENTUALLY(stage.tried.value(0), stage.diagnosis.causes.front().remedies.front().id);
        QTest::mouseMove(&stage.panel, QPoint(5, 5));
        COMPARE_EVENTUALLY(stage.tried.back(), std::string());
    }

    void aClickAppliesAFix()
    {
        Stage stage;
        QTest::mouseClick(&stage.best(), Qt::LeftButton);
        QCOMPARE(stage.accepted, QList{stage.diagnosis.causes.front().remedies.front().id});
    }

    void theKeyboardPreviewsAndAppliesFixes()
    {
        Stage stage;
        const auto& remedies = stage.diagnosis.causes.front().remedies;
        const QList<RemedyButton*> buttons = stage.panel.cards().front()->remedies();
        QVERIFY(buttons.size() >= 2);
        const std::string second = buttons[1]->remedy().id;
        stage.panel.focusBest();
        QVERIFY(QApplication::focusWidget() == &stage.best());
        QCOMPARE(stage.tried.back(), remedies[0].id);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(stage.tried.back(), second);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(stage.accepted, QList{second});
    }

    void shownFixesChangeDifferentParameters()
    {
        Stage stage;
        for (const char* preset : {"suspect-exposed-communication", "knee-1p3b", "gap-64-gpus"}) {
            stage.diagnosis = diagnosisOf(preset);
            stage.panel.show(stage.diagnosis);
            QCOMPARE(stage.best().remedy().id, stage.diagnosis.causes.front().remedies.front().id);
            std::set<const Parameter*> turned;
            for (const RemedyButton* button : stage.panel.cards().front()->remedies())
                for (const Setting& setting : button->remedy().edit)
                    QVERIFY2(turned.insert(setting.parameter).second, button->remedy().label.c_str());
        }
    }

    void everyHeadingAndFixHasAnAccessibleName()
    {
        Stage stage;
        for (const FindingCard* card : stage.panel.cards())
            QVERIFY(!card->heading()->accessibleName().isEmpty());
        for (const RemedyButton* button : stage.panel.findChildren<RemedyButton*>())
            QVERIFY(button->accessibleName().contains(QString::fromStdString(button->remedy().label)));
    }

    void collapsedCardsStayCollapsed()
    {
        Stage stage;
        QTest::mouseClick(stage.panel.cards().front()->heading(), Qt::LeftButton);
        QVERIFY(!stage.panel.cards().front()->isUnfolded());
        stage.panel.show(stage.diagnosis);
        QVERIFY(!stage.panel.cards().front()->isUnfolded());
    }

    void theFocusStaysInThePanelWhenTheDiagnosisChanges()
    {
        Stage stage;
        stage.panel.focusBest();
        stage.panel.show(diagnosisOf("suspect-straggler"));
        QVERIFY(stage.panel.isAncestorOf(QApplication::focusWidget()));
    }

    void nothingToFixIsStated()
    {
        DiagnosisPanel panel;
        Diagnosis fine;
        fine.sentence = "Nothing to fix: no known cause costs more than 2 %.";
        panel.show(fine);
        QVERIFY(panel.cards().isEmpty());
        QVERIFY(panel.verdict().contains(QString::fromStdString(fine.sentence)));
    }

    void gainsAreShownInTheirTargetsUnit()
    {
        Remedy remedy;
        remedy.gain = 1;
        QCOMPARE(gainText(remedy), std::string("2× speed"));
        remedy.target = Target::cost;
        QCOMPARE(gainText(remedy), std::string("2× per dollar"));
        remedy.target = Target::memory;
        QCOMPARE(gainText(remedy), std::string("−50 % memory"));
    }
};

KNEEPOINT_TEST(DiagnosisPanelTest)
#include "diagnosis_panel_test.moc"
