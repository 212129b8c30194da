// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/posted_calls.h"

#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

namespace kneepoint {

/// Work that takes longer than a frame, on a separate thread: one request at a time. A new request, stop() or
/// destruction stops the previous one and waits for it; results of earlier requests are never delivered. Results are
/// delivered on the thread that created this.
template <class Answer> class Background {
public:
    using Progress = std::function<void(double share)>;
    using Work = std::function<Answer(const std::stop_token&, const Progress&)>;

    Background() = default;
    ~Background() { stop(); }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    void ask(Work work, std::function<void(Answer)> deliver, Progress progress = {})
    {
        stop();
        m_busy = true;
        m_thread = std::jthread([this, work = std::move(work), deliver = std::move(deliver),
                                    progress = std::move(progress)](const std::stop_token& stop) {
            Progress report;
            if (progress)
                report = [&](double share) { m_calls.post([progress, share] { progress(share); }); };
            Answer answer = work(stop, report);
            if (!stop.stop_requested())
                m_calls.post([this, deliver, answer = std::move(answer)]() mutable {
                    m_busy = false;
                    deliver(std::move(answer));
                });
        });
    }

    void stop()
    {
        m_busy = false;
        if (m_thread.joinable()) {
            m_thread.request_stop();
            m_thread.join();
        }
        m_calls.clear();
    }
    [[nodiscard]] bool isBusy() const { return m_busy; }

private:
    PostedCalls m_calls; ///< made on the owner's thread
    std::jthread m_thread;
    bool m_busy = false;
};

} // namespace kneepoint
