// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/file_saver.h"

#include "widgets/text.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <optional>
#include <utility>

namespace kneepoint {

struct FileSaver::Writing {
    template <class Act>
    Writing(std::chrono::milliseconds moment, Act act)
        : slow(moment, std::move(act))
    {
    }
    FileWork<Result<void>> work;
    WhenIdle slow;
    std::optional<QByteArray> next; ///< asked for meanwhile
};

FileSaver::FileSaver(QObject* parent)
    : QObject(parent)
{
}

FileSaver::~FileSaver() = default;

void FileSaver::save(const QString& path, const Result<QByteArray>& content)
{
    if (!content)
        emit failed(toQString(content.error().message));
    else if (const auto writing = m_writings.find(path); writing != m_writings.end())
        writing->second->next = *content;
    else
        start(path, *content);
}

void FileSaver::start(const QString& path, const QByteArray& content)
{
    std::unique_ptr<Writing>& writing = m_writings[path];
    writing = std::make_unique<Writing>(moment, [this, path] { emit slow(path); });
    writing->slow.start();
    writing->work.ask([path, content, write = write] { return write(path, content); },
        [this, path](const Result<void>& outcome) { finish(path, outcome); });
}

void FileSaver::finish(const QString& path, const Result<void>& outcome)
{
    const auto writing = m_writings.extract(path);
    if (const std::optional<QByteArray>& next = writing.mapped()->next)
        start(path, *next);
    else if (outcome)
        emit saved(path);
    else
        emit failed(toQString(outcome.error().message));
}

} // namespace kneepoint
