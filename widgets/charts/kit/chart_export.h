// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <QByteArray>
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

[[nodiscard]] QImage chartImage(Chart& chart, QSize size, double pixel_ratio = 1);

/// The content of a file of this name: the chart as .png (at twice the resolution), .svg or .pdf, or its data as .csv.
/// Other suffixes are an error.
[[nodiscard]] Result<QByteArray> chartBytes(Chart& chart, const QString& path, QSize size);

} // namespace kneepoint
