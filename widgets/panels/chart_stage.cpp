// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/chart_stage.h"

#include <QGridLayout>

namespace kneepoint {
namespace {

/// Two stand side by side, more in two rows.
constexpr qsizetype most_in_a_row = 2;

} // namespace

ChartStage::ChartStage(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_grid->setContentsMargins(8, 8, 8, 4);
    m_grid->setSpacing(8);
}

QList<QWidget*> ChartStage::widgets() const
{
    QList<QWidget*> shown;
    for (const Guest& guest : m_guests)
        if (guest.widget)
            shown << guest.widget;
    return shown;
}

void ChartStage::sendHome()
{
    for (const Guest& guest : m_guests) {
        if (!guest.widget)
            continue;
        m_grid->removeWidget(guest.widget);
        if (guest.home)
            guest.home->layout()->addWidget(guest.widget);
        guest.widget->setVisible(!guest.home.isNull()); // a new parent hides
    }
    m_guests.clear();
}

void ChartStage::setWidgets(const QList<QWidget*>& widgets)
{
    if (widgets == this->widgets())
        return;
    sendHome();
    const qsizetype columns = widgets.size() > most_in_a_row ? (widgets.size() + 1) / 2 : widgets.size();
    for (QWidget* widget : widgets) {
        QWidget* home = widget->parentWidget();
        const auto place = static_cast<int>(m_guests.size());
        const bool placed = home && home != this && home->layout() && home->layout()->indexOf(widget) >= 0;
        m_guests << Guest{widget, placed ? home : nullptr};
        const auto across = static_cast<int>(columns);
        m_grid->addWidget(widget, place / across, place % across);
        widget->show();
    }
}

} // namespace kneepoint
