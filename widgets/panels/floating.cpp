// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/floating.h"

#include "widgets/style/shapes.h"
#include "widgets/theme/theme.h"

#include <QPainter>

namespace kneepoint {

void FloatingFrame::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    drawBox(painter, rect(), colors.panel, colors.border, card_radius);
}

} // namespace kneepoint
