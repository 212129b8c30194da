// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>

namespace kneepoint::test {

/// Shows that a thread which someone else started has ended, and so has posted whatever it posts. Copies share it.
class ThreadEnd {
public:
    /// On that thread, once.
    void watch() const
    {
        struct AtEnd {
            std::shared_ptr<std::atomic<bool>> ended;
            ~AtEnd() { *ended = true; }
        };
        thread_local const AtEnd at_end{m_ended};
    }
    [[nodiscard]] bool hasEnded() const { return *m_ended; }

private:
    std::shared_ptr<std::atomic<bool>> m_ended = std::make_shared<std::atomic<bool>>(false);
};

} // namespace kneepoint::test
