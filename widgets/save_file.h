// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <QByteArray>
#include <QString>

namespace kneepoint {

/// Writes a regular file and flushes it to disk, with its folder. After an error (disk full, no permission, failed
/// flush), the file has its old content or the new one, never a part. A file with hard links or another owner, or in a
/// folder that is not writable, is overwritten in place, with a backup until it is on disk; if the old content cannot
/// be put back, or the backup not be deleted, the error says where the backup is. An existing file keeps its mode and,
/// if the user may set them, its group, access list and extended attributes. Pipes, devices and folders are rejected
/// without waiting.
[[nodiscard]] Result<void> saveFile(const QString& path, const QByteArray& content);

/// The same for a file that only the user can read.
[[nodiscard]] Result<void> savePrivateFile(const QString& path, const QByteArray& content);

/// The same for output that is not read back: also writes into pipes and devices. A pipe without a reader is an error.
[[nodiscard]] Result<void> saveOutput(const QString& path, const QByteArray& content);

} // namespace kneepoint
