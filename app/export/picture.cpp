// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/picture.h"

#include "app/export/picture_subject.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/picture_file.h"

#include <QApplication>
#include <QPainter>

#include <memory>
#include <vector>

namespace kneepoint {

namespace {

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

/// The widget as it looks without the keyboard's focus, which belongs to the window and not to the picture.
QImage imageOf(QWidget& widget)
{
    QWidget* focused = QApplication::focusWidget();
    if (focused)
        focused->clearFocus();
    QImage image = widget.grab().toImage();
    if (focused)
        focused->setFocus();
    return image;
}

/// Drawn again at the scale, not magnified.
QImage scaledImageOf(QWidget& widget, double scale)
{
    const QSize size = widget.size() * scale;
    if (qint64(size.width()) * size.height() > most_pixels)
        return {};
    QImage image(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(widget.palette().color(QPalette::Window));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::TextAntialiasing);
    drawAsVectors(widget, painter);
    return image;
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

Result<QByteArray> widgetBytes(QWidget& widget, const QString& path, double scale)
{
    return pictureBytes({
                            .title = widget.accessibleName(),
                            .description = widget.accessibleDescription(),
                            .size = widget.size(),
                            .dpi = widget.logicalDpiX(),
                            .image = [&] { return scale == 1 ? imageOf(widget) : scaledImageOf(widget, scale); },
                            .paint = [&](QPainter& painter) { drawAsVectors(widget, painter); },
                            .csv = [&] { return dataOf(widget); },
                        },
        path);
}

} // namespace kneepoint
