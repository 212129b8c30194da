// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <string>
#include <vector>

/// The formula of a figure with its numbers filled in.
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

/// The derivation of a figure of the results catalogue, or of a part of the step ("part:data_comm"). Formulas are tried
/// from simple to complex, and the first one that reproduces the engine's value for this scenario is used; nothing if
/// none does.
[[nodiscard]] std::optional<Derivation> derivationOf(std::string_view id, const Analysis& a);

/// Id of the derivation of a part.
[[nodiscard]] std::string derivationId(Part part);

} // namespace kneepoint
