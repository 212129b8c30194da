// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/control_style.h"

#include <QPainter>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

namespace kneepoint {
namespace {

ThemeMode modeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? ThemeMode::dark : ThemeMode::light;
}

/// `radius` of the corners.
void drawEdge(const QStyleOption& option, QPainter& painter, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(controlBorder(modeOf(option.palette)));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

/// Unless the style's own shows the focus.
void drawBorder(const QStyleOption& option, QPainter& painter)
{
    if (!option.state.testFlag(QStyle::State_HasFocus))
        drawEdge(option, painter, 2);
}

class ControlStyle : public QProxyStyle {
public:
    ControlStyle()
        : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    {
    }

    void drawPrimitive(
        PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_FrameLineEdit || element == PE_IndicatorCheckBox || element == PE_PanelButtonCommand)
            drawBorder(*option, *painter);
        else if (element == PE_IndicatorRadioButton)
            drawEdge(*option, *painter, option->rect.width() / 2.0);
    }

    /// Tabs are close together because there are many of them.
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        constexpr int tab_space = 8;
        return metric == PM_TabBarTabHSpace ? tab_space : QProxyStyle::pixelMetric(metric, option, widget);
    }

    /// The grip of a splitter shows when the pointer is on it.
    void drawControl(
        ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        if (element != CE_Splitter || option->state.testFlag(QStyle::State_MouseOver))
            QProxyStyle::drawControl(element, option, painter, widget);
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override
    {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        if (control == CC_ComboBox)
            drawBorder(*option, *painter);
    }
};

} // namespace

QColor controlBorder(ThemeMode mode)
{
    return mode == ThemeMode::dark ? QColor(0x8A, 0x94, 0x9F) : QColor(0x7C, 0x84, 0x90);
}

QStyle* makeControlStyle()
{
    return new ControlStyle;
}

} // namespace kneepoint
