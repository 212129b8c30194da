// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/value_slider.h"

#include "widgets/controls/keys.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>

namespace kneepoint {

ValueSlider::ValueSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void ValueSlider::setMark(std::optional<int> position)
{
    if (position == m_mark)
        return;
    m_mark = position;
    update();
}

void ValueSlider::paintEvent(QPaintEvent* event)
{
    if (m_mark) {
        QStyleOptionSlider option;
        initStyleOption(&option);
        option.sliderPosition = *m_mark;
        const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.drawLine(handle.center().x(), 0, handle.center().x(), height());
    }
    QSlider::paintEvent(event);
}

void ValueSlider::mousePressEvent(QMouseEvent* event)
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    if (event->button() == Qt::LeftButton && !handle.contains(event->position().toPoint())) {
        const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
        const int pixel = event->position().toPoint().x() - groove.x() - handle.width() / 2;
        setSliderPosition(QStyle::sliderValueFromPosition(
            minimum(), maximum(), pixel, groove.width() - handle.width(), option.upsideDown));
    }
    QSlider::mousePressEvent(event);
}

void ValueSlider::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    const int turn = event->angleDelta().y();
    if (turn != 0)
        emit stepRequested(turn > 0 ? 1 : -1);
    emit stepsFinished();
    event->accept();
}

void ValueSlider::keyPressEvent(QKeyEvent* event)
{
    if (const int count = stepsOfKey(*event, pageStep(), maximum()))
        emit stepRequested(count);
    else
        QSlider::keyPressEvent(event);
}

void ValueSlider::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat() && stepsOfKey(*event, pageStep(), maximum()) != 0)
        emit stepsFinished();
    QSlider::keyReleaseEvent(event);
}

void ValueSlider::focusOutEvent(QFocusEvent* event)
{
    emit stepsFinished();
    QSlider::focusOutEvent(event);
}

} // namespace kneepoint
