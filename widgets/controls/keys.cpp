// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/keys.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QShortcutEvent>

namespace kneepoint {
namespace {

class QuickKey : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* button = qobject_cast<QAbstractButton*>(watched);
        if (!button || event->type() != QEvent::Shortcut || static_cast<QShortcutEvent*>(event)->isAmbiguous())
            return false;
        button->click();
        return true;
    }
};

} // namespace

bool isUndoKey(QEvent& event)
{
    if (event.type() != QEvent::ShortcutOverride)
        return false;
    const auto& key = static_cast<QKeyEvent&>(event);
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

int stepsOfKeyInText(const QKeyEvent& key, int page)
{
    switch (key.key()) {
    case Qt::Key_Up:
        return 1;
    case Qt::Key_Down:
        return -1;
    case Qt::Key_PageUp:
        return page;
    case Qt::Key_PageDown:
        return -page;
    default:
        return 0;
    }
}

int stepsOfKey(const QKeyEvent& key, int page, int steps)
{
    switch (key.key()) {
    case Qt::Key_Right:
        return 1;
    case Qt::Key_Left:
        return -1;
    case Qt::Key_End:
        return steps;
    case Qt::Key_Home:
        return -steps;
    default:
        return stepsOfKeyInText(key, page);
    }
}

void clickAtOnce(QAbstractButton& button)
{
    button.installEventFilter(new QuickKey(&button));
}

} // namespace kneepoint
