// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/error.h"

#include <QString>

class QPainter;
class QWidget;

namespace kneepoint {

/// Writes what a widget shows, at its size, in the format of the file's ending (see savePicture). PNG has the widget's
/// own pixels; SVG and PDF hold its charts as vectors; CSV their data. The widget must have been shown (offscreen will
/// do).
[[nodiscard]] Result<void> saveWidget(QWidget& widget, const QString& path);

/// Draws a widget with every chart in it as vectors.
void drawAsVectors(QWidget& widget, QPainter& painter);

} // namespace kneepoint
