// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"
#include "model/evidence/measured_collective.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The fit of links and the collective law to measured curves. It precedes the fit to runs, which does not change the
/// links.
namespace kneepoint::fit {

/// A constant to be fitted, like Constant: of the law, or a setting of a kind of link.
struct LinkConstant {
    std::string owner; ///< kind of link; empty: the law
    std::string name;  ///< id of the parameter, or of the law's constant
    double start = 1, low = 0, high = 1, sigma = 0.1;
    bool between_nodes = false; ///< of the law: about what is between nodes
};

struct LinkPriors {
    std::vector<LinkConstant> constants;
    std::vector<ConstantOwner> owners; ///< ids and members, without settings
};

/// Reads presets/constants/link_priors.json; ends the program with a sentence if it cannot.
[[nodiscard]] LinkPriors readLinkPriors(const std::filesystem::path& path);

/// The links fitted to the curves without one campaign (none if empty), with a robust loss: first those within nodes to
/// the curves of single nodes, then, given these, those between nodes to the other curves. All curves have the same
/// weight, regardless of their number of points.
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
