// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/message_bar.h"

#include "widgets/box_layouts.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/file_saver.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/signs.h"

#include <QAccessible>
#include <QDesktopServices>
#include <QFileInfo>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>

#include <utility>

namespace kneepoint {
namespace {

constexpr int message_side = 12;
constexpr int button_height = 24;

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_line(new ElidedLine)
    , m_action(new QPushButton)
    , m_close(new QToolButton)
{
    m_action->setMaximumHeight(button_height);
    m_action->hide();
    m_close->setText(tr("Dismiss"));
    m_close->setToolTip(tr("Close this message (Escape)"));
    m_close->setAutoRaise(true);
    m_close->setMaximumHeight(button_height);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_action, &QPushButton::clicked, this, [this] {
        hide();
        if (const auto run = m_run) // it may say something itself
            run();
    });
    auto* row = rowIn(this, {message_side + sign_room, 0, message_side, 0}, 8);
    row->addWidget(m_line, 1);
    row->addWidget(m_action);
    row->addWidget(m_close);
    hide();
}

void MessageBar::say(const QString& sentence, Tone tone, Action action)
{
    m_tone = tone;
    m_sentence = sentence;
    m_run = std::move(action.run);
    m_line->setText(sentence);
    m_action->setText(action.text);
    m_action->setVisible(!action.text.isEmpty());
    setAccessibleName(sentence);
    m_line->setForegroundRole(tone == Tone::fault ? QPalette::BrightText : QPalette::WindowText);
    update();
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::follow(const FileSaver& saver)
{
    connect(&saver, &FileSaver::slow, this,
        [this](const QString& path) { say(tr("Saving %1…").arg(QFileInfo(path).fileName()), Tone::notice); });
    connect(&saver, &FileSaver::saved, this, [this](const QString& path) {
        say(tr("Saved %1").arg(path), Tone::done, {tr("Show in folder"), [folder = QFileInfo(path).absolutePath()] {
                                                       QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
                                                   }});
    });
    connect(&saver, &FileSaver::failed, this, [this](const QString& sentence) { say(sentence); });
}

void MessageBar::follow(const Chart& chart)
{
    connect(&chart, &Chart::confirmed, this, [this](const QString& what) { say(what, Tone::done); });
    follow(chart.saver());
}

QColor MessageBar::ink() const
{
    const Theme& colors = theme(modeOf(palette()));
    switch (m_tone) {
    case Tone::fault:
        return colors.warning;
    case Tone::done:
        return colors.better;
    case Tone::notice:
        break;
    }
    return colors.muted;
}

/// A stripe at the left tells an error without its color.
void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    constexpr int stripe = 3;
    if (m_tone == Tone::fault)
        painter.fillRect(0, 0, stripe, height(), ink());
    const Sign sign = m_tone == Tone::fault ? Sign::warning : m_tone == Tone::done ? Sign::tick : Sign::information;
    drawSign(painter, QRect(message_side, 0, sign_size, height()), sign, ink());
}

void MessageBar::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    emit visibilityChanged(true);
}

void MessageBar::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    emit visibilityChanged(!isHidden());
}

void MessageBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

} // namespace kneepoint
