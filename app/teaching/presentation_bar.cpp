// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/presentation_bar.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/name_label.h"
#include "widgets/controls/segments.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"

#include <utility>

namespace kneepoint {
namespace {

constexpr int side = 16;
constexpr int key_width = 48; // of a chart's key and the beginning of its name

} // namespace

PresentationTitle::PresentationTitle(QWidget* parent)
    : QWidget(parent)
    , m_title(new NameLabel)
    , m_layout(new NameLabel)
{
    auto* row = rowIn(this, {side, side / 2, side, 0});
    row->addWidget(m_title, 1);
    row->addWidget(m_layout);
    setRoleFont(*m_title, FontRole::title);
    m_layout->setForegroundRole(QPalette::PlaceholderText);
}

void PresentationTitle::show(const QString& title, const QString& layout)
{
    m_title->setText(title);
    m_title->setToolTip(plainToolTip(title));
    m_layout->setText(layout);
    m_layout->setToolTip(plainToolTip(layout));
}

void PresentationTitle::resizeEvent(QResizeEvent* /*event*/)
{
    m_layout->setMaximumWidth(2 * (width() - 2 * side) / 3);
}

QString PresentationTitle::title() const
{
    return m_title->text();
}

PresentationKeys::PresentationKeys(const QStringList& names, std::function<void(int number)> show, QWidget* parent)
    : QWidget(parent)
    , m_row(rowIn(this, {side, side / 2, side, side / 2}, side))
{
    QStringList keyed;
    for (const QString& name : names)
        keyed << QStringLiteral("%1 %2").arg(keyed.size() + 1).arg(name);
    m_charts = new Segments(keyed);
    m_charts->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    for (std::size_t i = 0; i < m_charts->segments().size(); ++i) {
        Segment* segment = m_charts->segments()[i];
        segment->setAccessibleName(names[static_cast<qsizetype>(i)]);
        segment->setToolTip(plainToolTip(names[static_cast<qsizetype>(i)]));
        segment->setFocusPolicy(Qt::NoFocus);
        segment->setMinimumWidth(key_width);
    }
    connect(m_charts, &Segments::chosen, this, [show = std::move(show)](int index) { show(index + 1); });
    m_row->addWidget(m_charts);
    m_row->addStretch(1);
}

void PresentationKeys::mark(int number)
{
    m_charts->showIndex(number - 1);
}

void PresentationKeys::setControls(const QList<QWidget*>& controls)
{
    for (QWidget* old : m_controls)
        if (!controls.contains(old))
            old->deleteLater();
    for (QWidget* control : controls)
        if (!m_controls.contains(control))
            m_row->addWidget(control, 0);
    m_controls = controls;
}

} // namespace kneepoint
