// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/posted_calls.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace kneepoint {

/// Reading and writing files, which may take long or never end, such as on a network that is down: on a thread that
/// nobody has to wait for. One request at a time; a new one, forget() or destruction leaves the previous one to itself,
/// and its answer is never delivered. Answers are delivered on the thread that created this. Unlike Background, which
/// waits for work that it stops.
template <class Answer> class FileWork {
public:
    FileWork() = default;
    ~FileWork() { forget(); }
    FileWork(const FileWork&) = delete;
    FileWork& operator=(const FileWork&) = delete;

    /// `work` must not refer to anything that can be destroyed before it ends.
    void ask(std::function<Answer()> work, std::function<void(Answer)> deliver)
    {
        ask([work = std::move(work)](const Report&) { return work(); }, std::move(deliver), [](double) {});
    }

    /// How work says which share of it is done, 0..1; returns whether its answer is still wanted.
    using Report = std::function<bool(double share)>;
    /// The same for work that takes long on any disk: `show` gets what it reports.
    void ask(std::function<Answer(const Report&)> work, std::function<void(Answer)> deliver,
        std::function<void(double share)> show)
    {
        forget();
        m_deliver = std::move(deliver);
        m_request = std::make_shared<Request>();
        m_request->tell = [this] { m_calls.post([this] { take(); }); };
        m_request->show = [this, show = std::move(show)](
                              double share) { m_calls.post([show, share] { show(share); }); };
        std::thread([work = std::move(work), request = m_request] {
            Answer answer = work([&request](double share) {
                const std::lock_guard lock(request->mutex);
                if (request->show)
                    request->show(share);
                return request->show != nullptr;
            });
            const std::lock_guard lock(request->mutex);
            request->answer.emplace(std::move(answer));
            request->ready.notify_all();
            if (request->tell)
                request->tell();
        }).detach();
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

    void forget()
    {
        if (const std::shared_ptr<Request> left = std::exchange(m_request, nullptr)) {
            const std::lock_guard lock(left->mutex);
            left->tell = {};
            left->show = {};
        }
        m_calls.clear();
    }

private:
    /// Shared with the thread, which may outlive the owner.
    struct Request {
        std::mutex mutex;
        std::condition_variable ready;
        std::optional<Answer> answer;
        std::function<void()> tell;             ///< empty once forgotten
        std::function<void(double share)> show; ///< likewise
    };

    void take()
    {
        m_calls.clear();
        const std::shared_ptr<Request> done = std::exchange(m_request, nullptr);
        const auto deliver = std::exchange(m_deliver, nullptr);
        {
            const std::lock_guard told(done->mutex); // the thread has left tell(); deliver() may destroy this
        }
        deliver(std::move(*done->answer));
    }

    PostedCalls m_calls;                ///< made on the owner's thread
    std::shared_ptr<Request> m_request; ///< null: idle
    std::function<void(Answer)> m_deliver;
};

} // namespace kneepoint
