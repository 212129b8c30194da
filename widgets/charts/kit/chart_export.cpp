// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/chart_export.h"

#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/sentence_line.h"
#include "widgets/picture_file.h"

#include <QPainter>
#include <QPicture>
#include <qcustomplot.h>

namespace kneepoint {
namespace {

constexpr double png_pixel_ratio = 2;

} // namespace

void drawPlot(Chart& chart, QPainter& painter, const QRect& rect)
{
    QCustomPlot& plot = *chart.plot();
    chart.layOutFor(rect.size());
    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setMode(QCPPainter::pmVectorized);
        QCPLayer* overlay = plot.layer(QStringLiteral("overlay"));
        overlay->setVisible(false);
        plot.toPainter(&recorder, rect.width(), rect.height());
        overlay->setVisible(true);
    }
    chart.layOutFor(plot.size());
    painter.save();
    painter.translate(rect.topLeft());
    painter.drawPicture(0, 0, picture);
    painter.restore();
}

void drawChart(Chart& chart, QPainter& painter, const QRect& rect)
{
    const int line = sentenceHeight(chart.font());
    drawPlot(chart, painter, rect.adjusted(0, 0, 0, -line));
    drawSentence(painter, QRect(rect.left(), rect.bottom() + 1 - line, rect.width(), line), chart.sentence(),
        chart.font(), chart.themeMode());
}

QImage chartImage(Chart& chart, QSize size, double pixel_ratio)
{
    QImage image(size * pixel_ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixel_ratio);
    image.fill(theme(chart.themeMode()).panel);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    drawChart(chart, painter, QRect(QPoint(), size));
    return image;
}

namespace {

PictureSource sourceOf(Chart& chart, const QString& path, QSize size)
{
    return {
        .title = chart.title(),
        .description = chart.sentence(),
        .size = size,
        .dpi = chart.logicalDpiX(),
        .image = [&chart, size] { return chartImage(chart, size, png_pixel_ratio); },
        .paint =
            [&chart, path, size](QPainter& painter) {
                // An SVG file has no clipping, so a zoomed chart is drawn whole.
                if (chart.isZoomed() && path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
                    chart.resetZoom();
                drawChart(chart, painter, QRect(QPoint(), size));
            },
        .csv = [&chart] { return chart.csv(); },
    };
}

} // namespace

Result<QByteArray> chartBytes(Chart& chart, const QString& path, QSize size)
{
    return pictureBytes(sourceOf(chart, path, size), path);
}

} // namespace kneepoint
