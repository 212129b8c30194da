// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/plan_pages.h"
#include "app/window/compare_controller.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/plan/best_figure.h"
#include "model/scenario/scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/layout_map_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/controls/section.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/panels/board.h"
#include "widgets/panels/candidate_chips.h"
#include "widgets/panels/candidates_button.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/limit_chip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/plan_page.h"
#include "widgets/panels/plan_point_card.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/panels/plan_table.h"
#include "widgets/panels/prices_page.h"
#include "widgets/style/style.h"
#include "widgets/text.h"

#include <QAction>
#include <QClipboard>
#include <QCursor>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <qcustomplot.h>

using namespace kneepoint;

namespace {

ScenarioFile job()
{
    ScenarioFile file = *findScenarioPreset("llama3-8b-64xh100");
    file.scenario.automatic.on = true;
    file.scenario.workload.training_tokens = 1e11;
    return file;
}

void show(MainWindow& window)
{
    window.endTour();
    window.resize(1920, 1080);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
}

PlanPage& openPlan(MainWindow& window)
{
    show(window);
    window.actions().plan->trigger();
    QCoreApplication::processEvents();
    return *window.planPages().plan();
}

} // namespace

/// The layouts and plan pages: hovering previews, clicking edits, and questions are answered.
class PlanPagesTest : public QObject {
    Q_OBJECT

    static LayoutsPage& layouts(MainWindow& window)
    {
        window.actions().layouts->trigger();
        QCoreApplication::processEvents();
        LayoutsPage& page = *window.planPages().layouts();
        [&] { VERIFY_EVENTUALLY(page.map().map().whole); }();
        return page;
    }

private slots:
    void aCellIsPreviewedAppliedAndUndone()
    {
        MainWindow window(job());
        show(window);
        LayoutsPage& page = layouts(window);
        QVERIFY(page.map().map().best());
        const Scenario before = window.document().scenario();
        const FoundLayout* other = page.map().map().at(1, 0).best();
        QVERIFY(other && !(other->layout == layoutOf(before)));
        emit page.map().layoutHovered(other->layout);
        auto& scaling = static_cast<ScalingChart&>(window.board().chart(QLatin1StringView("scaling")));
        QVERIFY(!scaling.sentence().isEmpty());
        QTest::mouseClick(
            reinterpret_cast<QWidget*>(page.map().plot()), Qt::LeftButton, {}, page.map().cellPosition(1, 0).toPoint());
        QVERIFY(layoutOf(window.document().scenario()) == other->layout);
        QVERIFY(!window.document().scenario().automatic.on);
        window.document().undoStack()->undo();
        QVERIFY(window.document().scenario() == before);
    }

    void theTableIsSortedFilteredSavedAndCopied()
    {
        MainWindow window(job());
        show(window);
        LayoutsPage& page = layouts(window);
        QAbstractItemModel* rows = page.table().model();
        const int all = rows->rowCount();
        QVERIFY(all > 10);
        page.setFilter(QStringLiteral(" TP8 "));
        QVERIFY(rows->rowCount() > 0 && rows->rowCount() < all);
        page.setFilter(QString());
        QCOMPARE(rows->rowCount(), all);
        const std::string csv = page.csv();
        QCOMPARE(std::ranges::count(csv, '\n'), all + 1);
        QVERIFY(csv.starts_with("plan.tensor_parallel,"));
        emit page.flagsWanted(findFramework("megatron-lm"));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("--micro-batch-size")));
        QCOMPARE(window.messageBar().tone(), MessageBar::Tone::done);
    }

    void aPlanIsRequestedOpenedAndCompared()
    {
        MainWindow window(job());
        PlanPage& page = openPlan(window);
        page.fields().deadline->setText(QStringLiteral("90 d"));
        page.fields().gpus->setText(QStringLiteral("32"));
        page.choose("cluster.gpu", "h100-sxm", true);
        QTest::keyClick(page.fields().gpus, Qt::Key_Return);
        VERIFY_EVENTUALLY(page.chart().answer().recommended.has_value());
        const PlanPoint point = *page.chart().answer().recommended;
        QVERIFY(page.chart().sentence().startsWith(QStringLiteral("Recommended")));
        QVERIFY(point.chance); // which is not that of the steps alone
        QVERIFY2(page.card().campaign().contains(QStringLiteral("Published pre-training campaigns take")),
            qPrintable(page.card().campaign()));
        window.document().editOnce(parameter("workload.parameters"), 2e9);
        QVERIFY(page.chart().sentence().startsWith(QStringLiteral("The scenario has changed")));
        QVERIFY(page.chart().sentence().contains(page.askButton().text()));
        QVERIFY(!page.card().isEnabled() && !page.table().isEnabled()); // recommends nothing for this job
        QVERIFY(page.askButton().property(primary_property).toBool());
        window.document().undoStack()->undo();
        QVERIFY(page.chart().sentence().startsWith(QStringLiteral("Recommended")));
        QVERIFY(page.card().isEnabled() && page.table().isEnabled());
        QVERIFY(!page.askButton().property(primary_property).toBool());
        emit page.compared(point);
        QVERIFY(page.chart().sentence().startsWith(QStringLiteral("Recommended")));
        QCOMPARE(window.compare().comparison().pins().size(), std::size_t(1));
        QVERIFY(window.document().scenario().cluster.gpus == point.scenario.cluster.gpus);
        QVERIFY(window.document().analysis().step == point.step);
        window.actions().equal_money->trigger();
        const Cluster& c = window.document().scenario().cluster;
        constexpr double rounding = 1e-6; // of the list's price in the scenario's file
        QVERIFY(c.gpus * c.price_per_gpu_hour
            <= 64 * findScenarioPreset("llama3-8b-64xh100")->scenario.cluster.price_per_gpu_hour * (1 + rounding));
    }

    /// Seen for the first time, the page answers for the present hardware; each cluster has its row.
    void theFirstAnswerComesByItselfAndEveryRowCanBeOpened()
    {
        MainWindow window(job());
        PlanPage& page = openPlan(window);
        VERIFY_EVENTUALLY(page.chart().answer().recommended.has_value());
        PlanTable& table = page.table();
        const PlanAnswer& answer = page.chart().answer();
        QVERIFY(table.rowCount() >= static_cast<int>(answer.pareto.size()));
        QVERIFY(table.rowCount() > 1);
        QVERIFY(table.point(0).edit == answer.recommended->edit);
        QCOMPARE(table.currentRow(), 0);
        QCOMPARE(page.card().name(), PlanChart::hardwareText(*answer.recommended));
        QVERIFY(table.isColumnHidden(3)); // no limit, no chance to meet it
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Down);
        const PlanPoint second = table.point(1);
        QCOMPARE(page.card().name(), PlanChart::hardwareText(second));
        QPushButton* open = page.card().findChild<QPushButton*>();
        open->click();
        QCOMPARE(window.document().scenario().cluster.gpus, second.scenario.cluster.gpus);
    }

    /// The next smaller cluster of the answer breaks the limit; the sentence says so with its own figures.
    /// And later changes are in its title.
    void openingLeadsToTheBoardAndSaysWhatItMoved()
    {
        MainWindow window(job());
        show(window);
        window.actions().plan->trigger();
        PlanPage& page = *window.planPages().plan();
        VERIFY_EVENTUALLY(page.chart().answer().recommended && !page.card().name().isEmpty());
        const PlanPoint point = *page.chart().answer().recommended;
        const double before = window.document().scenario().cluster.gpus;
        QVERIFY(point.scenario.cluster.gpus != before);
        for (QPushButton* button : page.card().findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Open on the board"))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(window.page(), MainWindow::Page::board);
        const QString said = window.messageBar().sentence();
        QVERIFY2(said.contains(QStringLiteral("GPUs %1 → ").arg(before)), qPrintable(said));
        QCOMPARE(window.document().title(), PlanChart::hardwareText(point));
        window.document().editOnce(parameter("cluster.gpus"), 2 * point.scenario.cluster.gpus);
        QVERIFY2(window.document().title().startsWith(QString::number(2 * point.scenario.cluster.gpus)),
            qPrintable(window.document().title()));
    }

    void anEmptyLimitShowsNoExample()
    {
        MainWindow window(job());
        show(window);
        window.actions().plan->trigger();
        const PlanPage::Fields& fields = window.planPages().plan()->fields();
        for (const QLineEdit* field : {fields.deadline, fields.budget, fields.power})
            QCOMPARE(field->placeholderText(), QStringLiteral("none"));
    }

    void theTableHasNoTwoLayoutsOfOneKind()
    {
        MainWindow window(job());
        show(window);
        const QAbstractItemModel& rows = *layouts(window).table().model();
        QSet<QString> kinds;
        for (int row = 0; row < rows.rowCount(); ++row) {
            QString kind;
            for (int column = 0; column < rows.columnCount(); ++column) {
                const QString name = rows.headerData(column, Qt::Horizontal).toString();
                if (name == QStringLiteral("TP") || name == QStringLiteral("PP") || name == QStringLiteral("Step time"))
                    kind += rows.index(row, column).data().toString() + u' ';
            }
            QVERIFY2(!kinds.contains(kind), qPrintable(kind));
            kinds << kind;
        }
        QVERIFY(kinds.size() > 1);
    }

    void theCardSaysWhyNotFewerGpusAndCopiesFlags()
    {
        MainWindow window(job());
        PlanPage& page = openPlan(window);
        page.fields().deadline->setText(QStringLiteral("15 d"));
        page.fields().gpus->setText(QStringLiteral("32"));
        emit page.asked();
        VERIFY_EVENTUALLY(page.chart().answer().feasible && page.chart().answer().recommended->run.time_s <= 15 * 86400.
            && page.card().why().isVisible());
        const PlanAnswer& answer = page.chart().answer();
        QVERIFY(answer.fewer);
        page.card().why().setUnfolded(true);
        const auto* text = page.card().why().findChild<WrappedLabel*>();
        QVERIFY(text && text->isVisible());
        QVERIFY(text->text().contains(
            toQString(formatQuantity(answer.fewer->run.time_s, Unit::hours)).section(u' ', 0, 0)));
        page.card().flags().setUnfolded(true);
        const QList<QPushButton*> copies = page.card().flags().findChildren<QPushButton*>();
        QCOMPARE(copies.size(), static_cast<qsizetype>(frameworks().size()));
        copies.front()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(),
            toQString(frameworks().front().text(answer.recommended->scenario, answer.recommended->layout)));
        QVERIFY(page.card().layoutParts().join(QStringLiteral(" ")).contains(QStringLiteral("DP")));
        page.table().selectRow(1); // another cluster: the question is about the recommended one
        QVERIFY(!page.card().why().isVisible());
    }

    /// Each button sets the single limit that helps, and the plan with it is feasible.
    void anInfeasiblePlanIsMendedByOneButton()
    {
        MainWindow window(job());
        PlanPage& page = openPlan(window);
        page.fields().deadline->setText(QStringLiteral("2 h"));
        page.fields().gpus->setText(QStringLiteral("16"));
        emit page.asked();
        VERIFY_EVENTUALLY(!page.ways().isEmpty() && page.ways().front()->isVisible());
        QVERIFY(!page.chart().answer().feasible);
        QVERIFY(page.ways().front()->text().startsWith(QStringLiteral("Deadline ")));
        QVERIFY(page.card().advice().startsWith(QStringLiteral("Not feasible")));
        QVERIFY(page.card().isAncestorOf(page.ways().front()));
        const double needed = *page.chart().answer().relax.deadline_s;
        page.ways().front()->click();
        VERIFY_EVENTUALLY(page.chart().answer().feasible);
        const Result<double> set = parseQuantity(page.fields().deadline->text().toStdString(), Unit::hours);
        QVERIFY(set && *set >= needed && *set < 1.01 * needed);
    }

    /// Whatever the answer is, also the first one, the chart and the table stay where they are.
    void anAnswerMovesNothing()
    {
        MainWindow window(job());
        PlanPage& page = openPlan(window);
        const auto places = [&page] {
            QList<QRect> all;
            for (const QWidget* part : {static_cast<const QWidget*>(&page.chart()),
                     static_cast<const QWidget*>(&page.table()), static_cast<const QWidget*>(&page.card())})
                all << QRect(part->mapTo(&page, QPoint()), part->size());
            return all;
        };
        const QList<QRect> before = places();
        QVERIFY(page.table().isVisible());
        QVERIFY(page.table().rowCount() > 0
            || page.table().accessibleDescription().startsWith(QStringLiteral("The plan lists")));
        VERIFY_EVENTUALLY(page.chart().answer().recommended.has_value());
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        page.fields().deadline->setText(QStringLiteral("2 h"));
        page.fields().gpus->setText(QStringLiteral("16"));
        emit page.asked();
        VERIFY_EVENTUALLY(!page.ways().isEmpty() && !page.chart().answer().feasible);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
        page.ways().front()->click();
        VERIFY_EVENTUALLY(page.chart().answer().feasible);
        QCoreApplication::processEvents();
        QCOMPARE(places(), before);
    }

    void aLimitIsAChipThatIsEditedInPlace()
    {
        PlanPage page;
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page, test::patience_ms));
        auto& chip = static_cast<LimitChip&>(*page.fields().deadline->parentWidget());
        const int without = chip.width();
        QVERIFY(!chip.removal().isVisible());
        QTest::mouseClick(&chip, Qt::LeftButton);
        QVERIFY(chip.field().hasFocus());
        QTest::keyClicks(&chip.field(), QStringLiteral("36"));
        QCOMPARE(chip.field().understood(), QStringLiteral("36 h"));
        const QSignalSpy asked(&page, &PlanPage::asked);
        QTest::keyClick(&chip.field(), Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        page.fields().budget->setFocus();
        VERIFY_EVENTUALLY(chip.removal().isVisible());
        VERIFY_EVENTUALLY(chip.width() > without);
        QCOMPARE(chip.field().shownText(), QStringLiteral("36 h"));
        chip.removal().click();
        QCOMPARE(asked.size(), 2);
        QVERIFY(chip.field().text().isEmpty());
        VERIFY_EVENTUALLY(!chip.removal().isVisible());
    }

    void chosenCandidatesAreChipsThatAClickRemoves()
    {
        PlanPage page;
        page.show();
        page.choose("cluster.gpu", "h100-sxm", true);
        page.choose("cluster.gpu", "b200", true);
        CandidatesButton& button = *page.findChild<CandidatesButton*>(QStringLiteral("cluster.gpu"));
        auto& chips = static_cast<CandidateChips&>(*button.parentWidget());
        const auto chosen = button.chosen().size();
        QCOMPARE(chips.names().size(), chosen);
        QVERIFY(chosen > 0);
        chips.findChildren<PlanChip*>().constLast()->click();
        QCOMPARE(button.chosen().size(), chosen - 1);
        QCOMPARE(chips.names().size(), std::max<qsizetype>(chosen - 1, 0));
    }

    void nothingOfTheCardIsCutInASmallWindow()
    {
        MainWindow window(job());
        show(window);
        window.resize(1280, 720);
        window.actions().plan->trigger();
        QCoreApplication::processEvents();
        PlanPage& page = *window.planPages().plan();
        VERIFY_EVENTUALLY(page.card().isVisible());
        QCoreApplication::processEvents();
        QList<QLabel*> labels = page.card().findChildren<QLabel*>();
        erase_if(labels, [](const QLabel* label) { return !label->isVisible(); });
        const auto placeOf = [&page](const QLabel& label) {
            return QRect(label.mapTo(&page.card(), QPoint()), label.size());
        };
        const auto complaint = [&]() -> QString {
            for (const QLabel* label : labels) {
                if (label->height() < label->heightForWidth(label->width())
                    || label->height() < label->fontMetrics().height())
                    return label->text();
                for (const QLabel* other : labels)
                    if (other != label && placeOf(*other).intersects(placeOf(*label)))
                        return label->text() + QStringLiteral(" / ") + other->text();
            }
            return {};
        };
        COMPARE_EVENTUALLY(complaint(), QString());
    }

    void checkingCandidatesKeepsTheListOpen()
    {
        PlanPage page;
        page.show();
        CandidatesButton& button = *page.findChild<CandidatesButton*>(QStringLiteral("cluster.gpu"));
        QMenu& list = *button.menu();
        // Since Qt 6.8, a press closes a menu if the mouse has not moved since it opened.
        QCursor::setPos(QPoint(400, 700));
        QCoreApplication::processEvents();
        list.popup(QPoint());
        for (const int at : {1, 3}) // after the prompt
            QTest::mouseClick(&list, Qt::LeftButton, {}, list.actionGeometry(list.actions()[at]).center());
        QVERIFY(list.isVisible());
        QCOMPARE(button.chosen(), (QList<int>{1, 3}));
        list.setActiveAction(list.actions()[3]);
        QTest::keyClick(&list, Qt::Key_Space);
        QCOMPARE(button.chosen(), (QList<int>{1}));
        QTest::keyClick(&list, Qt::Key_Escape);
        QVERIFY(!list.isVisible());
        const Result<PlanQuestion> question = page.question(job().scenario);
        QVERIFY(question && question->gpus.size() == 1);
    }

    void noPageWidensItsColumn()
    {
        MainWindow window(job());
        show(window);
        window.resize(1440, 860);
        ChartTabs& tabs = window.board().more();
        tabs.setCurrentIndex(0);
        QCoreApplication::processEvents();
        const int width = tabs.width();
        for (QAction* page : {window.actions().layouts, window.actions().plan}) {
            page->trigger();
            QCoreApplication::processEvents();
            QCOMPARE(tabs.width(), width);
        }
    }

    void anInvalidFieldIsRejected()
    {
        PlanPage page;
        page.fields().budget->setText(QStringLiteral("plenty"));
        const auto question = page.question(job().scenario);
        QVERIFY(!question && question.error().message.starts_with("Budget: "));
    }

    void costChartAndKneeMapCanUseTheBestLayouts()
    {
        MainWindow window(job());
        show(window);
        ChartTabs& tabs = window.board().more();
        const auto& money = static_cast<MoneyChart&>(*tabs.chart(QStringLiteral("money")));
        tabs.setCurrentIndex(tabs.indexOf(money.parentWidget()));
        VERIFY_EVENTUALLY(money.bestCost()->dataCount() > 2);
        auto& map = static_cast<KneeMapChart&>(*tabs.chart(QStringLiteral("kneemap")));
        map.setMetric(metric("step_s"));
        tabs.setCurrentIndex(tabs.indexOf(map.parentWidget()));
        VERIFY_EVENTUALLY(map.showsBest());
        const KneeMap& drawn = *map.drawn();
        const Scenario cell =
            applied(window.document().scenario(), drawn.editTo(0, 0), window.document().calibration());
        QCOMPARE(drawn.value(0, 0), *bestFigure(metric("step_s"), cell, window.document().calibration()));
        window.document().editOnce(parameter("cluster.gpus"), 32);
        QVERIFY(!map.showsBest());
        window.document().editOnce(parameter("plan.auto"), 0);
        QVERIFY(!map.showsBest());
    }

    /// Those that have been asked for, and those that have begun: the map is computed in many steps, and the plan asked
    /// for last.
    void closingTheWindowCancelsSearches()
    {
        for (const bool begun : {false, true}) {
            MainWindow window(job());
            show(window);
            ChartTabs& tabs = window.board().more();
            auto& map = static_cast<KneeMapChart&>(*tabs.chart(QStringLiteral("kneemap")));
            map.setMetric(metric("step_s"));
            tabs.setCurrentIndex(tabs.indexOf(map.parentWidget()));
            if (begun)
                VERIFY_EVENTUALLY(map.showsBest());
            window.actions().layouts->trigger();
            LayoutsPage& page = *window.planPages().layouts();
            const auto* progress = page.findChild<QProgressBar*>();
            if (begun)
                VERIFY_EVENTUALLY(progress->isVisible() || page.map().map().whole);
            window.actions().plan->trigger();
            QTest::keyClick(window.planPages().plan()->fields().gpus, Qt::Key_Return);
        }
    }

    void pricesAreEditedInOneTable()
    {
        PricesPage page(shippedPrices());
        const QSignalSpy changed(&page, &PricesPage::changed);
        page.table().item(0, 2)->setText(QStringLiteral("3.25"));
        QCOMPARE(page.list().prices.front().value, 3.25);
        page.table().item(0, 2)->setText(QStringLiteral("dear"));
        QCOMPARE(page.list().prices.front().value, 3.25);
        QCOMPARE(page.table().item(0, 2)->text(), QStringLiteral("3.25"));
        page.table().item(0, 2)->setText(QStringLiteral("0.5*6.5"));
        QCOMPARE(page.list().prices.front().value, 3.25);
        page.table().item(0, 3)->setText(QStringLiteral("2026-01"));
        QCOMPARE(page.list().prices.front().date, std::string("2026-01"));
        QCOMPARE(changed.size(), 3);
        page.select("roce400");
        QCOMPARE(page.list().prices[static_cast<std::size_t>(page.table().currentRow())].id, std::string("roce400"));
    }
};

KNEEPOINT_TEST(PlanPagesTest)
#include "plan_pages_test.moc"
