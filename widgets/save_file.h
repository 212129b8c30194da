// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/error.h"

#include <QByteArray>
#include <QString>

namespace kneepoint {

/// The one way a file is written: afterwards it holds the whole new content, or its old content and the error says why
/// (disk full, no permission, no such folder). A file with further names (hard links), another owner or a folder that
/// cannot be written is written over in place, which a killed program may leave half done; a pipe or a device is
/// written to.
[[nodiscard]] Result<void> saveFile(const QString& path, const QByteArray& content);

} // namespace kneepoint
