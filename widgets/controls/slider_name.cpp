// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/slider_name.h"

#include "widgets/style/shapes.h"

#include <QPainter>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int side = 8;
constexpr int pill_height = 22;
constexpr int above = 13; ///< from the middle of the handle to the lower edge

} // namespace

SliderName::SliderName(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void SliderName::showAt(const QString& text, const QPoint& handle)
{
    m_text = text;
    const int height = std::max(pill_height, fontMetrics().height() + 4);
    const int width = std::min(fontMetrics().horizontalAdvance(text) + 2 * side, parentWidget()->width());
    const int left = std::clamp(handle.x() - width / 2, 0, parentWidget()->width() - width);
    setGeometry(left, std::max(0, handle.y() - above - height), width, height);
    raise();
    show();
    update();
}

void SliderName::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    drawBox(painter, rect(), palette().color(QPalette::WindowText), {}, control_radius);
    painter.setPen(palette().color(QPalette::Window));
    painter.drawText(rect().adjusted(side, 0, -side, 0), Qt::AlignCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(m_text, Qt::ElideRight, width() - 2 * side));
}

} // namespace kneepoint
