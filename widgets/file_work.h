// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

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
/// nobody has to wait for. One request at a time; a new one, forget() or the destruction of its owner leaves the
/// previous one to itself, and its answer is never delivered. Unlike Background, which can stop its work.
template <class Answer> class FileWork {
public:
    /// `owner` has this as a member; answers are delivered on its thread.
    explicit FileWork(QObject& owner)
        : m_owner(owner)
    {
    }
    ~FileWork() { forget(); }
    FileWork(const FileWork&) = delete;
    FileWork& operator=(const FileWork&) = delete;

    /// `work` must not refer to anything that can be destroyed before it ends.
    void ask(std::function<Answer()> work, std::function<void(Answer)> deliver)
    {
        forget();
        m_deliver = std::move(deliver);
        m_request = std::make_shared<Request>();
        m_request->tell = [this, question = m_question] {
            QMetaObject::invokeMethod(
                &m_owner, [this, question] { question == m_question ? take() : void(); }, Qt::QueuedConnection);
        };
        std::thread([work = std::move(work), request = m_request] {
            Answer answer = work();
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
        ++m_question;
        if (const std::shared_ptr<Request> left = std::exchange(m_request, nullptr)) {
            const std::lock_guard lock(left->mutex);
            left->tell = {};
        }
    }

private:
    /// Shared with the thread, which may outlive the owner.
    struct Request {
        std::mutex mutex;
        std::condition_variable ready;
        std::optional<Answer> answer;
        std::function<void()> tell; ///< empty once forgotten
    };

    void take()
    {
        ++m_question;
        const std::shared_ptr<Request> done = std::exchange(m_request, nullptr);
        const auto deliver = std::exchange(m_deliver, nullptr);
        deliver(std::move(*done->answer));
    }

    QObject& m_owner;
    std::shared_ptr<Request> m_request; ///< null: idle
    std::function<void(Answer)> m_deliver;
    int m_question = 0; ///< of the owner's thread
};

} // namespace kneepoint
