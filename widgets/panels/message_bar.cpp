// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/message_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>

namespace kneepoint {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_label(new QLabel)
{
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton;
    close->setText(tr("Close"));
    close->setToolTip(tr("Close this message (Escape)"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 12, 4);
    row->addWidget(m_label, 1);
    row->addWidget(close);
    setAutoFillBackground(true);
    setFrameShape(QFrame::Box);
    hide();
}

void MessageBar::say(const QString& sentence, Tone tone)
{
    m_tone = tone;
    setTheme(m_mode);
    m_label->setText(sentence);
    setAccessibleName(sentence);
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString MessageBar::sentence() const
{
    return m_label->text();
}

void MessageBar::setTheme(ThemeMode mode)
{
    m_mode = mode;
    QPalette colors = kneepoint::palette(mode);
    colors.setColor(QPalette::Window, theme(mode).panel);
    colors.setColor(QPalette::WindowText, m_tone == Tone::fault ? theme(mode).warning : theme(mode).text);
    setPalette(colors);
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

} // namespace kneepoint
