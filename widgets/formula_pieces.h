// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace kneepoint {

/// A part of a formula in Qt's rich text: symbols in a row, or a fraction.
struct FormulaPiece {
    QString row;            ///< in one line, a fraction with its slash
    QString above;          ///< of a fraction: the numerator, without the brackets that only the slash needs
    QString below;          ///< the denominator
    bool may_break = false; ///< a line may end before this piece
    [[nodiscard]] bool isFraction() const { return !below.isEmpty(); }
};

/// Reads the plain notation of lessons and catalogues, "t = 2·(K − 1)/K·S/B", into pieces set side by side:
/// letters are italic, names such as min upright, "t_comm" and "m²" get their subscript and power, "√(2·c)" its bar. A
/// slash in a unit ("25 GB/s") is not a fraction.
[[nodiscard]] QList<FormulaPiece> formulaPieces(const QString& formula);

/// A symbol with its subscripts and powers, in rich text.
[[nodiscard]] QString symbolHtml(const QString& symbol);

} // namespace kneepoint
