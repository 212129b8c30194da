// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

namespace kneepoint {

/// Calls that any thread hands to the thread that owns this, which makes them in order from its event loop. Calls are
/// handed over under a mutex of our own: unlike those of Qt's event queue, the thread sanitizer sees it, and so checks
/// what is handed over. A call may destroy this.
class PostedCalls : public QObject {
public:
    /// On any thread.
    void post(std::function<void()> call);
    /// Forgets the calls that have not been made; on the owning thread.
    void clear();

protected:
    void customEvent(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls; ///< guarded by m_mutex
};

} // namespace kneepoint
