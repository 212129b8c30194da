// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/prediction_log.h"
#include "widgets/save_file.h"
#include "widgets/worker.h"

#include <QObject>
#include <QString>

#include <functional>

namespace kneepoint {

/// The user's log of predictions, a file on this machine, read and written without waiting for it.
class OwnPredictions : public QObject {
    Q_OBJECT
public:
    /// Begins to read.
    explicit OwnPredictions(QObject* parent = nullptr);

    /// As far as it has been read, with all that was added here; empty without a file.
    [[nodiscard]] const std::vector<Prediction>& log() const { return m_log; }
    /// Adds an answer with the current time, to the file as it is then: other windows write it too.
    void add(const std::string& lesson, const GivenAnswer& answer);
    [[nodiscard]] bool isWriting() const { return !m_unwritten.empty(); }

    /// What the thread does; tests can make it slow.
    std::function<Result<void>(const QString& path, const QByteArray& content)> write = saveFile;

signals:
    /// Everything added is in the file.
    void saved();
    /// One sentence; the file is as it was.
    void failed(const QString& sentence);

private:
    using Log = std::vector<Prediction>;
    void writeNext();

    Log m_log;
    Log m_unwritten; ///< the latest of the log
    FileWork<Result<Log>> m_work;
};

} // namespace kneepoint
