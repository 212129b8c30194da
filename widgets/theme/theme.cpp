// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "model/analysis/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double base_font_points = 10;
constexpr double region_strength = 0.08;

const Theme light_theme{
    .window = QColor(0xF6, 0xF7, 0xF9),
    .panel = QColor(0xFF, 0xFF, 0xFF),
    .text = QColor(0x1B, 0x1F, 0x24),
    .muted = QColor(0x5B, 0x65, 0x70),
    .grid = QColor(0xE4, 0xE8, 0xED),
    .accent = QColor(0x00, 0x72, 0xB2),
    .warning = QColor(0xB4, 0x23, 0x18),
    .line = QColor(0xD9, 0xDF, 0xE5),
    .border = QColor(0x85, 0x8F, 0x9A),
    .hover = QColor(0xEE, 0xF1, 0xF5),
    .press = QColor(0xE4, 0xE8, 0xED),
    .tint = QColor(0xE8, 0xF3, 0xFA),
    .track = QColor(0xCF, 0xD6, 0xDD),
    .better = QColor(0x00, 0x70, 0x4F),
    .worse = QColor(0xA8, 0x43, 0x00),
};
const Theme dark_theme{
    .window = QColor(0x14, 0x17, 0x1A),
    .panel = QColor(0x1C, 0x20, 0x24),
    .text = QColor(0xE8, 0xEB, 0xEE),
    .muted = QColor(0xA6, 0xB0, 0xBB),
    .grid = QColor(0x2B, 0x31, 0x37),
    .accent = QColor(0x56, 0xB4, 0xE9),
    .warning = QColor(0xFF, 0x8A, 0x80),
    .line = QColor(0x30, 0x37, 0x3E),
    .border = QColor(0x70, 0x7B, 0x87),
    .hover = QColor(0x25, 0x2B, 0x31),
    .press = QColor(0x2B, 0x31, 0x37),
    .tint = QColor(0x1B, 0x2E, 0x3B),
    .track = QColor(0x3A, 0x42, 0x4A),
    .better = QColor(0x3C, 0xC7, 0x9B),
    .worse = QColor(0xFF, 0x8A, 0x3D),
};

/// How a quantity is distinguished without its color. An empty dash pattern is a solid line.
struct Sign {
    QRgb light = 0;
    QRgb dark = 0;
    QRgb light_text = 0; ///< dark enough to be read on a light panel; on a dark one the hue itself is
    QList<qreal> dashes;
    Qt::BrushStyle hatch = Qt::NoBrush;
};

const Sign& sign(Quantity quantity)
{
    static const std::array<Sign, quantity_count> signs{{
        {0x0072B2, 0x4DA3DC, 0x0068A3, {}, Qt::FDiagPattern},
        {0x56B4E9, 0x8CCBF2, 0x1F78AE, {8, 3}, Qt::FDiagPattern},
        {0xD55E00, 0xFF8A3D, 0xB34700, {6, 2, 1.5, 2}, Qt::BDiagPattern},
        {0xE69F00, 0xF2B84B, 0x8A5F00, {3, 2}, Qt::DiagCrossPattern},
        {0x7A5200, 0xA8802F, 0x7A5200, {1, 2}, Qt::Dense6Pattern},
        {0xCC79A7, 0xE3A0C4, 0x9C4A78, {1, 4}, Qt::Dense7Pattern},
        {0x009E73, 0x3CC79B, 0x00704F, {4, 2}, Qt::HorPattern},
        {0x7A828C, 0xA3ACB6, 0x5B6570, {}, Qt::VerPattern},
    }};
    return signs[static_cast<std::size_t>(quantity)];
}

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

const Theme& theme(ThemeMode mode)
{
    return mode == ThemeMode::dark ? dark_theme : light_theme;
}

ThemeMode modeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? ThemeMode::dark : ThemeMode::light;
}

Quantity quantityOf(Part part)
{
    switch (part) {
    case Part::input:
        return Quantity::input;
    case Part::compute:
        return Quantity::compute;
    case Part::memory:
    case Part::optimizer:
        return Quantity::memory;
    case Part::tensor_comm:
    case Part::context_comm:
    case Part::pipeline_comm:
        return Quantity::tensor_comm;
    case Part::expert_comm:
        return Quantity::expert_comm;
    case Part::bubble:
    case Part::straggler:
        return Quantity::waiting;
    case Part::data_comm:
        return Quantity::data_comm;
    case Part::launch:
    case Part::delay:
        break;
    }
    return Quantity::overhead;
}

Quantity quantityOf(Bound bound)
{
    switch (bound) {
    case Bound::compute:
        return Quantity::compute;
    case Bound::memory:
        return Quantity::memory;
    case Bound::communication:
        return Quantity::data_comm;
    case Bound::input:
        return Quantity::input;
    case Bound::bubble:
    case Bound::straggler:
        return Quantity::waiting;
    case Bound::overhead:
        break;
    }
    return Quantity::overhead;
}

Quantity quantityOf(RoofBound bound)
{
    switch (bound) {
    case RoofBound::memory:
        return Quantity::memory;
    case RoofBound::network:
        return Quantity::data_comm;
    case RoofBound::compute:
        break;
    }
    return Quantity::compute;
}

Quantity quantityOf(Cause cause)
{
    switch (cause) {
    case Cause::exposed_communication:
    case Cause::contention:
        return Quantity::data_comm;
    case Cause::starved_input:
        return Quantity::input;
    case Cause::straggler:
    case Cause::pipeline_bubble:
    case Cause::failures:
        return Quantity::waiting;
    case Cause::tensor_parallel_slow_link:
    case Cause::over_sharding:
        return Quantity::tensor_comm;
    case Cause::expert_all_to_all:
    case Cause::expert_imbalance:
        return Quantity::expert_comm;
    case Cause::out_of_memory:
    case Cause::dequantization:
        return Quantity::memory;
    case Cause::none:
    case Cause::large_batch:
    case Cause::padding:
    case Cause::adapter_bound:
        return Quantity::compute;
    case Cause::tiny_batch:
    case Cause::protocol_overhead:
    case Cause::offload_link:
    case Cause::optimizer_gathers:
        break;
    }
    return Quantity::overhead;
}

QColor quantityColor(Quantity quantity, ThemeMode mode)
{
    return QColor(mode == ThemeMode::dark ? sign(quantity).dark : sign(quantity).light);
}

QColor quantityTextColor(Quantity quantity, ThemeMode mode)
{
    return QColor(mode == ThemeMode::dark ? sign(quantity).dark : sign(quantity).light_text);
}

QPen quantityPen(Quantity quantity, ThemeMode mode, double width)
{
    QPen pen(quantityColor(quantity, mode), width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    if (const auto& dashes = sign(quantity).dashes; !dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

Qt::BrushStyle quantityHatch(Quantity quantity)
{
    return sign(quantity).hatch;
}

QColor sequentialColor(double share)
{
    static const std::array<QColor, 6> stops{
        QColor(0x00, 0x22, 0x4E),
        QColor(0x35, 0x45, 0x6C),
        QColor(0x66, 0x69, 0x70),
        QColor(0x94, 0x8E, 0x77),
        QColor(0xC8, 0xB8, 0x66),
        QColor(0xFE, 0xE8, 0x38),
    };
    const double at = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return mixed(stops[below + 1], stops[below], at - double(below));
}

QColor mixed(const QColor& a, const QColor& b, double share_of_a)
{
    const auto mix = [share_of_a](
                         int x, int y) { return static_cast<int>(std::lround(x * share_of_a + y * (1 - share_of_a))); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor regionTint(Quantity quantity, ThemeMode mode)
{
    return mixed(quantityColor(quantity, mode), theme(mode).panel, region_strength);
}

double contrast(const QColor& a, const QColor& b)
{
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

QFont roleFont(const QFont& base, FontRole role)
{
    QFont font = base;
    const double points = base.pointSizeF() > 0 ? base.pointSizeF() : base_font_points;
    switch (role) {
    case FontRole::base:
        break;
    case FontRole::small:
        font.setPointSizeF(points * 0.9);
        break;
    case FontRole::strong:
        font.setBold(true);
        break;
    case FontRole::title:
        font.setPointSizeF(points * 1.3);
        font.setBold(true);
        break;
    case FontRole::figure:
        font.setPointSizeF(points * 1.6);
        font.setBold(true);
        break;
    case FontRole::headline:
        font.setPointSizeF(points * 2.2);
        font.setBold(true);
        break;
    }
    return font;
}

double baseFontPoints()
{
    return base_font_points;
}

QPalette palette(ThemeMode mode)
{
    const Theme& colors = theme(mode);
    QPalette p(colors.window);
    p.setColor(QPalette::Window, colors.window);
    p.setColor(QPalette::WindowText, colors.text);
    p.setColor(QPalette::Base, colors.panel);
    p.setColor(QPalette::AlternateBase, mixed(colors.grid, colors.panel, 0.4));
    p.setColor(QPalette::Text, colors.text);
    p.setColor(QPalette::PlaceholderText, colors.muted);
    p.setColor(QPalette::Button, colors.panel);
    p.setColor(QPalette::ButtonText, colors.text);
    p.setColor(QPalette::BrightText, colors.warning);
    p.setColor(QPalette::ToolTipBase, colors.panel);
    p.setColor(QPalette::ToolTipText, colors.text);
    p.setColor(QPalette::Highlight, colors.accent);
    p.setColor(QPalette::HighlightedText, colors.panel);
    p.setColor(QPalette::Link, colors.accent);
    p.setColor(QPalette::LinkVisited, colors.accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, colors.muted);
    p.setColor(QPalette::Disabled, QPalette::Highlight, colors.grid);
    return p;
}

} // namespace kneepoint
