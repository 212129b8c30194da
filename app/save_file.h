// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/error.h"

#include <QByteArray>
#include <QString>

namespace kneepoint {

/// Writes a file at once: it has either its old content or the new one. Fails with one sentence.
[[nodiscard]] Result<void> saveFile(const QString& path, const QByteArray& content);

} // namespace kneepoint
