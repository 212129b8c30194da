// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/vocabulary.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario_fwd.h"

#include <optional>

namespace kneepoint {

/// A number in a sentence, and the words around it.
struct SpokenQuantity {
    double number = 0; ///< without its unit; of a relative one the factor: 0.5 for "half", 1.25 for "25 % more"
    bool relative = false;
    QString scale;         ///< "k", "million"; may be empty
    QString unit;          ///< "Gbit/s", "days"; may be empty
    bool is_limit = false; ///< "under 5"
    QStringList rest;      ///< the content words without it

    /// Number, scale and unit as the program reads them; `noun` gives the unit of a bare number.
    [[nodiscard]] QString text(const SpokenNoun& noun) const;
};

/// The first number of a text, or a share such as "half"; nothing without either.
[[nodiscard]] std::optional<SpokenQuantity> spokenQuantity(const QString& text);

/// The noun with the longest name whose words are all among these; of equal ones the first. Null if none is.
struct NamedNoun {
    const SpokenNoun* noun = nullptr;
    qsizetype words = 0; ///< of its name
};
[[nodiscard]] NamedNoun nounIn(const QStringList& words, const QList<SpokenNoun>& nouns);

/// The parameter's value that the quantity means; nothing if it cannot have that.
[[nodiscard]] std::optional<double> meantValue(const SpokenQuantity& q, const SpokenNoun& noun, const Scenario& s);

} // namespace kneepoint
