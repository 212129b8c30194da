// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session_keeper.h"

#include "app/window/main_window.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

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
    const QString back = tr("Recovered the unsaved changes of “%1”.").arg(m_window.document().title());
    const int left = m_recovery.orphansLeft();
    m_window.messageBar().say(left > 0
            ? tr("%1 There is more unsaved work: start Kneepoint again to open it (%2).").arg(back).arg(left)
            : back,
        MessageBar::Tone::notice);
}

void SessionKeeper::save()
{
    const Session session = m_window.session();
    const Result<void> recoverable = m_recovery.path().isEmpty()
        ? Result<void>(failure(tr("No file can be written in %1").arg(Recovery::folderOf(m_path)).toStdString()))
        : saveSession(session, m_recovery.path());
    const Result<void> remembered = saveSession(session, m_path);
    if (const Result<void>& kept_now = recoverable ? remembered : recoverable; kept_now)
        emit kept();
    else if (!std::exchange(m_warned, true))
        m_window.messageBar().say(tr("Unsaved work cannot be kept: %1. Save the scenario elsewhere.")
                                      .arg(toQString(kept_now.error().message)));
    m_warned = m_warned && !(recoverable && remembered);
}

} // namespace kneepoint
