// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/quick_key.h"

#include <QAbstractButton>
#include <QEvent>
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

void clickAtOnce(QAbstractButton& button)
{
    button.installEventFilter(new QuickKey(&button));
}

} // namespace kneepoint
