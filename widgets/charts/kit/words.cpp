// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/words.h"

#include "widgets/text.h"

#include <QCoreApplication>

#include <cmath>

namespace kneepoint {

QString changeOf(double now, double before)
{
    constexpr double same = 0.0005;
    if (!(before > 0))
        return QCoreApplication::translate("Charts", "new");
    const double change = now / before - 1;
    if (std::abs(change) < same)
        return QCoreApplication::translate("Charts", "unchanged");
    constexpr double many = 10; // "11×" is as wide as a small change in per cent
    if (now >= many * before)
        return toQString(now / before, Unit::factor);
    return (change < 0 ? QStringLiteral("−") : QStringLiteral("+")) + toQString(std::abs(change), Unit::ratio);
}

} // namespace kneepoint
