// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session_keeper.h"

#include "app/main_window.h"

#include <utility>

namespace kneepoint {
namespace {

constexpr int delay_ms = 1000;

} // namespace

SessionKeeper::SessionKeeper(MainWindow& window, QString path)
    : m_window(window)
    , m_path(std::move(path))
{
    window.restoreSession(loadSession(m_path));
    m_soon.setSingleShot(true);
    m_soon.setInterval(delay_ms);
    connect(&m_soon, &QTimer::timeout, this, &SessionKeeper::save);
    connect(&window, &MainWindow::sessionChanged, this, [this] {
        if (!m_soon.isActive())
            m_soon.start();
    });
}

SessionKeeper::~SessionKeeper()
{
    save();
}

void SessionKeeper::save()
{
    saveSession(m_window.session(), m_path);
}

} // namespace kneepoint
