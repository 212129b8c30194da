// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/error.h"

#include <QString>

class QPainter;
class QWidget;

namespace kneepoint {

enum class PictureFormat { png, svg, pdf };

/// Writes what a widget shows, at its size. PNG has the widget's own pixels; SVG and PDF hold its charts as vectors.
/// The widget must have been shown (offscreen will do). Fails with one sentence where the file cannot be written.
[[nodiscard]] Result<void> savePicture(QWidget& widget, PictureFormat format, const QString& path);

/// Draws a widget with every chart in it as vectors.
void drawAsVectors(QWidget& widget, QPainter& painter);

} // namespace kneepoint
