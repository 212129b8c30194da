// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/teaching/classroom.h"

#include "widgets/controls/answer_button.h"
#include "widgets/panels/sketch_pad.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <qcustomplot.h>

namespace kneepoint {
namespace {

/// The labels of a plot that can be seen.
QStringList textsOf(const QCustomPlot& plot)
{
    QStringList words;
    if (!plot.isVisible())
        return words;
    for (int i = 0; i < plot.itemCount(); ++i)
        if (const auto* label = qobject_cast<const QCPItemText*>(plot.item(i)); label && label->visible())
            words << label->text();
    return words;
}

} // namespace

QStringList readable(const MainWindow& window)
{
    QStringList words{window.windowTitle(), window.accessibleName()};
    for (const QWidget* w : window.findChildren<QWidget*>()) {
        if (!w->isVisible() || qobject_cast<const AnswerButton*>(w))
            continue;
        words << w->accessibleName() << w->accessibleDescription() << w->toolTip() << w->statusTip()
              << w->windowTitle();
        if (const auto* label = qobject_cast<const QLabel*>(w))
            words << label->text();
        if (const auto* b = qobject_cast<const QAbstractButton*>(w))
            words << b->text();
        if (const auto* edit = qobject_cast<const QLineEdit*>(w))
            words << edit->text() << edit->placeholderText();
    }
    for (const QCustomPlot* plot : window.findChildren<QCustomPlot*>())
        words << textsOf(*plot);
    for (const QAction* action : window.findChildren<QAction*>())
        if (action->isEnabled())
            words << action->text() << action->toolTip();
    words.removeAll(QString());
    return words;
}

void drawLine(SketchPad& pad)
{
    QWidget* plot = pad.findChild<QWidget*>();
    const QPoint from(plot->width() / 5, plot->height() / 2);
    QTest::mousePress(plot, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i)
        QTest::mouseMove(plot, from + QPoint(i * plot->width() / 20, 0));
    QTest::mouseRelease(plot, Qt::LeftButton, {}, from + QPoint(plot->width() / 2, 0));
}

void answerWithMouse(Classroom& room)
{
    const Question& q = *room.panel.step().question;
    if (q.kind == Question::Kind::number)
        shown<QLineEdit>(room)->setText(QStringLiteral("1"));
    else if (q.kind == Question::Kind::choice)
        QTest::mouseClick(shown<AnswerButton>(room), Qt::LeftButton);
    else
        drawLine(*room.panel.sketch());
    QTest::mouseClick(&room.panel.bar().lock(), Qt::LeftButton);
}

} // namespace kneepoint
