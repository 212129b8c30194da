// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/own_predictions.h"

#include "widgets/text.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace kneepoint {
namespace {

QString logPath()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    return folder.filePath(QStringLiteral("predictions.json"));
}

Result<std::vector<Prediction>> logIn(const QString& path)
{
    return QFileInfo::exists(path) ? loadPredictions(path.toStdString()) : std::vector<Prediction>();
}

} // namespace

OwnPredictions::OwnPredictions(QObject* parent)
    : QObject(parent)
{
    m_work.ask([path = logPath()] { return logIn(path); },
        [this](Result<Log> read) {
            if (read)
                m_log = std::move(*read);
            for (const Prediction& made : m_unwritten)
                addPrediction(m_log, made);
            writeNext();
        });
}

void OwnPredictions::add(const std::string& lesson, const GivenAnswer& answer)
{
    m_unwritten.push_back(
        {QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-ddThh:mm")).toStdString(), lesson, answer});
    addPrediction(m_log, m_unwritten.back());
    writeNext();
}

void OwnPredictions::writeNext()
{
    if (m_unwritten.empty() || m_work.isBusy())
        return;
    m_work.ask(
        [path = logPath(), added = m_unwritten, write = write]() -> Result<Log> {
            Result<Log> log = logIn(path);
            if (!log)
                return log;
            for (const Prediction& made : added)
                addPrediction(*log, made);
            if (const QDir folder = QFileInfo(path).dir(); !folder.exists())
                folder.mkpath(QStringLiteral(".")); // without it, the file cannot be saved, which is reported
            if (const Result<void> saved = write(path, QByteArray::fromStdString(writePredictions(*log))); !saved)
                return tl::unexpected(saved.error());
            return log;
        },
        [this, count = m_unwritten.size()](const Result<Log>& written) {
            m_unwritten.erase(m_unwritten.begin(), m_unwritten.begin() + static_cast<std::ptrdiff_t>(count));
            if (!written)
                emit failed(toQString(written.error().message));
            else if (m_unwritten.empty())
                emit saved();
            writeNext();
        });
}

} // namespace kneepoint
