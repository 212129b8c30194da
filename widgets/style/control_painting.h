// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

class QPainter;
class QStyleOption;
class QStyleOptionComplex;
class QStyleOptionSlider;
class QWidget;

/// The controls that are drawn as a whole.
namespace kneepoint {

void drawButton(const QStyleOption& option, QPainter& painter, const QWidget* widget);
void drawField(const QStyleOption& option, QPainter& painter, const QWidget* widget);
void drawCheckBox(const QStyleOption& option, QPainter& painter, const QWidget* widget);
void drawRadioButton(const QStyleOption& option, QPainter& painter);
void drawToolPanel(const QStyleOption& option, QPainter& painter);
void drawComboBox(const QStyleOptionComplex& option, QPainter& painter);
/// A field with two chevrons at its right end, in these halves.
void drawSpinBox(const QStyleOptionComplex& option, const QRect& up, const QRect& down, QPainter& painter);

/// Where groove and handle of a horizontal slider are.
[[nodiscard]] QRect sliderGroove(const QStyleOptionSlider& slider);
[[nodiscard]] QRect sliderHandle(const QStyleOptionSlider& slider);
void drawSlider(const QStyleOptionSlider& slider, QPainter& painter);

[[nodiscard]] QRect scrollThumb(const QStyleOptionSlider& bar);
void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter);

} // namespace kneepoint
