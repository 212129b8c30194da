// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/speaker_notes.h"

#include "widgets/math_text.h"

#include <QGuiApplication>
#include <QScreen>
#include <QTextEdit>
#include <QVBoxLayout>

namespace kneepoint {
namespace {
constexpr QSize small_window{640, 480};
} // namespace

SpeakerNotes::SpeakerNotes(QWidget& window, QScreen* screen)
    : QWidget(&window, Qt::Window)
    , m_text(new QTextEdit)
{
    setWindowTitle(tr("Speaker notes"));
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("Speaker notes"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_text);
    setAttribute(Qt::WA_ShowWithoutActivating);
    if (screen)
        setGeometry(screen->availableGeometry());
    else
        resize(small_window);
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
