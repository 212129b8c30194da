// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace kneepoint {

namespace {

/// Qt paints `currentColor` black whatever the palette says, so the colour is written into the drawing.
QPixmap drawn(QByteArray svg, const QColor& color, int size)
{
    QSvgRenderer renderer(svg.replace("currentColor", color.name().toLatin1()));
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon actionIcon(const QString& name, ThemeMode mode)
{
    QFile file(":/icons/" + name + ".svg");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 48, 64}) {
        icon.addPixmap(drawn(svg, theme(mode).text, size), QIcon::Normal);
        icon.addPixmap(drawn(svg, theme(mode).muted, size), QIcon::Disabled);
    }
    return icon;
}

} // namespace kneepoint
