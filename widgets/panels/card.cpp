// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/card.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/name_label.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/role_font.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QToolButton>

namespace kneepoint {
namespace {

constexpr int header_height = 36;
constexpr int header_side = 14;

} // namespace

Card::Card(const QString& name, QWidget* content, QWidget* parent)
    : QFrame(parent)
    , m_content(content)
    , m_header(new QWidget)
    , m_row(new QHBoxLayout(m_header))
{
    m_header->setMinimumHeight(header_height);
    m_row->setContentsMargins(header_side, 0, 6, 0);
    m_row->setSpacing(0);
    auto* label = new NameLabel(name);
    setRoleFont(*label, FontRole::strong);
    m_row->addWidget(label, 1);
    if (name.isEmpty())
        m_header->hide(); // showing it here would open a window: it has no parent yet
    auto* column = columnIn(this, {1, 1, 1, 4}, 0);
    column->addWidget(m_header);
    column->addWidget(content, 1);
}

QToolButton* Card::addButton(const QString& icon, const QString& name)
{
    auto* button = new QToolButton;
    button->setObjectName(icon);
    button->setIcon(actionIcon(icon));
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(plainToolTip(name));
    button->setFocusPolicy(Qt::TabFocus);
    m_row->addWidget(button);
    return button;
}

void Card::addToHeader(QWidget* widget)
{
    m_row->addWidget(widget);
    m_row->addSpacing(6);
}

void Card::setHeaderVisible(bool visible)
{
    m_header->setVisible(visible);
}

void Card::setBare(bool bare)
{
    m_bare = bare;
    update();
}

void Card::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    if (m_bare)
        painter.fillRect(rect(), colors.panel);
    else
        drawBox(painter, rect(), colors.panel, colors.line, card_radius);
}

} // namespace kneepoint
