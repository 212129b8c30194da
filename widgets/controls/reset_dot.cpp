// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/reset_dot.h"

#include <QPainter>

namespace kneepoint {
namespace {

constexpr int dot_size = 6;
constexpr int dot_room = 14; ///< also to click on

} // namespace

ResetDot::ResetDot(QWidget* parent)
    : QAbstractButton(parent)
{
    QSizePolicy policy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    hide();
}

QSize ResetDot::sizeHint() const
{
    return {dot_room, 2 * dot_room};
}

void ResetDot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Highlight));
    const double radius = underMouse() || hasFocus() ? dot_size / 2.0 + 1 : dot_size / 2.0;
    painter.drawEllipse(QRectF(rect()).center(), radius, radius);
}

} // namespace kneepoint
