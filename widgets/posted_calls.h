// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

namespace kneepoint {

/// Calls that any thread hands to the thread that created this, which makes them in order from its event loop. They are
/// handed over under a mutex of our own: unlike that of Qt's event queue, the thread sanitizer sees it, and so checks
/// what is handed over. A call may destroy this once no thread is inside post().
class PostedCalls : public QObject {
    Q_OBJECT

public:
    PostedCalls();
    /// On any thread.
    void post(std::function<void()> call);
    /// Forgets the calls that have not been made; on the thread that created this.
    void clear();

signals:
    void posted();

private:
    void makeNext();

    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls; ///< guarded by m_mutex
};

} // namespace kneepoint
