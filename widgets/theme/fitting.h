// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QSize>
#include <QString>

namespace kneepoint {

/// The font, scaled down so that one line of the text fits the width, but not below `least_scale`.
[[nodiscard]] QFont fittingFont(const QFont& font, const QString& text, double width, double least_scale);

struct FittedText {
    QString text;
    QFont font;
};
/// Text fitted into a size with several lines: in a smaller font, but not below `least_scale`; then without its last
/// clauses, which sentences are written to allow; with an ellipsis only if not even the first clause fits.
[[nodiscard]] FittedText fittedText(const QFont& font, const QString& text, QSize size, double least_scale);

} // namespace kneepoint
