// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/value_slider.h"

#include "widgets/controls/keys.h"
#include "widgets/controls/slider_name.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QVariantAnimation>

#include <utility>

namespace kneepoint {
namespace {

constexpr int least_width = 24;
constexpr int pulse_ms = 1200;

} // namespace

ValueSlider::ValueSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFixedHeight(hit_height);
    connect(this, &QSlider::valueChanged, this, &ValueSlider::showName);
}

void ValueSlider::setMark(std::optional<int> position)
{
    if (position == m_mark)
        return;
    m_mark = position;
    update();
}

QSize ValueSlider::sizeHint() const
{
    return {QSlider::sizeHint().width(), hit_height};
}

QSize ValueSlider::minimumSizeHint() const
{
    return {least_width, hit_height};
}

void ValueSlider::setNames(std::function<QString(int)> name)
{
    m_name = std::move(name);
    update();
}

QString ValueSlider::shownName() const
{
    return m_shown_name && !m_shown_name->isHidden() ? m_shown_name->text() : QString();
}

/// It hangs over the row, in the window, so that nothing moves.
void ValueSlider::showName()
{
    if (!m_name || !isSliderDown() || !isVisible()) {
        if (m_shown_name)
            m_shown_name->hide();
        return;
    }
    if (!m_shown_name) {
        m_shown_name = new SliderName(window());
        connect(this, &QObject::destroyed, m_shown_name, &QObject::deleteLater);
    }
    m_shown_name->showAt(m_name(sliderPosition()), mapTo(window(), handleAt(sliderPosition()).center()));
}

void ValueSlider::pulse()
{
    if (m_pulse)
        return;
    m_pulse = new QVariantAnimation(this);
    m_pulse->setStartValue(0.0);
    m_pulse->setEndValue(1.0);
    m_pulse->setDuration(pulse_ms);
    connect(m_pulse, &QVariantAnimation::valueChanged, this, [this] { update(); });
    connect(m_pulse, &QVariantAnimation::finished, this, [this] { update(); });
    m_pulse->start(QAbstractAnimation::DeleteWhenStopped);
}

QRect ValueSlider::handleAt(int position) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    option.sliderPosition = position;
    return style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
}

void ValueSlider::drawDots(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const Theme& colors = theme(modeOf(palette()));
    for (int position = minimum(); position <= maximum(); ++position) {
        if (position == sliderPosition())
            continue;
        painter.setBrush(position < sliderPosition() && isEnabled() ? colors.panel : colors.border);
        const double radius = position < sliderPosition() ? 1.5 : 2.5; // inside the filled groove
        painter.drawEllipse(QRectF(handleAt(position)).center(), radius, radius);
    }
    painter.restore();
}

void ValueSlider::paintEvent(QPaintEvent* event)
{
    if (m_mark) {
        const QRect handle = handleAt(*m_mark);
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.drawLine(handle.center().x(), 0, handle.center().x(), height());
    }
    QSlider::paintEvent(event);
    if (m_name) {
        QPainter painter(this);
        drawDots(painter);
    }
    if (!m_pulse)
        return;
    const double progress = m_pulse->currentValue().toDouble();
    QColor ring = palette().color(QPalette::Highlight);
    ring.setAlphaF(static_cast<float>(1 - progress));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ring, 3));
    painter.drawEllipse(QRectF(handleAt(sliderPosition())).center(), 4 + 4 * progress, 4 + 4 * progress);
}

void ValueSlider::mousePressEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton || handleAt(sliderPosition()).contains(at)) {
        QSlider::mousePressEvent(event);
    } else {
        QStyleOptionSlider option;
        initStyleOption(&option);
        const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
        const int handle = handleAt(sliderPosition()).width();
        setSliderDown(true); // before the jump, which is part of the drag
        setSliderPosition(QStyle::sliderValueFromPosition(
            minimum(), maximum(), at.x() - groove.x() - handle / 2, groove.width() - handle, option.upsideDown));
        // Of a family, the nearest step may not be under the pointer.
        QMouseEvent on_handle(event->type(), QPointF(handleAt(sliderPosition()).center()), event->globalPosition(),
            event->button(), event->buttons(), event->modifiers());
        QSlider::mousePressEvent(&on_handle);
    }
    showName();
}

void ValueSlider::mouseReleaseEvent(QMouseEvent* event)
{
    QSlider::mouseReleaseEvent(event);
    showName();
}

void ValueSlider::hideEvent(QHideEvent* event)
{
    if (m_shown_name)
        m_shown_name->hide();
    QSlider::hideEvent(event);
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
