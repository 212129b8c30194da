// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/handout_theme.h"

#include "model/step/step_report.h"
#include "widgets/text.h"
#include "widgets/theme/fill.h"

#include <QBuffer>
#include <QJsonArray>

#include <array>

namespace kneepoint {
namespace {

/// Names of the quantities in the page, in the order of the enumeration.
constexpr std::array<const char*, quantity_count> quantity_names{
    "compute", "memory", "data_comm", "tensor_comm", "expert_comm", "waiting", "input", "overhead"};

QString cssColor(const QColor& color)
{
    return color.alpha() == 255 ? color.name()
                                : QStringLiteral("rgba(%1,%2,%3,%4)")
                                      .arg(color.red())
                                      .arg(color.green())
                                      .arg(color.blue())
                                      .arg(color.alphaF(), 0, 'f', 3);
}

QJsonObject tokens(ThemeMode mode)
{
    const Theme& t = theme(mode);
    return {{"window", cssColor(t.window)}, {"panel", cssColor(t.panel)}, {"text", cssColor(t.text)},
        {"muted", cssColor(t.muted)}, {"grid", cssColor(t.grid)}, {"accent", cssColor(t.accent)},
        {"warning", cssColor(t.warning)}, {"border", cssColor(t.border)}};
}

/// The dashes of a pen as SVG writes them, in pixels of a line of width 1.
QString dashesOf(const QPen& pen)
{
    QStringList lengths;
    if (pen.style() != Qt::SolidLine)
        for (const qreal length : pen.dashPattern())
            lengths << QString::number(length * pen.widthF());
    return lengths.join(u' ');
}

QJsonObject quantities(ThemeMode mode)
{
    constexpr double line_width = 1.8;
    QJsonObject all;
    for (int i = 0; i < quantity_count; ++i) {
        const auto quantity = static_cast<Quantity>(i);
        all[QLatin1StringView(quantity_names[static_cast<std::size_t>(i)])] =
            QJsonObject{{"color", cssColor(quantityColor(quantity, mode))},
                {"text", cssColor(quantityTextColor(quantity, mode))}, {"tint", cssColor(regionTint(quantity, mode))},
                {"dashes", dashesOf(quantityPen(quantity, mode, line_width))}};
    }
    return all;
}

/// A fill as color, and as the tile that the program's charts repeat, if it is more than a color.
QJsonObject fillJson(const Fill& fill, ThemeMode mode)
{
    QJsonObject json{{"color", cssColor(groundColor(fill, mode))}};
    const QImage tile = fillBrush(fill, mode).textureImage();
    if (tile.isNull())
        return json;
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    tile.save(&buffer, "png");
    json["tile"] = QStringLiteral("data:image/png;base64,") + QLatin1StringView(png.toBase64());
    return json;
}

QJsonArray parts(ThemeMode mode)
{
    QJsonArray all;
    for (std::size_t i = 0; i < part_count; ++i) {
        const auto part = static_cast<Part>(i);
        all << QJsonObject{
            {"exposed", fillJson(fillOf(part), mode)}, {"hidden", fillJson(fillOf(part, Shade::hidden), mode)}};
    }
    return all;
}

QJsonObject bounds()
{
    QJsonObject all;
    for (std::size_t i = 0; i < bound_count; ++i) {
        const auto bound = static_cast<Bound>(i);
        all[toQString(boundId(bound))] = QLatin1StringView(quantity_names[static_cast<std::size_t>(quantityOf(bound))]);
    }
    return all;
}

QJsonObject modeJson(ThemeMode mode)
{
    return {{"tokens", tokens(mode)}, {"quantities", quantities(mode)}, {"parts", parts(mode)}, {"bounds", bounds()}};
}

} // namespace

QJsonObject handoutTheme()
{
    return {{"light", modeJson(ThemeMode::light)}, {"dark", modeJson(ThemeMode::dark)}};
}

} // namespace kneepoint
