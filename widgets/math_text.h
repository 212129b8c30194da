// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QString>

/// Texts with formulas, set in Qt's rich text as a textbook sets them. What comes from a file stays text: everything
/// is escaped.
namespace kneepoint {

/// What formulas are set with.
struct MathStyle {
    QFont font;
    QColor ink;       ///< of the bars of fractions
    double width = 0; ///< pixels; a longer formula goes on in another line
};

/// A formula on a line of its own, with stacked fractions; see formulaPieces() for the notation.
[[nodiscard]] QString formulaHtml(const QString& formula, const MathStyle& style);
/// Running text in which symbols with subscripts and powers are typeset.
[[nodiscard]] QString proseHtml(const QString& text);
/// Whether a paragraph of a lesson is a formula: it begins with four spaces.
[[nodiscard]] bool isFormula(const QString& paragraph);
/// A page, line by line: its title first; a line with indented ones under it is a heading, "– " begins an item, and
/// text before a colon early in a line is emphasized; formulas and running text.
[[nodiscard]] QString pageHtml(const QString& text, const MathStyle& style);

} // namespace kneepoint
