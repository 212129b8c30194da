// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/step_keys.h"

#include <QKeyEvent>

namespace kneepoint {

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

} // namespace kneepoint
