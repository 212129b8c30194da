// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/save_file.h"

#include <QSaveFile>

namespace kneepoint {

Result<void> saveFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit())
        return failure(path.toStdString() + " could not be saved: " + file.errorString().toStdString());
    return {};
}

} // namespace kneepoint
