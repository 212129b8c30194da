// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_keeper.h"

#include "app/main_window.h"
#include "widgets/panels/message_bar.h"

#include <utility>

namespace kneepoint {
SessionKeeper::SessionKeeper(MainWindow& window, QString path)
    : m_window(window)
    , m_path(std::move(path))
{
    const Session last = loadSession(m_path);
    window.restoreSession(last);
    if (!last.ended && window.document().isModified())
        window.messageBar().say(
            tr("Kneepoint did not end properly; the unsaved changes of “%1” are back.").arg(window.document().title()));
    m_soon.setSingleShot(true);
    m_soon.setInterval(longest_delay_ms);
    connect(&m_soon, &QTimer::timeout, this, [this] { save(false); });
    connect(&window, &MainWindow::sessionChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
}

SessionKeeper::~SessionKeeper()
{
    save(true);
}

void SessionKeeper::save(bool ended)
{
    Session session = m_window.session();
    session.ended = ended;
    saveSession(session, m_path);
    emit kept();
}

} // namespace kneepoint
