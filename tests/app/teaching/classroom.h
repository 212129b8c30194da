// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/teaching/lesson_bar.h"
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/question_page.h"
#include "app/window/main_window.h"
#include "tests/support/eventually.h"
#include "widgets/charts/kit/chart.h"

#include <QPushButton>
#include <QTest>

#include <algorithm>

/// A window with a lesson, and what a student does in it.
namespace kneepoint {

struct Classroom {
    MainWindow window{MainWindow::defaultScenario()};
    LessonPanel& panel = window.lessons().panel();

    Classroom()
    {
        window.resize(1280, 720);
        static_cast<QWidget&>(window).show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window, test::patience_ms))
            qFatal("the window is not shown");
    }
    QPushButton& button(const QString& text) const
    {
        for (QPushButton* b : window.findChildren<QPushButton*>())
            if (b->text() == text && b->isVisible())
                return *b;
        qFatal("no such button");
    }
    [[nodiscard]] int chartsInSight() const
    {
        const QList<Chart*> all = window.findChildren<Chart*>();
        return static_cast<int>(std::ranges::count_if(all, [](const Chart* c) { return c->isVisible(); }));
    }
};

/// All text in the window except the answers to choose from, and the texts of its charts.
[[nodiscard]] QStringList readable(const MainWindow& window);

/// Draws a straight line on the pad with the mouse.
void drawLine(SketchPad& pad);

/// The step's first such widget; those of the previous step may still exist.
template <class Kind> Kind* shown(const Classroom& room)
{
    Kind* found = nullptr;
    const auto find = [&] {
        for (Kind* widget : room.panel.page().findChildren<Kind*>())
            if (!found && widget->isVisible())
                found = widget;
        return found != nullptr;
    };
    if (!test::eventually(find))
        qFatal("no such widget");
    return found;
}

/// Gives some answer with the mouse and locks it.
void answerWithMouse(Classroom& room);

} // namespace kneepoint
