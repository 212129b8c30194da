// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <stop_token>
#include <thread>
#include <utility>

namespace kneepoint {

/// Work that takes longer than a frame, on a separate thread: one request at a time. A new request, stop() or the
/// destruction of its owner stops the previous one and waits for it; results of earlier requests are never delivered.
template <class Answer> class Background {
public:
    using Progress = std::function<void(double share)>;
    using Work = std::function<Answer(const std::stop_token&, const Progress&)>;

    /// `owner` has this as a member; results are delivered on its thread.
    explicit Background(QObject& owner)
        : m_owner(owner)
    {
    }
    ~Background() { stop(); }
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    void ask(Work work, std::function<void(Answer)> deliver, Progress progress = {})
    {
        stop();
        m_busy = true;
        m_thread = std::jthread([this, work = std::move(work), deliver = std::move(deliver),
                                    progress = std::move(progress),
                                    question = m_question](const std::stop_token& stop) {
            const auto post = [this, question](std::function<void()> then) {
                QMetaObject::invokeMethod(
                    &m_owner, [this, question, then = std::move(then)] { question == m_question ? then() : void(); },
                    Qt::QueuedConnection);
            };
            Progress report;
            if (progress)
                report = [&](double share) { post([progress, share] { progress(share); }); };
            Answer answer = work(stop, report);
            if (!stop.stop_requested())
                post([this, deliver, answer = std::move(answer)]() mutable {
                    m_busy = false;
                    deliver(std::move(answer));
                });
        });
    }

    void stop()
    {
        ++m_question;
        m_busy = false;
        if (m_thread.joinable()) {
            m_thread.request_stop();
            m_thread.join();
        }
    }
    [[nodiscard]] bool isBusy() const { return m_busy; }

private:
    QObject& m_owner;
    std::jthread m_thread;
    int m_question = 0; ///< of the owner's thread
    bool m_busy = false;
};

} // namespace kneepoint
