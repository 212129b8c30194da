// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/control_painting.h"

#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int groove_height = 4;
constexpr int handle_size = 14;
constexpr double disabled_opacity = 0.45;

const Theme& colorsOf(const QStyleOption& option)
{
    return theme(modeOf(option.palette));
}

bool hasProperty(const QWidget* widget, const char* name)
{
    return widget && widget->property(name).toBool();
}

bool isEnabled(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_Enabled);
}

/// The border of a control tells that it is pointed at.
QColor edgeOf(const QStyleOption& option)
{
    const Theme& colors = colorsOf(option);
    return isHot(option) ? colors.text : colors.border;
}

} // namespace

void drawButton(const QStyleOption& option, QPainter& painter, const QWidget* widget)
{
    const Theme& colors = colorsOf(option);
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(&option);
    const bool down = option.state.testFlag(QStyle::State_Sunken);
    const bool flat = button && button->features.testFlag(QStyleOptionButton::Flat);
    const bool main = isEnabled(option)
        && (hasProperty(widget, primary_property)
            || (button && button->features.testFlag(QStyleOptionButton::DefaultButton)));
    if (main) {
        const QColor fill = down ? mixed(colors.accent, colors.text, 0.8) : colors.accent;
        drawBox(painter, option.rect, fill, isHot(option) ? colors.text : fill);
    } else if (isOn(option)) {
        drawBox(painter, option.rect, colors.tint, colors.accent);
    } else {
        const QColor fill = down ? colors.press : isHot(option) ? colors.hover : colors.panel;
        drawBox(painter, option.rect, flat && !isHot(option) ? QColor() : fill, flat ? QColor() : edgeOf(option));
    }
}

void drawField(const QStyleOption& option, QPainter& painter, const QWidget* widget)
{
    const Theme& colors = colorsOf(option);
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option); frame && frame->lineWidth <= 0)
        return;
    if (hasProperty(widget, invalid_property))
        drawBox(painter, option.rect, colors.panel, colors.warning, control_radius, 2);
    else if (option.state.testFlag(QStyle::State_HasFocus))
        drawBox(painter, option.rect, colors.panel, colors.accent, control_radius, 2);
    else
        drawBox(painter, option.rect, isEnabled(option) ? colors.panel : colors.window, edgeOf(option));
}

void drawCheckBox(const QStyleOption& option, QPainter& painter, const QWidget* widget)
{
    const Theme& colors = colorsOf(option);
    const bool on = isOn(option);
    const QColor fill = !on ? colors.panel : isEnabled(option) ? colors.accent : colors.border;
    const QColor edge = on ? fill : edgeOf(option);
    if (!hasProperty(widget, switch_property)) {
        constexpr double radius = 4;
        drawBox(painter, option.rect, fill, edge, radius);
        if (on)
            drawTick(painter, option.rect, colors.panel);
        else if (option.state.testFlag(QStyle::State_NoChange))
            painter.fillRect(QRect(0, 0, 8, 2).translated(option.rect.center() - QPoint(4, 1)), colors.accent);
        return;
    }
    const QRect rect = option.rect;
    drawBox(painter, rect, on ? fill : colors.track, edge, rect.height() / 2.0);
    const int knob = rect.height() - 4;
    const QRect at(on ? rect.right() - knob - 1 : rect.left() + 2, rect.top() + 2, knob, knob);
    drawBox(painter, at, colors.panel, on ? colors.panel : colors.border, knob / 2.0);
}

void drawRadioButton(const QStyleOption& option, QPainter& painter)
{
    const Theme& colors = colorsOf(option);
    const QRect rect = option.rect;
    drawBox(painter, rect, colors.panel, isOn(option) && isEnabled(option) ? colors.accent : edgeOf(option),
        rect.width() / 2.0, isOn(option) ? 2 : 1);
    constexpr int inset = 4;
    if (isOn(option))
        drawBox(painter, rect.adjusted(inset, inset, -inset, -inset), isEnabled(option) ? colors.accent : colors.border,
            {}, rect.width() / 2.0);
}

void drawToolPanel(const QStyleOption& option, QPainter& painter)
{
    const Theme& colors = colorsOf(option);
    if (isOn(option))
        drawBox(painter, option.rect, colors.tint, colors.accent);
    else if (option.state.testFlag(QStyle::State_Sunken))
        drawBox(painter, option.rect, colors.press, {});
    else if (isHot(option))
        drawBox(painter, option.rect, colors.hover, {});
}

void drawComboBox(const QStyleOptionComplex& option, QPainter& painter)
{
    const Theme& colors = colorsOf(option);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    drawBox(painter, option.rect, isEnabled(option) ? colors.panel : colors.window,
        focused ? colors.accent : edgeOf(option), control_radius, focused ? 2 : 1);
    constexpr int arrow = 22;
    const QRect right(option.rect.right() - arrow, option.rect.top(), arrow, option.rect.height());
    drawChevron(painter, right, Direction::down, isEnabled(option) ? colors.muted : colors.border);
}

void drawSpinBox(const QStyleOptionComplex& option, const QRect& up, const QRect& down, QPainter& painter)
{
    const Theme& colors = colorsOf(option);
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    drawBox(painter, option.rect, isEnabled(option) ? colors.panel : colors.window,
        focused ? colors.accent : edgeOf(option), control_radius, focused ? 2 : 1);
    const QColor ink = isEnabled(option) ? colors.muted : colors.border;
    drawChevron(painter, up, Direction::up, ink);
    drawChevron(painter, down, Direction::down, ink);
}

QRect sliderGroove(const QStyleOptionSlider& slider)
{
    return slider.rect;
}

QRect sliderHandle(const QStyleOptionSlider& slider)
{
    const int place = QStyle::sliderPositionFromValue(slider.minimum, slider.maximum, slider.sliderPosition,
        std::max(0, slider.rect.width() - handle_size), slider.upsideDown);
    return {slider.rect.left() + place, slider.rect.top() + (slider.rect.height() - handle_size) / 2, handle_size,
        handle_size};
}

void drawSlider(const QStyleOptionSlider& slider, QPainter& painter)
{
    const Theme& colors = colorsOf(slider);
    const QRect handle = sliderHandle(slider);
    const int top = slider.rect.top() + (slider.rect.height() - groove_height) / 2;
    painter.save();
    if (!isEnabled(slider))
        painter.setOpacity(disabled_opacity);
    const QColor strong = isEnabled(slider) ? colors.accent : colors.border;
    drawBox(painter, QRect(slider.rect.left(), top, slider.rect.width(), groove_height), colors.track, {},
        groove_height / 2.0);
    drawBox(painter, QRect(slider.rect.left(), top, handle.center().x() - slider.rect.left(), groove_height), strong,
        {}, groove_height / 2.0);
    const bool held = slider.state.testFlag(QStyle::State_Sunken);
    drawBox(painter, handle, held || isHot(slider) ? colors.tint : colors.panel, strong, handle_size / 2.0, 2);
    if (slider.state.testFlag(QStyle::State_HasFocus))
        drawFocusRing(painter, handle.adjusted(-2, -2, 2, 2), colors.accent, handle_size);
    painter.restore();
}

QRect scrollThumb(const QStyleOptionSlider& bar)
{
    constexpr int least = 24;
    const bool across = bar.orientation == Qt::Horizontal;
    const int length = across ? bar.rect.width() : bar.rect.height();
    const int range = bar.maximum - bar.minimum;
    if (range <= 0)
        return bar.rect;
    const auto share = static_cast<qint64>(bar.pageStep) * length / std::max(1, range + bar.pageStep);
    const int thumb = std::min(length, std::max(least, static_cast<int>(share)));
    const int place =
        QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - thumb, bar.upsideDown);
    return across ? QRect(bar.rect.left() + place, bar.rect.top(), thumb, bar.rect.height())
                  : QRect(bar.rect.left(), bar.rect.top() + place, bar.rect.width(), thumb);
}

void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter)
{
    const Theme& colors = colorsOf(bar);
    if (bar.maximum <= bar.minimum)
        return;
    const QRect thumb = scrollThumb(bar).adjusted(2, 2, -2, -2);
    const bool held = bar.state.testFlag(QStyle::State_Sunken) || isHot(bar);
    drawBox(painter, thumb, held ? colors.border : colors.track, {}, std::min(thumb.width(), thumb.height()) / 2.0);
}

} // namespace kneepoint
