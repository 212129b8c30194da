// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/presentation.h"

#include "widgets/theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace kneepoint {
namespace {

constexpr int ring_width = 56;
constexpr int ring_alpha = 90;
constexpr double spotlight_radius = 160;
constexpr int dark_alpha = 150;
constexpr double presentation_scale = 1.6;

} // namespace

PointerRing::PointerRing(QWidget& window)
    : QWidget(&window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    resize(ring_width, ring_width);
    qApp->installEventFilter(this);
}

void PointerRing::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_seen)
        return;
    if (m_spotlight)
        return paintSpotlight(painter);
    QColor color = palette().color(QPalette::Highlight);
    color.setAlpha(ring_alpha);
    painter.setPen(QPen(color, 3));
    color.setAlpha(ring_alpha / 3);
    painter.setBrush(color);
    painter.drawEllipse(rect().adjusted(3, 3, -3, -3));
}

void PointerRing::paintSpotlight(QPainter& painter) const
{
    QPainterPath dark;
    dark.addRect(rect());
    dark.addEllipse(QPointF(m_at), spotlight_radius, spotlight_radius);
    QColor shade = palette().color(QPalette::Shadow);
    shade.setAlpha(dark_alpha);
    painter.fillPath(dark, shade);
}

void PointerRing::setSpotlight(bool on)
{
    m_spotlight = on;
    follow();
}

void PointerRing::follow()
{
    if (m_spotlight)
        setGeometry(parentWidget()->rect());
    else
        setGeometry(QRect(m_at - QPoint(ring_width / 2, ring_width / 2), QSize(ring_width, ring_width)));
    update();
    raise();
}

bool PointerRing::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove && isVisible()) {
        m_seen = true;
        m_at = parentWidget()->mapFromGlobal(static_cast<QMouseEvent*>(event)->globalPosition().toPoint());
        follow();
    }
    return QWidget::eventFilter(watched, event);
}

void setPresentationFont(bool large)
{
    QFont font = QApplication::font();
    font.setPointSizeF(baseFontPoints() * (large ? presentation_scale : 1));
    QApplication::setFont(font);
}

} // namespace kneepoint
