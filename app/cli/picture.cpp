// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/picture.h"

#include "widgets/charts/chart.h"
#include "widgets/charts/chart_export.h"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QPixmap>
#include <QSaveFile>
#include <QSvgGenerator>

namespace kneepoint {

namespace {

constexpr int points_per_inch = 72;

/// Leaves a chart out of what its parent draws, while its place in the layout stays.
class HiddenChart {
public:
    explicit HiddenChart(Chart& chart)
        : m_chart(chart)
        , m_policy(chart.sizePolicy())
    {
        QSizePolicy keeping = m_policy;
        keeping.setRetainSizeWhenHidden(true);
        chart.setSizePolicy(keeping);
        chart.setVisible(false);
    }
    ~HiddenChart()
    {
        m_chart.setVisible(true);
        m_chart.setSizePolicy(m_policy);
    }
    Q_DISABLE_COPY_MOVE(HiddenChart)

private:
    Chart& m_chart;
    QSizePolicy m_policy;
};

QList<Chart*> visibleCharts(const QWidget& widget)
{
    QList<Chart*> charts;
    for (Chart* chart : widget.findChildren<Chart*>())
        if (chart->isVisible())
            charts.append(chart);
    return charts;
}

void savePng(QWidget& widget, QIODevice& device)
{
    widget.grab().save(&device, "png");
}

void saveSvg(QWidget& widget, QIODevice& device)
{
    QSvgGenerator svg;
    svg.setOutputDevice(&device);
    svg.setResolution(widget.logicalDpiX());
    svg.setSize(widget.size());
    svg.setViewBox(widget.rect());
    svg.setTitle(widget.accessibleName());
    QPainter painter(&svg);
    drawAsVectors(widget, painter);
}

void savePdf(QWidget& widget, QIODevice& device)
{
    QPdfWriter pdf(&device);
    pdf.setResolution(widget.logicalDpiX());
    pdf.setPageSize(QPageSize(QSizeF(widget.size()) * points_per_inch / widget.logicalDpiX(), QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    QPainter painter(&pdf);
    drawAsVectors(widget, painter);
}

} // namespace

void drawAsVectors(QWidget& widget, QPainter& painter)
{
    if (auto* chart = qobject_cast<Chart*>(&widget)) {
        drawChart(*chart, painter, chart->rect());
        return;
    }
    const QList<Chart*> charts = visibleCharts(widget);
    {
        std::vector<std::unique_ptr<HiddenChart>> hidden;
        for (Chart* chart : charts)
            hidden.push_back(std::make_unique<HiddenChart>(*chart));
        widget.render(&painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
    }
    for (Chart* chart : charts)
        drawChart(*chart, painter, QRect(chart->mapTo(&widget, QPoint()), chart->size()));
}

Result<void> savePicture(QWidget& widget, PictureFormat format, const QString& path)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (format == PictureFormat::png)
        savePng(widget, buffer);
    else if (format == PictureFormat::svg)
        saveSvg(widget, buffer);
    else
        savePdf(widget, buffer);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failure(path.toStdString() + ": " + file.errorString().toStdString());
    return {};
}

} // namespace kneepoint
