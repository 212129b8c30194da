// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/status_line.h"

#include "widgets/box_layouts.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/signs.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int line_height = 32;
constexpr int status_side = 12;

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QFrame(parent)
    , m_line(new ElidedLine)
    , m_why(new QToolButton)
    , m_message(new MessageBar)
{
    setObjectName(QStringLiteral("status"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_why->setObjectName(QStringLiteral("why"));
    m_why->setAutoRaise(true);
    m_why->setMaximumHeight(line_height - 4);
    connect(m_why, &QToolButton::clicked, this, [this] { m_has_fix ? emit fixWanted() : emit whyWanted(); });
    auto* row = rowIn(this, {0, 1, 0, 0}, 0);
    row->addSpacing(status_side + sign_room);
    row->addWidget(m_line, 1);
    row->addWidget(m_why);
    row->addSpacing(status_side);
    m_message->setParent(this);
    connect(m_message, &MessageBar::visibilityChanged, this, &StatusLine::showText);
    showText();
    fixHeight();
}

/// A message that hides while it is deleted has nobody to tell.
StatusLine::~StatusLine()
{
    m_message->disconnect(this);
}

void StatusLine::fixHeight()
{
    setFixedHeight(sizeHint().height());
}

void StatusLine::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fixHeight();
}

QSize StatusLine::sizeHint() const
{
    return {0, std::max(line_height, fontMetrics().height() + 12)};
}

void StatusLine::setAbout(const QString& about)
{
    if (about == m_about)
        return;
    m_about = about;
    showText();
}

void StatusLine::setChange(const QString& sentence, const QString& brief)
{
    if (sentence == m_change)
        return;
    m_change = sentence;
    m_change_brief = brief;
    showText();
}

void StatusLine::setWarning(const QString& warning, bool has_fix)
{
    if (warning == m_warning && has_fix == m_has_fix)
        return;
    m_warning = warning;
    m_has_fix = has_fix;
    showText();
}

QString StatusLine::text() const
{
    return !m_warning.isEmpty() ? m_warning : !m_change.isEmpty() ? m_change : m_about;
}

void StatusLine::showText()
{
    const bool message = !m_message->isHidden();
    m_line->setVisible(!message);
    const bool is_change = text() == m_change;
    m_line->setText(text());
    m_line->setBrief(is_change ? m_change_brief : QString());
    m_why->setText(m_has_fix ? tr("Fix (Ctrl+D)") : tr("Why? (F3)"));
    m_why->setToolTip(m_has_fix ? tr("The best fix (Ctrl+D)") : tr("What changed, term by term (F3)"));
    m_why->setVisible(!message && (m_has_fix || !m_change.isEmpty()));
    m_line->setForegroundRole(m_warning.isEmpty() ? QPalette::WindowText : QPalette::BrightText);
    update();
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    m_message->setGeometry(rect().adjusted(0, 1, 0, 0));
}

void StatusLine::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    painter.setPen(colors.line);
    painter.drawLine(0, 0, width(), 0);
    if (!m_message->isHidden())
        return;
    const bool warns = !m_warning.isEmpty();
    drawSign(painter, QRect(status_side, 0, sign_size, height()), warns ? Sign::warning : Sign::information,
        warns ? colors.warning : colors.muted);
}

} // namespace kneepoint
