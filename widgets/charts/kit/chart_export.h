// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <QImage>
#include <QRect>
#include <QSize>
#include <QString>

class QPainter;

namespace kneepoint {

class Chart;

/// Draws the chart and its sentence into a rectangle, with a layout for its size.
void drawChart(Chart& chart, QPainter& painter, const QRect& rect);

/// The same without the sentence.
void drawPlot(Chart& chart, QPainter& painter, const QRect& rect);
[[nodiscard]] QImage plotImage(Chart& chart, QSize size, double pixel_ratio = 1);

[[nodiscard]] QImage chartImage(Chart& chart, QSize size, double pixel_ratio = 1);

/// Writes the chart as .png (at twice the resolution), .svg or .pdf, or its data as .csv. Other suffixes and files that
/// cannot be written are an error.
[[nodiscard]] Result<void> saveChart(Chart& chart, const QString& path, QSize size);

/// The chart as the content of an SVG file.
[[nodiscard]] Result<QByteArray> chartSvg(Chart& chart, QSize size);

} // namespace kneepoint
