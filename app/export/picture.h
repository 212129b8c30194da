// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <QByteArray>
#include <QString>

class QPainter;
class QWidget;

namespace kneepoint {

/// A widget as the content of a file, at its size, in the format given by the suffix (see pictureBytes). PNG has the
/// widget's pixels, or `scale` times as many in each direction, SVG and PDF have its charts as vectors, CSV their data.
/// The widget must have been shown (offscreen is enough).
[[nodiscard]] Result<QByteArray> widgetBytes(QWidget& widget, const QString& path, double scale = 1);

/// Draws a widget with every chart in it as vectors.
void drawAsVectors(QWidget& widget, QPainter& painter);

} // namespace kneepoint
