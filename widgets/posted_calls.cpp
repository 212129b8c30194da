// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/posted_calls.h"

#include <utility>

namespace kneepoint {

PostedCalls::PostedCalls()
{
    connect(this, &PostedCalls::posted, this, &PostedCalls::makeNext, Qt::QueuedConnection);
}

void PostedCalls::post(std::function<void()> call)
{
    {
        const std::lock_guard lock(m_mutex);
        m_calls.push_back(std::move(call));
    }
    emit posted();
}

void PostedCalls::clear()
{
    const std::lock_guard lock(m_mutex);
    m_calls.clear();
}

void PostedCalls::makeNext()
{
    std::function<void()> call;
    {
        const std::lock_guard lock(m_mutex);
        if (m_calls.empty()) // cleared since it was posted
            return;
        call = std::move(m_calls.front());
        m_calls.pop_front();
    }
    call();
}

} // namespace kneepoint
