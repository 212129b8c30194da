// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace kneepoint {

namespace {

/// Drawn when first needed at a size: most icons are in menus that are rarely opened.
class ThemedIcon : public QIconEngine {
public:
    ThemedIcon(QString name, QByteArray svg)
        : m_name(std::move(name))
        , m_svg(std::move(svg))
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device()->devicePixelRatio();
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        const QColor color = QGuiApplication::palette().color(
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::WindowText);
        const QString key = QStringLiteral("icon-%1-%2-%3").arg(m_name, color.name()).arg(size.width());
        QPixmap drawn;
        if (!QPixmapCache::find(key, &drawn)) {
            drawn = draw(size, color);
            QPixmapCache::insert(key, drawn);
        }
        return drawn;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new ThemedIcon(*this); }

private:
    /// Qt always paints `currentColor` black, regardless of the palette, so the color is written into the drawing.
    [[nodiscard]] QPixmap draw(const QSize& size, const QColor& color) const
    {
        QSvgRenderer renderer(QByteArray(m_svg).replace("currentColor", color.name().toLatin1()));
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        return pixmap;
    }

    QString m_name;
    QByteArray m_svg;
};

} // namespace

QIcon actionIcon(const QString& name)
{
    QFile file(":/icons/" + name + ".svg");
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon(new ThemedIcon(name, file.readAll()));
}

} // namespace kneepoint
