// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/presentation_bar.h"

#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace kneepoint {
namespace {

constexpr int side = 16;
constexpr double title_share = 1.3; ///< of the presentation's font

} // namespace

PresentationTitle::PresentationTitle(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_layout(new QLabel)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(side, side / 2, side, 0);
    row->addWidget(m_title, 1);
    row->addWidget(m_layout);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_layout->setTextFormat(Qt::PlainText);
    m_layout->setForegroundRole(QPalette::PlaceholderText);
}

void PresentationTitle::show(const QString& title, const QString& layout)
{
    QFont large = roleFont(font(), FontRole::strong);
    large.setPointSizeF(font().pointSizeF() * title_share);
    m_title->setFont(large);
    m_title->setText(title);
    m_layout->setText(layout);
}

QString PresentationTitle::title() const
{
    return m_title->text();
}

PresentationKeys::PresentationKeys(const QStringList& names, std::function<void(int number)> show, QWidget* parent)
    : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(side, side / 2, side, side / 2);
    for (const QString& name : names) {
        auto* button = new QToolButton;
        const int number = static_cast<int>(m_buttons.size()) + 1;
        button->setText(QStringLiteral("%1 %2").arg(number).arg(name));
        button->setAccessibleName(name);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QToolButton::clicked, this, [show, number] { show(number); });
        row->addWidget(button);
        m_buttons << button;
    }
    row->addStretch(1);
}

void PresentationKeys::mark(int number)
{
    for (qsizetype i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(i + 1 == number);
}

} // namespace kneepoint
