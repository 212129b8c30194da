// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_collective.h"
#include "model/scenario/links.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The fit of links and of the law of collectives to measured curves. It comes before the fit to runs, which takes
/// links as they are.
namespace kneepoint::fit {

/// A constant to be found, as Constant is: of the law, or a setting of a kind of links.
struct LinkConstant {
    std::string owner; ///< kind of links; empty: the law
    std::string name;  ///< id of the parameter, or of the law's constant
    double start = 1, low = 0, high = 1, sigma = 0.1;
};

struct LinkPriors {
    std::vector<LinkConstant> constants;
    std::vector<ConstantOwner> owners; ///< ids and members, without settings
};

/// Reads presets/constants/link_priors.json; ends the program with a sentence if it cannot.
[[nodiscard]] LinkPriors readLinkPriors(const std::filesystem::path& path);

/// The links that explain the curves best without one campaign (none if empty). Every curve has one say, however many
/// points it has; outliers are let go.
[[nodiscard]] LinkSet fitLinks(const LinkPriors& priors, const MeasuredCollectives& curves, std::string_view left_out);

struct LinkFit {
    LinkSet all;
    std::vector<std::pair<std::string, LinkSet>> without; ///< by campaign
    std::vector<ErrorKind> errors;                        ///< of points, each predicted without its campaign
};
[[nodiscard]] std::vector<ErrorKind> linkErrorKinds(const LinkFit& fit, const MeasuredCollectives& curves);
[[nodiscard]] LinkFit fitAllLinks(const LinkPriors& priors, const MeasuredCollectives& curves);
void printLinkErrors(const LinkFit& fit, const MeasuredCollectives& curves);
/// Writes links.json and links_left_out.json.
void writeLinks(const LinkFit& fit, const std::filesystem::path& folder);

} // namespace kneepoint::fit
