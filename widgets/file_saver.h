// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"
#include "widgets/save_file.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace kneepoint {

/// Writes files that the user asks for, without waiting for them. Files do not wait for each other; a file that is
/// saved again while it is being written is written again afterwards. Destroyed, it leaves the rest to its threads.
class FileSaver : public QObject {
    Q_OBJECT
public:
    explicit FileSaver(QObject* parent = nullptr);
    ~FileSaver() override;

    /// The error of content that could not be made is reported like that of a disk.
    void save(const QString& path, const Result<QByteArray>& content);
    [[nodiscard]] bool isBusy() const { return !m_writings.empty(); }

    /// What the thread does; tests can make it slow.
    std::function<Result<void>(const QString& path, const QByteArray& content)> write = saveOutput;
    std::chrono::milliseconds moment{300}; ///< before slow()

signals:
    /// It takes longer than a moment.
    void slow(const QString& path);
    /// The file is on disk.
    void saved(const QString& path);
    /// One sentence that names the file.
    void failed(const QString& sentence);

private:
    struct Writing;
    void start(const QString& path, const QByteArray& content);
    void finish(const QString& path, const Result<void>& outcome);

    std::map<QString, std::unique_ptr<Writing>> m_writings;
};

} // namespace kneepoint
