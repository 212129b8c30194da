// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/save_file.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <sys/stat.h>
#include <unistd.h>

namespace kneepoint {
namespace {

Result<void> couldNotSave(const QString& path, const QFileDevice& file)
{
    return failure(path.toStdString() + " could not be saved: " + file.errorString().toStdString());
}

Result<void> replaceFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    // commit() renames even if its own last flush fails, so that flush has to come before it.
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush() || !file.commit())
        return couldNotSave(path, file);
    return {};
}

/// A pipe or a device takes what is written to it and stays what it is.
Result<void> writeInto(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::ExistingOnly | QIODevice::Unbuffered)
        || file.write(content) != content.size())
        return couldNotSave(path, file);
    return {};
}

/// Writes over a file that another one cannot take the place of. The old content goes back where the new one fails:
/// its blocks are still the file's.
Result<void> overwriteFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly | QIODevice::Unbuffered))
        return couldNotSave(path, file);
    const QByteArray old = file.readAll();
    if (file.seek(0) && file.write(content) == content.size() && file.resize(content.size()))
        return {};
    Result<void> failed = couldNotSave(path, file);
    if (!file.seek(0) || file.write(old) != old.size() || !file.resize(old.size()))
        return failure(failed.error().message + "; its old content is lost");
    return failed;
}

} // namespace

Result<void> saveFile(const QString& path, const QByteArray& content)
{
    struct stat there { };
    const QByteArray name = QFile::encodeName(path);
    if (::stat(name.constData(), &there) != 0)
        return replaceFile(path, content);
    if (!S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode))
        return writeInto(path, content);
    const QByteArray folder = QFile::encodeName(QFileInfo(QFileInfo(path).canonicalFilePath()).path());
    const bool replaceable =
        there.st_nlink == 1 && there.st_uid == ::geteuid() && ::access(folder.constData(), W_OK) == 0;
    return replaceable || S_ISDIR(there.st_mode) ? replaceFile(path, content) : overwriteFile(path, content);
}

} // namespace kneepoint
