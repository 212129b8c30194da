// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/presentation.h"

#include "widgets/theme/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace kneepoint {
namespace {

constexpr int ring_width = 56;
constexpr int ring_alpha = 90;
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
    QColor color = palette().color(QPalette::Highlight);
    color.setAlpha(ring_alpha);
    painter.setPen(QPen(color, 3));
    color.setAlpha(ring_alpha / 3);
    painter.setBrush(color);
    painter.drawEllipse(rect().adjusted(3, 3, -3, -3));
}

bool PointerRing::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove && isVisible()) {
        const QPoint at = parentWidget()->mapFromGlobal(static_cast<QMouseEvent*>(event)->globalPosition().toPoint());
        move(at - rect().center());
        raise();
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
