// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/import_controller.h"
#include "app/planning/plan_pages.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/window/learn_page.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "tests/app/evidence/own_files.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/layout_map_chart.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/controls/answer_button.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/evidence_strip.h"
#include "widgets/panels/figure.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/plan_page.h"
#include "widgets/panels/plan_point_card.h"
#include "widgets/panels/plan_table.h"
#include "widgets/panels/prices_page.h"
#include "widgets/panels/right_panel.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

using namespace kneepoint;

namespace {

QString pathOf(const QAccessibleInterface& item)
{
    const QObject* object = item.object();
    return object ? QStringLiteral("%1 “%2” in %3")
                        .arg(QString::fromLatin1(object->metaObject()->className()), item.text(QAccessible::Name),
                            object->parent() ? object->parent()->metaObject()->className() : "nothing")
                  : item.text(QAccessible::Name);
}

/// The accessibility fault of one item; empty if it has none.
QString complaint(const QAccessibleInterface& item)
{
    const QString name = item.text(QAccessible::Name);
    const QString description = item.text(QAccessible::Description);
    const auto* widget = qobject_cast<const QWidget*>(item.object());
    const bool focusable = widget && widget->focusPolicy() != Qt::NoFocus && widget->focusProxy() == nullptr;
    if (focusable && widget->isEnabled() && name.isEmpty())
        return QStringLiteral("takes focus but has no name");
    for (const QString& words : {name, description})
        if (Qt::mightBeRichText(words))
            return QStringLiteral("HTML in its text: ") + words;
    if (qobject_cast<const Chart*>(widget) && item.role() != QAccessible::Chart)
        return QStringLiteral("a chart without the role of one");
    if (qobject_cast<const QComboBox*>(widget) && item.role() != QAccessible::ComboBox)
        return QStringLiteral("a combo box without the role of one");
    if (const auto* list = qobject_cast<const ChoiceBox*>(widget); list && name == list->currentText())
        return QStringLiteral("a combo box named by its current value");
    if (focusable && item.role() == QAccessible::Client && !widget->inherits("QAbstractScrollArea"))
        return QStringLiteral("takes focus but has no role");
    if (qobject_cast<const QTableView*>(widget) && item.role() != QAccessible::Table)
        return QStringLiteral("a table without the role of one");
    if (qobject_cast<const AnswerButton*>(widget) && item.role() != QAccessible::RadioButton)
        return QStringLiteral("one of several answers without the role of one");
    if (widget && widget->property("kneepoint_expander").toBool()
        && (item.role() != QAccessible::PushButton || !item.state().expandable))
        return QStringLiteral("a heading that is not reported as expandable");
    return {};
}

/// Every visible item of the tree beneath `item`.
void walk(QAccessibleInterface* item, QStringList& complaints, int& seen, int depth = 0)
{
    if (!item || !item->isValid() || item->state().invisible || depth > 40)
        return;
    ++seen;
    if (const QString what = complaint(*item); !what.isEmpty())
        complaints << pathOf(*item) + QStringLiteral(": ") + what;
    // Cells of tables and lists are skipped: there are many, and Qt handles them.
    if (item->role() == QAccessible::Table || item->role() == QAccessible::List)
        return;
    for (int i = 0; i < item->childCount(); ++i)
        walk(item->child(i), complaints, seen, depth + 1);
}

QStringList complaintsAbout(QWidget& widget, int& seen)
{
    QStringList complaints;
    walk(QAccessible::queryAccessibleInterface(&widget), complaints, seen);
    return complaints;
}

/// The widgets of a page that Tab visits, each once, from `first` on.
QList<QWidget*> tabbed(QMainWindow& window, QWidget& first)
{
    QList<QWidget*> visited;
    first.setFocus(Qt::TabFocusReason);
    constexpr int most = 400;
    for (int i = 0; i < most; ++i) {
        QWidget* at = QApplication::focusWidget();
        if (!at || visited.contains(at))
            break;
        visited << at;
        QTest::keyClick(&window, Qt::Key_Tab);
    }
    return visited;
}

/// What is visible below a widget and can be reached with Tab but was not visited.
QStringList unvisited(const QWidget& page, const QList<QWidget*>& visited)
{
    QStringList missing;
    for (QWidget* w : page.findChildren<QWidget*>()) {
        const bool wanted = w->isVisible() && w->isEnabled() && (w->focusPolicy() & Qt::TabFocus) && !w->focusProxy();
        if (wanted && !visited.contains(w))
            missing << QStringLiteral("%1 “%2”").arg(
                QString::fromLatin1(w->metaObject()->className()), w->accessibleName());
    }
    return missing;
}

void noComplaintsAbout(QWidget& widget, int at_least)
{
    int seen = 0;
    const QStringList complaints = complaintsAbout(widget, seen);
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
    QVERIFY2(seen >= at_least, qPrintable(QString::number(seen)));
}

/// Complaints about the dialog that an action opens, which is closed then; a blocking one as well.
void walkDialogOf(QAction& action)
{
    QStringList complaints;
    bool found = false;
    QTimer::singleShot(0, qApp, [&] {
        for (QWidget* top : QApplication::topLevelWidgets()) {
            auto* dialog = qobject_cast<QDialog*>(top);
            if (!dialog || !dialog->isVisible())
                continue;
            found = true;
            int seen = 0;
            complaints << complaintsAbout(*dialog, seen);
            if (dialog->windowTitle().isEmpty() && dialog->accessibleName().isEmpty())
                complaints << QStringLiteral("a dialog without a title");
            dialog->reject();
        }
    });
    action.trigger();
    VERIFY2_EVENTUALLY(found, qPrintable(action.text()));
    QVERIFY2(complaints.isEmpty(), qPrintable(action.text() + u'\n' + complaints.join(u'\n')));
}

void showActive(MainWindow& window)
{
    window.resize(1920, 1080);
    static_cast<QWidget&>(window).show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window, test::patience_ms));
    window.endTour();
}

} // namespace

/// The window for users of screen readers and of the keyboard.
class AccessibilityTest : public QObject {
    Q_OBJECT

private slots:
    void everyItemOfTheWindowIsAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-70b-512xh100"));
        window.resize(1920, 1400);
        static_cast<QWidget&>(window).show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        VERIFY_EVENTUALLY(!window.diagnosis().cards().isEmpty());
        window.controls().unfoldSections({tr("Workload"), tr("Cluster"), tr("Plan"), tr("Stack"), tr("Assumptions")});
        for (int tab = 0; tab < window.board().more().count(); ++tab) {
            window.board().more().setCurrentIndex(tab);
            QCoreApplication::processEvents();
            int seen = 0;
            const QStringList complaints = complaintsAbout(window, seen);
            QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
            QVERIFY(seen > 200);
        }
    }

    void lessonsAndFormulasAreAccessible()
    {
        MainWindow window(MainWindow::defaultScenario());
        window.resize(1600, 1200);
        static_cast<QWidget&>(window).show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        window.actions().explain->trigger();
        LessonController& lessons = window.lessons();
        lessons.open(*findLesson("01-first-all-reduce"));
        for (std::size_t step = 0; step < lessons.panel().lesson().steps.size(); ++step) {
            lessons.panel().goTo(step);
            QCoreApplication::processEvents();
            int seen = 0;
            const QStringList complaints = complaintsAbout(window, seen);
            QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join(u'\n')));
            QVERIFY(seen > 50);
        }
    }

    void thePlanPageIsAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-8b-64xh100"));
        showActive(window);
        window.actions().plan->trigger();
        PlanPage& page = *window.planPages().plan();
        VERIFY_EVENTUALLY(page.table().model()->rowCount() > 0 && page.card().isVisible());
        noComplaintsAbout(window, 40);
        const QList<QWidget*> visited = tabbed(window, *page.fields().deadline);
        const QStringList missing = unvisited(page, visited);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
        const auto first = [&](const QWidget& part) {
            const auto found =
                std::ranges::find_if(visited, [&](const QWidget* w) { return w == &part || part.isAncestorOf(w); });
            return found - visited.begin();
        };
        QVERIFY(first(*page.fields().deadline) < first(page.chart()));
        QVERIFY(first(page.chart()) < first(page.card()));
        QVERIFY(first(page.card()) < first(page.table()));
        QVERIFY(first(page.table()) < visited.size());
        window.actions().layouts->trigger();
        VERIFY_EVENTUALLY(window.planPages().layouts()->map().map().whole);
        noComplaintsAbout(window, 30);
    }

    void theLearnPageIsAccessible()
    {
        MainWindow window(MainWindow::defaultScenario());
        window.resize(1600, 1200);
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::patience_ms));
        window.actions().learn->trigger();
        QCoreApplication::processEvents();
        noComplaintsAbout(window, 40);
        QWidget* page = window.findChild<LearnPage*>();
        QVERIFY(page && page->isVisible());
        QWidget* first = nullptr;
        for (QAbstractButton* row : page->findChildren<QAbstractButton*>())
            if (!first && row->isVisible() && row->isEnabled())
                first = row;
        QVERIFY(first);
        const QStringList missing = unvisited(*page, tabbed(window, *first));
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
    }

    void theQuestionPageIsAccessible_data()
    {
        QTest::addColumn<int>("step");
        QTest::newRow("a number") << 1;
        QTest::newRow("a choice") << 2;
        QTest::newRow("a curve") << 3;
    }
    void theQuestionPageIsAccessible()
    {
        QFETCH(const int, step);
        MainWindow window(MainWindow::defaultScenario());
        window.resize(1600, 1200);
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::patience_ms));
        LessonPanel& panel = window.lessons().panel();
        window.lessons().open(*findLesson("01-first-all-reduce"));
        panel.goTo(static_cast<std::size_t>(step));
        QCoreApplication::processEvents();
        noComplaintsAbout(window, 30);
        const QList<QWidget*> visited = tabbed(window, *panel.page().field());
        const QStringList missing =
            unvisited(panel.page(), visited) + unvisited(panel.bar(), visited) + unvisited(panel, visited);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
        const qsizetype lock = visited.indexOf(&panel.bar().lock());
        QVERIFY(lock > 0 && visited.indexOf(&panel.bar().next()) > lock);
    }

    void everyPageOfTheRightPanelIsAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-70b-512xh100"));
        window.resize(1920, 1080);
        static_cast<QWidget&>(window).show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        window.document().editOnce(parameter("cluster.gpus"), 256);
        using Page = RightPanel::Page;
        for (const Page page : {Page::bottlenecks, Page::changes, Page::reach, Page::evidence}) {
            window.rightPanel().setPage(page);
            QCoreApplication::processEvents();
            noComplaintsAbout(window.rightPanel(), 5);
        }
    }

    void everyDialogIsAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-8b-64xh100"));
        showActive(window);
        const WindowActions& a = window.actions();
        QList<QAction*> opening{a.about, a.start_page, a.export_board};
        QMenu& learn = window.lessons().menu();
        emit learn.aboutToShow();
        for (QAction* action : learn.actions())
            if (action->text().endsWith(QStringLiteral("…")) && !action->text().contains(QStringLiteral("Save"))
                && !action->text().contains(QStringLiteral("Open")))
                opening << action;
        QVERIFY(opening.size() > 4);
        for (QAction* action : opening) {
            walkDialogOf(*action);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
    }

    void everyDetailPageIsAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-8b-64xh100"));
        showActive(window);
        const WindowActions& a = window.actions();
        QList<QAction*> opening{a.shortcuts, a.calibrate, a.compare, a.validation};
        QMenu& learn = window.lessons().menu();
        emit learn.aboutToShow();
        for (QAction* action : learn.actions())
            if (action->text() == QStringLiteral("Textbook problems")
                || action->text() == QStringLiteral("My predictions"))
                opening << action;
        QCOMPARE(opening.size(), 6);
        for (QAction* action : opening) {
            action->trigger();
            QVERIFY2(window.details().page(), qPrintable(action->text()));
            QVERIFY(!window.details().page()->windowTitle().isEmpty());
            QCoreApplication::processEvents();
            noComplaintsAbout(window.details(), 3);
            window.details().leave();
        }
    }

    /// In both themes: colors and icons of a theme may be those of an item without a name.
    void thePricesAreAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-8b-64xh100"));
        showActive(window);
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
            window.setThemeChoice(choice);
            PricesPage prices(window.document().prices());
            prices.show();
            QVERIFY(QTest::qWaitForWindowExposed(&prices, test::patience_ms));
            noComplaintsAbout(prices, 6);
        }
        window.setThemeChoice(ThemeChoice::light);
    }

    void anImportedFileIsAccessible()
    {
        MainWindow window(*findScenarioPreset("llama3-8b-64xh100"));
        showActive(window);
        const test::OwnFiles files;
        QSignalSpy finished(&window.imports(), &ImportController::finished);
        window.imports().import({files.write("runs.csv", test::scalingTable())});
        VERIFY_EVENTUALLY(!finished.isEmpty());
        QVERIFY(window.evidenceStrip().isVisible());
        noComplaintsAbout(window.evidenceStrip(), 3);
        noComplaintsAbout(window.rightPanel(), 8);
    }

    void aFigureIsPressedByAssistiveTechnology()
    {
        MainWindow window(*findScenarioPreset("llama3-8b-64xh100"));
        window.resize(1920, 1080);
        static_cast<QWidget&>(window).show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        auto* figure = window.board().headline().findChild<Figure*>();
        QVERIFY(figure);
        QSignalSpy pressed(figure, &Figure::clicked);
        QAccessibleInterface* item = QAccessible::queryAccessibleInterface(figure);
        QCOMPARE(item->role(), QAccessible::Button);
        item->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(pressed.count(), 1);
    }

    /// The check itself finds faults.
    void faultsAreFound()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        column->addWidget(new QPushButton);
        auto* field = new QLineEdit;
        field->setAccessibleName(QStringLiteral("<b>Field</b>"));
        column->addWidget(field);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window, test::patience_ms));
        int seen = 0;
        QCOMPARE(complaintsAbout(window, seen).size(), 2);
    }

    void tabGoesFromControlsToChartsToDiagnosis()
    {
        MainWindow window(*findScenarioPreset("llama3-70b-512xh100"));
        window.resize(1920, 1080);
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::patience_ms));
        VERIFY_EVENTUALLY(!window.diagnosis().cards().isEmpty());
        window.controls().focusSearch();
        QList<int> order;
        for (int i = 0; i < 200; ++i) {
            const QWidget* at = QApplication::focusWidget();
            const int place = window.controls().isAncestorOf(at) ? 0
                : window.board().isAncestorOf(at)                ? 1
                : window.diagnosis().isAncestorOf(at)            ? 2
                                                                 : 3;
            if (place < 3 && !order.contains(place))
                order << place;
            QTest::keyClick(&window, Qt::Key_Tab);
        }
        QCOMPARE(order, (QList<int>{0, 1, 2}));
    }

    void aFocusedChartShowsItsFocus()
    {
        MainWindow window(MainWindow::defaultScenario());
        window.resize(1920, 1080);
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::patience_ms));
        Chart& chart = window.board().chart(QLatin1StringView("scaling"));
        window.controls().focusSearch();
        const QImage without = chart.grab().toImage();
        chart.setFocus(Qt::TabFocusReason);
        QVERIFY(chart.grab().toImage() != without);
    }
};

KNEEPOINT_TEST(AccessibilityTest)
#include "accessibility_test.moc"
