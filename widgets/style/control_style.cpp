// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/control_style.h"

#include "widgets/style/control_painting.h"
#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int control_height = 28;
constexpr int tab_height = 36;
constexpr int arrow_width = 24;
constexpr int cell_side = 8;  ///< of the texts of a roomy table
constexpr int field_side = 6; ///< besides the two pixels of a line edit

const Theme& themeOf(const QStyleOption& option)
{
    return theme(modeOf(option.palette));
}

/// The option with the colors of chosen things in lists and menus: a tint, and text that stays text.
template <class Option> Option calmlySelected(const Option& option, const QColor& fill)
{
    Option calm = option;
    const QColor text = themeOf(option).text;
    calm.palette.setColor(QPalette::Highlight, fill);
    calm.palette.setColor(QPalette::HighlightedText, text);
    return calm;
}

void drawLine(QPainter& painter, const QPoint& from, const QPoint& to, const QColor& color)
{
    painter.save();
    painter.setPen(color);
    painter.drawLine(from, to);
    painter.restore();
}

bool isRoomy(const QWidget* table)
{
    return table && table->property(roomy_property).toBool();
}

bool isSwitch(const QWidget* widget)
{
    return widget && widget->property(switch_property).toBool();
}

} // namespace

ControlStyle::ControlStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void ControlStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const Theme& colors = themeOf(*option);
    const auto chevron = [&](Direction direction) {
        drawChevron(
            *painter, option->rect, direction, option->state.testFlag(State_Enabled) ? colors.muted : colors.border);
    };
    switch (element) {
    case PE_PanelButtonCommand:
        return drawButton(*option, *painter, widget);
    case PE_PanelLineEdit:
        return drawField(*option, *painter, widget);
    case PE_FrameLineEdit:
    case PE_FrameTabWidget:
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
        return;
    case PE_IndicatorCheckBox:
        return drawCheckBox(*option, *painter, widget);
    case PE_IndicatorRadioButton:
        return drawRadioButton(*option, *painter);
    case PE_PanelButtonTool:
        return drawToolPanel(*option, *painter);
    case PE_FrameFocusRect:
        return drawFocusRing(*painter, option->rect, colors.accent);
    case PE_Frame:
        return drawBox(*painter, option->rect, {}, colors.line, 0);
    case PE_FrameMenu:
        return drawBox(*painter, option->rect, {}, colors.border, card_radius);
    case PE_FrameGroupBox:
        return drawBox(*painter, option->rect, {}, colors.line, card_radius);
    case PE_PanelTipLabel:
        return drawBox(*painter, option->rect, colors.panel, colors.border, card_radius);
    case PE_FrameTabBarBase:
        return drawLine(*painter, option->rect.bottomLeft(), option->rect.bottomRight(), colors.line);
    case PE_IndicatorArrowDown:
        return chevron(Direction::down);
    case PE_IndicatorArrowUp:
        return chevron(Direction::up);
    case PE_IndicatorArrowRight:
        return chevron(Direction::right);
    case PE_IndicatorArrowLeft:
        return chevron(Direction::left);
    case PE_PanelItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            const QStyleOptionViewItem calm = calmlySelected(*item, colors.tint);
            return QProxyStyle::drawPrimitive(element, &calm, painter, widget);
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void ControlStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const Theme& colors = themeOf(*option);
    const bool hot = isHot(*option);
    switch (element) {
    case CE_PushButtonBevel: // a command link has a border like any button, and is never filled
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button && button->features.testFlag(QStyleOptionButton::CommandLinkButton)) {
            QStyleOptionButton plain = *button;
            plain.features.setFlag(QStyleOptionButton::DefaultButton, false);
            return proxy()->drawPrimitive(PE_PanelButtonCommand, &plain, painter, widget);
        }
        break;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton label = *button;
            const bool main = button->state.testFlag(State_Enabled)
                && (button->features.testFlag(QStyleOptionButton::DefaultButton)
                    || (widget && widget->property(primary_property).toBool()));
            if (main)
                label.palette.setColor(QPalette::ButtonText, colors.panel);
            else if (isOn(*option))
                label.palette.setColor(QPalette::ButtonText, colors.accent);
            return QProxyStyle::drawControl(element, &label, painter, widget);
        }
        break;
    case CE_TabBarTabShape:
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return element == CE_TabBarTabShape ? void() : drawTab(*tab, *painter, widget);
        break;
    case CE_Splitter:
        if (hot)
            QProxyStyle::drawControl(element, option, painter, widget);
        return;
    case CE_ToolBar:
        painter->fillRect(option->rect, colors.window);
        return drawLine(*painter, option->rect.bottomLeft(), option->rect.bottomRight(), colors.line);
    case CE_MenuBarEmptyArea:
        return painter->fillRect(option->rect, colors.window);
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            painter->fillRect(option->rect, colors.window);
            if (option->state.testFlag(State_Selected))
                drawBox(*painter, option->rect.adjusted(1, 2, -1, -2), colors.press, {});
            return drawItemText(painter, option->rect, Qt::AlignCenter | Qt::TextShowMnemonic, option->palette,
                option->state.testFlag(State_Enabled), item->text, QPalette::WindowText);
        }
        break;
    case CE_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            const QStyleOptionMenuItem calm = calmlySelected(*item, colors.hover);
            return QProxyStyle::drawControl(element, &calm, painter, widget);
        }
        break;
    case CE_ItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            const QStyleOptionViewItem calm = calmlySelected(*item, colors.tint);
            return QProxyStyle::drawControl(element, &calm, painter, widget);
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, colors.panel);
        return drawLine(*painter, option->rect.bottomLeft(), option->rect.bottomRight(), colors.line);
    case CE_ProgressBarGroove:
        return drawBox(*painter, option->rect, colors.track, {}, control_radius);
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
            bar && bar->maximum > bar->minimum) {
            const double share = double(bar->progress - bar->minimum) / double(bar->maximum - bar->minimum);
            QRect done = option->rect;
            done.setWidth(static_cast<int>(share * option->rect.width()));
            return drawBox(*painter, done, colors.accent, {}, control_radius);
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

/// The text alone; the chosen one bold over a line of the accent color.
void ControlStyle::drawTab(const QStyleOptionTab& tab, QPainter& painter, const QWidget* widget) const
{
    const Theme& colors = themeOf(tab);
    const bool chosen = tab.state.testFlag(State_Selected);
    const bool hot = isHot(tab);
    painter.save();
    QFont font = painter.font();
    font.setBold(chosen);
    painter.setFont(font);
    painter.setPen(chosen || hot ? colors.text : colors.muted);
    const QRect words = tab.rect.adjusted(2, 0, -2, 0);
    painter.drawText(words, Qt::AlignCenter | Qt::TextShowMnemonic,
        QFontMetrics(font).elidedText(tab.text, Qt::ElideRight, words.width(), Qt::TextShowMnemonic));
    constexpr int underline = 2;
    constexpr int space = 6;
    if (chosen)
        painter.fillRect(
            QRect(tab.rect.left() + space, tab.rect.bottom() - underline + 1, tab.rect.width() - 2 * space, underline),
            colors.accent);
    painter.restore();
    if (tab.state.testFlag(State_HasFocus) && widget && widget->hasFocus())
        drawFocusRing(painter, tab.rect.adjusted(0, 4, 0, -4), colors.accent);
}

void ControlStyle::drawToolButton(const QStyleOptionToolButton& button, QPainter& painter, const QWidget* widget) const
{
    QStyleOptionToolButton label = button;
    label.state.setFlag(State_Sunken, button.state.testFlag(State_Sunken) || button.activeSubControls != SC_None);
    if (!button.state.testFlag(State_MouseOver) && !button.state.testFlag(State_On))
        label.state.setFlag(State_Sunken, button.state.testFlag(State_Sunken));
    if (widget && widget->property(bordered_property).toBool())
        drawBox(
            painter, button.rect, themeOf(button).panel, isHot(button) ? themeOf(button).text : themeOf(button).border);
    proxy()->drawPrimitive(PE_PanelButtonTool, &label, &painter, widget);
    if (isOn(button))
        label.palette.setColor(QPalette::ButtonText, themeOf(button).accent);
    label.state.setFlag(State_Sunken, false); // pressed text does not move
    const bool menu = button.features.testFlag(QStyleOptionToolButton::HasMenu);
    constexpr int menu_width = 18;
    constexpr int side = 4;
    label.rect = button.rect.adjusted(side, 0, menu ? -menu_width : -side, 0);
    proxy()->drawControl(CE_ToolButtonLabel, &label, &painter, widget);
    if (menu)
        drawChevron(painter,
            QRect(button.rect.right() - menu_width, button.rect.top(), menu_width - side, button.rect.height()),
            Direction::down, themeOf(button).muted);
    if (button.state.testFlag(State_HasFocus))
        drawFocusRing(painter, button.rect, themeOf(button).accent);
}

void ControlStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control == CC_ComboBox)
        drawComboBox(*option, *painter);
    else if (control == CC_SpinBox)
        drawSpinBox(*option, subControlRect(control, option, SC_SpinBoxUp, widget),
            subControlRect(control, option, SC_SpinBoxDown, widget), *painter);
    else if (control == CC_Slider && slider && slider->orientation == Qt::Horizontal)
        drawSlider(*slider, *painter);
    else if (control == CC_ScrollBar && slider)
        drawScrollBar(*slider, *painter);
    else if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
             control == CC_ToolButton && button)
        drawToolButton(*button, *painter, widget);
    else
        QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect ControlStyle::subControlRect(
    ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const
{
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control == CC_Slider && slider && slider->orientation == Qt::Horizontal)
        return part == SC_SliderHandle ? sliderHandle(*slider) : sliderGroove(*slider);
    if (control == CC_ScrollBar && slider)
        switch (part) {
        case SC_ScrollBarSlider:
            return scrollThumb(*slider);
        case SC_ScrollBarGroove:
            return slider->rect;
        case SC_ScrollBarAddPage:
        case SC_ScrollBarSubPage: {
            const QRect thumb = scrollThumb(*slider);
            const bool before = part == SC_ScrollBarSubPage;
            if (slider->orientation == Qt::Horizontal)
                return before ? QRect(slider->rect.topLeft(), thumb.bottomLeft())
                              : QRect(thumb.topRight(), slider->rect.bottomRight());
            return before ? QRect(slider->rect.topLeft(), thumb.topRight())
                          : QRect(thumb.bottomLeft(), slider->rect.bottomRight());
        }
        default:
            return {};
        }
    if (control == CC_SpinBox) {
        const QRect& all = option->rect;
        const QRect buttons(all.right() - arrow_width, all.top() + 2, arrow_width, all.height() - 4);
        const int half = buttons.height() / 2;
        switch (part) {
        case SC_SpinBoxUp:
            return {buttons.topLeft(), QSize(arrow_width, half)};
        case SC_SpinBoxDown:
            return {buttons.left(), buttons.top() + half, arrow_width, half};
        case SC_SpinBoxEditField:
            return all.adjusted(6, 2, -arrow_width, -2);
        default:
            return all;
        }
    }
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return option->rect.adjusted(6, 1, -arrow_width, -1);
    if (control == CC_ComboBox && part == SC_ComboBoxArrow)
        return {option->rect.right() - arrow_width, option->rect.top(), arrow_width, option->rect.height()};
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect ControlStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    if (element == SE_PushButtonFocusRect)
        return option->rect;
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    if (element == SE_LineEditContents && frame && frame->lineWidth > 0)
        return option->rect.adjusted(field_side, 1, -field_side, -1);
    return QProxyStyle::subElementRect(element, option, widget);
}

QSize ControlStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& contents, const QWidget* widget) const
{
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    const int least = std::max(control_height, option->fontMetrics.height() + 10);
    switch (type) {
    case CT_PushButton:
        return {size.width() + 8, std::max(least, contents.height() + 8)};
    case CT_LineEdit:
        return {contents.width() + 16, least};
    case CT_ComboBox:
        return {size.width(), least};
    case CT_SpinBox:
        return {contents.width() + arrow_width + 12, least};
    case CT_ToolButton: {
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        const bool words = button && button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
        const int menu = button && button->features.testFlag(QStyleOptionToolButton::HasMenu) ? 14 : 0;
        return {std::max(control_height, contents.width() + (words ? 18 : 8) + menu),
            std::max(control_height, contents.height() + 6)};
    }
    case CT_TabBarTab:
        return {size.width() + 4, std::max(tab_height, option->fontMetrics.height() + 14)};
    case CT_MenuBarItem:
        return {size.width(), std::max(control_height, option->fontMetrics.height() + 8)};
    case CT_MenuItem:
        return {size.width(), std::max(size.height(), option->fontMetrics.height() + 8)};
    default:
        return size;
    }
}

int ControlStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_TabBarTabHSpace:
        return 12;
    case PM_TabBarTabVSpace:
        return 10;
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_SliderLength:
        return 14;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
        return 20;
    case PM_ScrollBarExtent:
        return 10;
    case PM_IndicatorWidth:
        return isSwitch(widget) ? 30 : 16;
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return 16;
    case PM_ToolBarFrameWidth:
    case PM_ToolBarItemMargin:
        return 0;
    case PM_ToolBarItemSpacing:
        return 8;
    case PM_DefaultFrameWidth:
        return 1;
    case PM_HeaderMargin:
        return widget && isRoomy(widget->parentWidget()) ? cell_side : QProxyStyle::pixelMetric(metric, option, widget);
    case PM_FocusFrameHMargin: // of the text of a cell, less one
        return isRoomy(widget) ? cell_side - 1 : QProxyStyle::pixelMetric(metric, option, widget);
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ControlStyle::styleHint(
    StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* answer) const
{
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ScrollBar_Transient:
        return 0;
    case SH_Menu_Mask: // floating panels have the corners of cards, also without a compositor
    case SH_ToolTip_Mask:
        if (auto* mask = qstyleoption_cast<QStyleHintReturnMask*>(answer); mask && option) {
            mask->region = roundedRegion(option->rect);
            return 1;
        }
        return 0;
    case SH_Menu_Scrollable: // instead of columns of entries
        return 1;
    default:
        return QProxyStyle::styleHint(hint, option, widget, answer);
    }
}

/// Those of the theme instead of Fusion's pictures, which are dark on dark and take longer to read than to draw.
QIcon ControlStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const
{
    switch (which) {
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton:
        return actionIcon(QStringLiteral("more"));
    case SP_LineEditClearButton:
        return actionIcon(QStringLiteral("close"));
    default:
        return QProxyStyle::standardIcon(which, option, widget);
    }
}

void ControlStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) || qobject_cast<QComboBox*>(widget)
        || qobject_cast<QAbstractSlider*>(widget) || qobject_cast<QTabBar*>(widget))
        widget->setAttribute(Qt::WA_Hover);
    // Text from outside is plain unless a label asks for markup. Tool tips are labels, too: plainToolTip().
    if (auto* label = qobject_cast<QLabel*>(widget);
        label && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
        label->setTextFormat(Qt::PlainText);
}

} // namespace kneepoint
