// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <string>
#include <vector>

/// The formula of a figure with the numbers in it.
namespace kneepoint {

/// A quantity that a formula uses; its id may have a derivation of its own.
struct DerivationTerm {
    std::string id;
    std::string symbol;
    std::string label;
    std::string value;
};

struct Derivation {
    std::string id;
    std::string label;       ///< "Communication over compute"
    std::string symbol;      ///< "γ(K)"
    std::string formula;     ///< "t_comm/t_comp"
    std::string substituted; ///< "22.4 ms/31 ms"
    std::string result;      ///< "0.723"
    std::string help;
    std::string source;
    std::vector<DerivationTerm> terms;
};

/// Of a figure of the catalogue of results, or of a part of the step ("part:data_comm"). Of several formulas, simple
/// ones first, it is the first that gives the engine's own value for this scenario; nothing where none does.
[[nodiscard]] std::optional<Derivation> derivationOf(std::string_view id, const Analysis& a);

/// Id of the derivation of a part.
[[nodiscard]] std::string derivationId(Part part);

} // namespace kneepoint
