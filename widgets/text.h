// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string_view>

namespace kneepoint {

/// The model's UTF-8 text as Qt wants it.
[[nodiscard]] inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A text of the window outside of a class that has its own tr().
[[nodiscard]] inline QString translated(const char* text)
{
    return QCoreApplication::translate("Kneepoint", text);
}

/// A quantity with its unit, see formatQuantity().
[[nodiscard]] inline QString toQString(double value, Unit unit, int significant_digits = 3)
{
    return toQString(formatQuantity(value, unit, significant_digits));
}

/// A tool tip or What's This that shows a text literally: Qt renders what looks like HTML. Every text from outside
/// passes through it; labels are plain by themselves (ControlStyle). Long lines are wrapped, very long texts cut.
[[nodiscard]] QString plainToolTip(const QString& text);

/// "1 run", "5 runs"; for nouns with a regular plural.
[[nodiscard]] QString counted(double number, const QString& noun);

/// Whether the text contains every word, in any case and order.
[[nodiscard]] bool containsWords(const QString& text, const QStringList& words);

/// With a capital first letter.
[[nodiscard]] QString capitalized(QString text);

/// A line never ends between a number and its unit, or within the unit: "96.1 %", "884 ms", "214 GB/s".
[[nodiscard]] QString withUnbrokenNumbers(QString text);

} // namespace kneepoint
