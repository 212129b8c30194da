// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_export.h"

#include "widgets/charts/chart.h"
#include "widgets/charts/sentence_line.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <qcustomplot.h>

namespace kneepoint {
namespace {

constexpr double png_pixel_ratio = 2;
constexpr double points_per_inch = 72;

QByteArray pngBytes(Chart& chart, QSize size)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    chartImage(chart, size, png_pixel_ratio).save(&buffer, "png");
    return bytes;
}

/// SVG knows no clipping of the painter, so that a zoomed chart is drawn whole.
QByteArray svgBytes(Chart& chart, QSize size)
{
    if (chart.isZoomed())
        chart.resetZoom();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(chart.logicalDpiX());
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    svg.setTitle(chart.title());
    svg.setDescription(chart.sentence());
    QPainter painter(&svg);
    drawChart(chart, painter, QRect(QPoint(), size));
    painter.end();
    return bytes;
}

QByteArray pdfBytes(Chart& chart, QSize size)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(chart.title());
    pdf.setResolution(chart.logicalDpiX());
    pdf.setPageSize(QPageSize(QSizeF(size) * points_per_inch / chart.logicalDpiX(), QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    QPainter painter(&pdf);
    drawChart(chart, painter, QRect(QPoint(), size));
    painter.end();
    return bytes;
}

} // namespace

void drawChart(Chart& chart, QPainter& painter, const QRect& rect)
{
    QCustomPlot& plot = *chart.plot();
    const int line = sentenceHeight(chart.font());
    const QSize plot_size(rect.width(), rect.height() - line);
    chart.layOutFor(plot_size);
    QPicture picture;
    {
        QCPPainter recorder(&picture);
        recorder.setMode(QCPPainter::pmVectorized);
        QCPLayer* overlay = plot.layer(QStringLiteral("overlay"));
        overlay->setVisible(false);
        plot.toPainter(&recorder, plot_size.width(), plot_size.height());
        overlay->setVisible(true);
    }
    chart.layOutFor(plot.size());
    painter.save();
    painter.translate(rect.topLeft());
    painter.drawPicture(0, 0, picture);
    drawSentence(
        painter, QRect(0, plot_size.height(), rect.width(), line), chart.sentence(), chart.font(), chart.themeMode());
    painter.restore();
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

Result<void> saveChart(Chart& chart, const QString& path, QSize size)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("png"))
        bytes = pngBytes(chart, size);
    else if (suffix == QLatin1String("svg"))
        bytes = svgBytes(chart, size);
    else if (suffix == QLatin1String("pdf"))
        bytes = pdfBytes(chart, size);
    else if (suffix == QLatin1String("csv"))
        bytes = QByteArray::fromStdString(chart.csv());
    else
        return failure(path.toStdString() + ": charts are saved as .png, .svg, .pdf or .csv.");

    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failure(path.toStdString() + ": " + file.errorString().toStdString() + ".");
    return {};
}

} // namespace kneepoint
