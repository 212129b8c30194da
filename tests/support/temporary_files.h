// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <string>

namespace kneepoint::test {

/// A folder of files that is removed with this object.
struct TemporaryFiles {
    QTemporaryDir folder;

    [[nodiscard]] std::string path(const char* name) const { return folder.filePath(name).toStdString(); }

    /// Writes a file and returns its path. Ends the test program if that fails.
    std::string write(const char* name, const QByteArray& content) const
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
            qFatal("cannot write %s", name);
        return path(name);
    }
};

} // namespace kneepoint::test
