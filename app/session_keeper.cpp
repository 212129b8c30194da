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
    , m_recovery(Recovery::folderOf(m_path))
{
    window.restoreSession(loadSession(m_recovery.isTakenOver() ? m_recovery.path() : m_path));
    if (m_recovery.isTakenOver())
        tellOfRecovery();
    m_soon.setSingleShot(true);
    m_soon.setInterval(longest_delay_ms);
    connect(&m_soon, &QTimer::timeout, this, &SessionKeeper::save);
    connect(&window, &MainWindow::sessionChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
}

SessionKeeper::~SessionKeeper()
{
    save();
    if (!m_window.document().isModified() || !m_recovery.hasCompany())
        m_recovery.discard();
}

void SessionKeeper::tellOfRecovery()
{
    const QString back = tr("The unsaved changes of “%1” are back.").arg(m_window.document().title());
    const int left = m_recovery.orphansLeft();
    m_window.messageBar().say(
        left > 0 ? tr("%1 More unsaved work waits: start Kneepoint again to open it (%2).").arg(back).arg(left) : back);
}

void SessionKeeper::save()
{
    const Session session = m_window.session();
    if (!m_recovery.path().isEmpty())
        saveSession(session, m_recovery.path());
    saveSession(session, m_path);
    emit kept();
}

} // namespace kneepoint
