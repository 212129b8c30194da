// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recovery.h"

#include "app/document/session.h"

#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QUuid>

#include <cstring>
#include <utility>

namespace kneepoint {
namespace {

constexpr auto file_pattern = "*.json";
constexpr auto owner_suffix = ".owner";

/// Locks become stale when their process ends, not after a time.
std::unique_ptr<QLockFile> lockOf(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QLatin1String(owner_suffix));
    lock->setStaleLockTime(0);
    return lock;
}

/// Latest first.
QStringList filesIn(const QString& folder)
{
    QStringList paths;
    for (const QFileInfo& info : QDir(folder).entryInfoList({QLatin1String(file_pattern)}, QDir::Files, QDir::Time))
        paths << info.filePath();
    return paths;
}

/// Those of killed processes that had written nothing.
void removeLocksLeft(const QString& folder)
{
    for (const QFileInfo& lock : QDir(folder).entryInfoList({u'*' + QLatin1String(owner_suffix)}, QDir::Files))
        if (const QString path = lock.filePath().chopped(qsizetype(std::strlen(owner_suffix)));
            !QFileInfo::exists(path))
            lockOf(path)->tryLock(0); // which replaces a stale one; the new one goes at once
}

/// A file that cannot be read may hold work, too.
bool holdsUnsavedWork(const QString& path)
{
    const Result<Session> session = loadSession(path);
    return !session || (!session->scenario.isEmpty() && session->scenario != session->baseline);
}

} // namespace

QString Recovery::folderOf(const QString& session_path)
{
    return QFileInfo(session_path).path() + QStringLiteral("/unsaved");
}

Recovery::Recovery(QString folder)
    : m_folder(std::move(folder))
{
    if (!QDir(m_folder).exists())
        QDir().mkpath(m_folder);
    for (const QString& path : filesIn(m_folder)) {
        if (!own(path))
            continue;
        if (holdsUnsavedWork(path)) {
            m_taken_over = true;
            return;
        }
        discard();
    }
    removeLocksLeft(m_folder);
    own(m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".json"));
}

Recovery::~Recovery() = default;

bool Recovery::own(const QString& path)
{
    auto lock = lockOf(path);
    if (!lock->tryLock(0))
        return false;
    m_lock = std::move(lock);
    m_path = path;
    return true;
}

int Recovery::orphansLeft() const
{
    int count = 0;
    for (const QString& path : filesIn(m_folder))
        if (path != m_path && lockOf(path)->tryLock(0) && holdsUnsavedWork(path))
            ++count;
    return count;
}

bool Recovery::hasCompany() const
{
    for (const QString& path : filesIn(m_folder))
        if (path != m_path && !lockOf(path)->tryLock(0))
            return true;
    return false;
}

void Recovery::discard()
{
    if (!m_path.isEmpty())
        QFile::remove(m_path);
    m_lock.reset();
    m_path.clear();
}

} // namespace kneepoint
