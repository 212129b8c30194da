// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/style.h"

#include "widgets/accessible_controls.h"
#include "widgets/style/control_style.h"

#include <QApplication>

namespace kneepoint {

QStyle* makeStyle()
{
    return new ControlStyle;
}

void applyTheme(QApplication& application, ThemeMode mode)
{
    describeControls();
    if (!application.property("kneepoint_style").toBool()) {
        QApplication::setStyle(makeStyle());
        application.setProperty("kneepoint_style", true);
    }
    if (const QPalette colors = palette(mode); colors != QApplication::palette())
        QApplication::setPalette(colors);
    QFont font = QApplication::font();
    font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    font.setPointSizeF(baseFontPoints());
    if (font != QApplication::font())
        QApplication::setFont(font);
}

} // namespace kneepoint
