// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/speaker_notes.h"

#include "widgets/closed_document.h"
#include "widgets/math_text.h"

#include <QGuiApplication>
#include <QScreen>
#include <QTextEdit>
#include <QVBoxLayout>

namespace kneepoint {
namespace {
/// The lower right quarter and a little more.
QRect cornerOf(const QWidget& window)
{
    constexpr double share = 0.55;
    const QSize size = (QSizeF(window.size()) * share).toSize();
    return {window.rect().bottomRight() - QPoint(size.width(), size.height()), size};
}
} // namespace

SpeakerNotes::SpeakerNotes(QWidget& window, QScreen* screen)
    : QWidget(&window, screen ? Qt::Window : Qt::Widget) // no window of its own is sure to stay above a full screen
    , m_text(new QTextEdit)
{
    setWindowTitle(tr("Speaker notes"));
    setAutoFillBackground(true);
    m_text->setDocument(new ClosedDocument(m_text));
    m_text->setReadOnly(true);
    m_text->setFocusPolicy(Qt::NoFocus); // the keys of the presentation stay those of the other window
    m_text->setAccessibleName(tr("Speaker notes"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_text);
    setAttribute(Qt::WA_ShowWithoutActivating);
    if (screen)
        setGeometry(screen->availableGeometry());
    else
        setGeometry(cornerOf(window));
}

void SpeakerNotes::setText(const QString& text)
{
    m_text->setHtml(pageHtml(
        text, {m_text->font(), palette().color(QPalette::Text), static_cast<double>(m_text->viewport()->width())}));
}

QScreen* SpeakerNotes::otherScreen(const QWidget& window)
{
    for (QScreen* screen : QGuiApplication::screens())
        if (screen != window.screen())
            return screen;
    return nullptr;
}

} // namespace kneepoint
