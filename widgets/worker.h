// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace kneepoint {

/// Rung on any thread, heard on the thread that created it, from its event loop. It hands nothing over: the thread
/// sanitizer does not see the mutex of Qt's event queue, so what is handed over stays under a mutex of our own.
class Bell : public QObject {
    Q_OBJECT
public:
    explicit Bell(const std::function<void()>& heard);
    void ring() { emit rung(); }

signals:
    void rung();
};

/// What stopping means for the thread: it is waited for, or nobody has to.
enum class Stopped { awaited, left };

/// Work that takes longer than a frame, on a separate thread: one request at a time. A new request, stop() or
/// destruction stops the previous one; nothing of it is delivered afterwards. Progress, in order, and then the answer
/// are delivered on the thread that created this, and either may stop or destroy it.
template <class Answer, Stopped stopped> class Worker {
public:
    using Progress = std::function<void(double share)>;
    using Work = std::function<Answer(const std::stop_token&, const Progress&)>;

    Worker() = default;
    ~Worker() { stop(); }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// If the thread is left, `work` must not refer to anything that can be destroyed before it ends. It gets no
    /// Progress without `show`.
    void ask(Work work, std::function<void(Answer)> deliver, Progress show = {})
    {
        stop();
        m_deliver = std::move(deliver);
        m_show = std::move(show);
        m_request = std::make_shared<Request>();
        m_request->bell = &m_bell;
        std::thread thread([work = std::move(work), request = m_request, shown = m_show != nullptr] {
            Progress report;
            if (shown)
                report = [&request](double share) {
                    const std::lock_guard lock(request->mutex);
                    request->shares.push_back(share);
                    if (request->bell)
                        request->bell->ring();
                };
            Answer answer = work(request->stop.get_token(), report);
            const std::lock_guard lock(request->mutex);
            request->answer.emplace(std::move(answer));
            request->ready.notify_all();
            if (request->bell)
                request->bell->ring();
        });
        if constexpr (stopped == Stopped::awaited)
            m_thread = std::move(thread);
        else
            thread.detach();
    }
    void ask(std::function<Answer()> work, std::function<void(Answer)> deliver)
    {
        ask([work = std::move(work)](const std::stop_token&, const Progress&) { return work(); }, std::move(deliver));
    }

    [[nodiscard]] bool isBusy() const { return m_request != nullptr; }

    /// Waits for the answer and delivers it, but not longer than this; whether it is there.
    bool wait(std::chrono::milliseconds patience)
    {
        if (!m_request)
            return true;
        {
            std::unique_lock lock(m_request->mutex);
            if (!m_request->ready.wait_for(lock, patience, [this] { return m_request->answer.has_value(); }))
                return false;
        }
        take();
        return true;
    }

    void stop()
    {
        if (const std::shared_ptr<Request> given_up = std::exchange(m_request, nullptr)) {
            given_up->stop.request_stop();
            const std::lock_guard lock(given_up->mutex);
            given_up->bell = nullptr;
        }
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    /// Shared with the thread, which may outlive the owner.
    struct Request {
        std::stop_source stop;
        std::mutex mutex;
        std::condition_variable ready;
        std::deque<double> shares; ///< not shown yet
        std::optional<Answer> answer;
        Bell* bell = nullptr; ///< null once stopped
    };

    /// One ring, one thing; rings of earlier requests may come first.
    void hear()
    {
        if (!m_request)
            return;
        std::optional<double> share;
        {
            const std::lock_guard lock(m_request->mutex);
            if (m_request->shares.empty() && !m_request->answer)
                return;
            if (!m_request->shares.empty()) {
                share = m_request->shares.front();
                m_request->shares.pop_front();
            }
        }
        if (!share)
            return take();
        const Progress show = m_show; // which may replace it
        show(*share);
    }
    void take()
    {
        const std::shared_ptr<Request> done = std::exchange(m_request, nullptr);
        const auto deliver = std::exchange(m_deliver, nullptr);
        {
            const std::lock_guard rung(done->mutex); // the thread has left the bell
        }
        deliver(std::move(*done->answer));
    }

    Bell m_bell{[this] { hear(); }};
    std::shared_ptr<Request> m_request; ///< null: idle
    std::function<void(Answer)> m_deliver;
    Progress m_show;
    std::thread m_thread;
};

/// Computing: a stop waits for it.
template <class Answer> using Background = Worker<Answer, Stopped::awaited>;

/// Reading and writing files, which may take long or never end, such as on a network that is down: nobody has to wait.
template <class Answer> using FileWork = Worker<Answer, Stopped::left>;

} // namespace kneepoint
