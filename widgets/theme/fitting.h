// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

namespace kneepoint {

/// The font, as much smaller as one line of the text needs to fit into the width, yet never below `least_scale` of it.
[[nodiscard]] QFont fittingFont(const QFont& font, const QString& text, double width, double least_scale);

} // namespace kneepoint
