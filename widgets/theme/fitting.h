// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QSize>
#include <QString>

namespace kneepoint {

/// The font, as much smaller as one line of the text needs to fit into the width, yet never below `least_scale` of it.
[[nodiscard]] QFont fittingFont(const QFont& font, const QString& text, double width, double least_scale);

struct FittedText {
    QString text;
    QFont font;
};
/// Running text as it finds room in the size, on as many lines as there are: in a smaller font, yet never below
/// `least_scale` of it; then without its last clauses, which sentences are written to spare; with an ellipsis only
/// where not even the first clause has room.
[[nodiscard]] FittedText fittedText(const QFont& font, const QString& text, QSize size, double least_scale);

} // namespace kneepoint
