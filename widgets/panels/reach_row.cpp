// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/reach_row.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace kneepoint {
namespace {

constexpr int reach_side = 12;
constexpr int reach_above = 7;

QLabel* reachSmall(const QString& text)
{
    QLabel* label = textInButton(text);
    setRoleFont(*label, FontRole::small);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

ReachRow::ReachRow(const QString& change, const QString& figure, const QString& others, QWidget* parent)
    : QPushButton(parent)
    , m_more(new QWidget)
    , m_effect(reachSmall({}))
    , m_apply(new QPushButton(tr("Apply")))
{
    setAccessibleName(tr("%1: %2").arg(change, figure));
    setAccessibleDescription(tr("A click previews it on the charts, Enter applies it"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto* column = columnIn(this, {reach_side, reach_above, reach_side, reach_above}, 2);
    auto* row = addedTo<QHBoxLayout>(*column, {}, reach_side);
    row->addWidget(textInButton(change), 1);
    auto* strong = new QLabel(figure);
    strong->setAttribute(Qt::WA_TransparentForMouseEvents);
    setRoleFont(*strong, FontRole::strong);
    row->addWidget(strong, 0, Qt::AlignTop);
    if (!others.isEmpty())
        column->addWidget(reachSmall(others));
    auto* more = columnIn(m_more, {0, 4, 0, 2}, 6);
    more->addWidget(m_effect);
    m_apply->setProperty(primary_property, true);
    m_apply->setAccessibleName(tr("Apply %1").arg(change));
    m_apply->setToolTip(plainToolTip(tr("Change the scenario; one step of undo (Enter)")));
    more->addWidget(m_apply, 0, Qt::AlignLeft);
    column->addWidget(m_more);
    m_more->hide();
    connect(m_apply, &QPushButton::clicked, this, &ReachRow::accepted);
}

void ReachRow::setChosen(bool chosen)
{
    m_chosen = chosen;
    m_more->setVisible(chosen);
    setAccessibleDescription(chosen ? tr("Previewed on the charts; Enter applies it, Escape ends the preview")
                                    : tr("A click previews it on the charts, Enter applies it"));
    updateGeometry();
    update();
}

void ReachRow::setEffect(const QString& effect)
{
    m_effect->setText(withUnbrokenNumbers(effect));
}

QString ReachRow::effect() const
{
    return m_effect->text();
}

void ReachRow::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    if (m_chosen)
        painter.fillRect(rect(), colors.tint);
    else if (underMouse())
        painter.fillRect(rect(), isDown() ? colors.press : colors.hover);
    painter.setPen(colors.grid);
    painter.drawLine(0, 0, width(), 0);
    if (m_chosen)
        painter.fillRect(QRect(0, 0, 3, height()), colors.accent);
    if (hasFocus())
        drawFocusRing(painter, rect(), colors.accent);
}

QSize ReachRow::sizeHint() const
{
    return layout()->sizeHint();
}

QSize ReachRow::minimumSizeHint() const
{
    return layout()->minimumSize();
}

void ReachRow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit accepted();
        return;
    case Qt::Key_Up:
        emit moved(-1);
        return;
    case Qt::Key_Down:
        emit moved(1);
        return;
    default:
        QPushButton::keyPressEvent(event);
    }
}

void ReachRow::mouseDoubleClickEvent(QMouseEvent*)
{
    emit accepted();
}

} // namespace kneepoint
