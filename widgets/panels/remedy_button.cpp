// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/remedy_button.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

namespace kneepoint {
namespace {

constexpr int fix_side = 12;
constexpr int fix_above = 7;

} // namespace

RemedyButton::RemedyButton(const Remedy& remedy, QWidget* parent)
    : QPushButton(parent)
    , m_remedy(remedy)
{
    const QString gain = toQString(gainText(remedy));
    const QString trade_off = toQString(remedy.trade_off);
    setAccessibleName(tr("Apply %1: %2").arg(toQString(remedy.label), gain));
    setAccessibleDescription(trade_off.isEmpty() ? toQString(remedy.sentence)
                                                 : tr("%1. Trade-off: %2").arg(toQString(remedy.sentence), trade_off));
    setFocusPolicy(Qt::TabFocus); // a click applies; the focus would go on to preview the next remedy
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);

    auto* column = columnIn(this, {fix_side, fix_above, fix_side, fix_above}, 0);
    auto* row = addedTo<QHBoxLayout>(*column, {}, fix_side);
    row->addWidget(textInButton(toQString(remedy.label)), 1);
    auto* strong = new QLabel(gain);
    strong->setAttribute(Qt::WA_TransparentForMouseEvents);
    strong->setFont(roleFont(font(), FontRole::strong));
    row->addWidget(strong, 0, Qt::AlignTop);
    auto* second = addedTo<QHBoxLayout>(*column, {}, fix_side);
    auto* small = textInButton(trade_off);
    small->setFont(roleFont(font(), FontRole::small));
    small->setForegroundRole(QPalette::PlaceholderText);
    second->addWidget(small, 1);
    m_hint = new QLabel(tr("click to apply"));
    m_hint->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_hint->setFont(roleFont(font(), FontRole::small));
    m_hint->setForegroundRole(QPalette::Link);
    m_hint->hide();
    second->addWidget(m_hint, 0, Qt::AlignTop);
    setToolTip(plainToolTip(toQString(remedy.sentence)));
}

void RemedyButton::showTried(bool on)
{
    m_hint->setVisible(on && !m_narrow);
    update();
    emit tried(on);
}

/// A row: a line above it, and a tint while it is previewed.
void RemedyButton::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    if (underMouse() || hasFocus())
        painter.fillRect(rect(), isDown() ? colors.press : colors.tint);
    painter.setPen(colors.grid);
    painter.drawLine(0, 0, width(), 0);
    if (hasFocus())
        drawFocusRing(painter, rect(), colors.accent);
}

void RemedyButton::setNarrow(bool narrow)
{
    m_narrow = narrow;
    QSizePolicy keeps = m_hint->sizePolicy();
    keeps.setRetainSizeWhenHidden(!narrow); // the row keeps its height under the pointer
    m_hint->setSizePolicy(keeps);
}

QSize RemedyButton::sizeHint() const
{
    return layout()->sizeHint();
}

QSize RemedyButton::minimumSizeHint() const
{
    return layout()->minimumSize();
}

void RemedyButton::enterEvent(QEnterEvent* event)
{
    QPushButton::enterEvent(event);
    showTried(true);
}

void RemedyButton::leaveEvent(QEvent* event)
{
    QPushButton::leaveEvent(event);
    showTried(hasFocus());
}

void RemedyButton::focusInEvent(QFocusEvent* event)
{
    QPushButton::focusInEvent(event);
    showTried(true);
}

void RemedyButton::focusOutEvent(QFocusEvent* event)
{
    QPushButton::focusOutEvent(event);
    showTried(underMouse());
}

void RemedyButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QPushButton::keyPressEvent(event);
}

} // namespace kneepoint
