// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/large_charts.h"

#include <QGridLayout>

namespace kneepoint {
namespace {

/// Two are side by side, more are in two rows.
constexpr int most_in_a_row = 2;
/// Minimum readable size of a chart, in characters and lines.
constexpr int least_letters = 52;
constexpr int least_lines = 17;

} // namespace

LargeCharts::LargeCharts(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_grid->setContentsMargins(8, 8, 8, 4);
    m_grid->setSpacing(12);
}

QList<QWidget*> LargeCharts::widgets() const
{
    QList<QWidget*> shown;
    for (const Guest& guest : m_guests)
        if (guest.widget)
            shown << guest.widget;
    return shown;
}

void LargeCharts::sendHome()
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

void LargeCharts::setWidgets(const QList<QWidget*>& widgets)
{
    if (widgets == this->widgets())
        return;
    sendHome();
    for (QWidget* widget : widgets) {
        QWidget* home = widget->parentWidget();
        const bool placed = home && home != this && home->layout() && home->layout()->indexOf(widget) >= 0;
        m_guests << Guest{widget, placed ? home : nullptr};
    }
    arrange(across());
    for (QWidget* widget : widgets)
        widget->show();
}

int LargeCharts::across() const
{
    const auto count = static_cast<int>(m_guests.size());
    if (count > most_in_a_row)
        return (count + 1) / 2;
    const QFontMetrics metrics(font());
    const bool too_narrow = width() < count * least_letters * metrics.averageCharWidth();
    return too_narrow && height() > count * least_lines * metrics.lineSpacing() ? 1 : count;
}

void LargeCharts::arrange(int across)
{
    m_across = across;
    int place = 0;
    for (QWidget* widget : widgets()) {
        m_grid->addWidget(widget, place / across, place % across);
        ++place;
    }
}

void LargeCharts::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (const int now = across(); now != m_across && !m_guests.isEmpty())
        arrange(now);
}

} // namespace kneepoint
