// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/diagnosis_panel.h"

#include <QAccessible>
#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

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
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY(!window.diagnosis().cards().isEmpty());
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
        QVERIFY(QTest::qWaitForWindowExposed(&window));
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
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        int seen = 0;
        QCOMPARE(complaintsAbout(window, seen).size(), 2);
    }

    void tabGoesFromControlsToChartsToDiagnosis()
    {
        MainWindow window(*findScenarioPreset("llama3-70b-512xh100"));
        window.resize(1920, 1080);
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY(!window.diagnosis().cards().isEmpty());
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
        QVERIFY(QTest::qWaitForWindowActive(&window));
        Chart& chart = window.board().chart(QLatin1StringView("scaling"));
        window.controls().focusSearch();
        const QImage without = chart.grab().toImage();
        chart.setFocus(Qt::TabFocusReason);
        QVERIFY(chart.grab().toImage() != without);
    }
};

KNEEPOINT_TEST(AccessibilityTest)
#include "accessibility_test.moc"
