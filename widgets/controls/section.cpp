// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/section.h"

#include "widgets/accessible_controls.h"
#include "widgets/theme/theme.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace kneepoint {

Section::Section(QString title, std::function<void(QVBoxLayout&)> build, QWidget* parent)
    : QWidget(parent)
    , m_title(std::move(title))
    , m_build(std::move(build))
    , m_heading(new QToolButton)
    , m_content(new QWidget)
{
    describeControls();
    m_heading->setProperty(expander_property, true); // before assistive technology can ask what it is
    m_heading->setText(m_title);
    m_heading->setCheckable(true);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_heading->setAutoRaise(true);
    m_heading->setArrowType(Qt::RightArrow);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_heading->setFont(roleFont(font(), FontRole::strong));
    m_content->hide();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_heading);
    column->addWidget(m_content);
    auto* inner = new QVBoxLayout(m_content);
    inner->setContentsMargins(0, 0, 0, 8);
    inner->setSpacing(6);

    connect(m_heading, &QToolButton::toggled, this, [this](bool checked) {
        this->build();
        m_heading->setArrowType(checked ? Qt::DownArrow : Qt::RightArrow);
        m_content->setVisible(checked);
        emit unfolded(checked);
    });
}

void Section::setUnfolded(bool unfolded)
{
    m_heading->setChecked(unfolded);
}

bool Section::isUnfolded() const
{
    return m_heading->isChecked();
}

QString Section::title() const
{
    return m_title;
}

void Section::setChanged(int count)
{
    m_changed = count;
    m_heading->setText(count > 0 ? tr("%1  • %2 changed").arg(m_title).arg(count) : m_title);
}

void Section::build()
{
    if (const auto build = std::exchange(m_build, nullptr))
        build(static_cast<QVBoxLayout&>(*m_content->layout()));
}

} // namespace kneepoint
