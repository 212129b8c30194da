// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/save_file.h"

#include <atomic>
#include <functional>
#include <memory>
#include <semaphore>

namespace kneepoint::test {

/// A disk that does not answer before it is released; shared with the threads that wait for it.
struct SlowDisk {
    std::counting_semaphore<> answers{0};
    std::atomic<int> asked = 0;

    void answer() { answers.release(); }
    void wait()
    {
        ++asked;
        answers.acquire();
    }
};

using FileWriter = std::function<Result<void>(const QString& path, const QByteArray& content)>;
[[nodiscard]] inline FileWriter writerOn(const std::shared_ptr<SlowDisk>& disk)
{
    return [disk](const QString& path, const QByteArray& content) {
        disk->wait();
        return saveFile(path, content);
    };
}

} // namespace kneepoint::test
