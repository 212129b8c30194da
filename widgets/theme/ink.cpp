// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/ink.h"

#include "widgets/theme/theme.h"

namespace kneepoint {

QColor inkOn(const QColor& color)
{
    const QColor dark(Qt::black), light(Qt::white);
    return contrast(color, dark) >= contrast(color, light) ? dark : light;
}

} // namespace kneepoint
