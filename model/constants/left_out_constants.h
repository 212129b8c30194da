// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"
#include "model/units/error.h"

#include <span>
#include <string_view>

/// Constants fitted without part of the measurements, and what that shows. Only validation needs them, so they are not
/// built into the program: fitted_left_out.json, memory_left_out.json and links_left_out.json are read on first use
/// from share/kneepoint/constants beside the program.
namespace kneepoint {

/// Reads the files; an error says which one is missing or broken. The functions below need them and end the program
/// with that sentence otherwise.
[[nodiscard]] Result<void> loadLeftOutConstants();

/// The constants fitted without one series of the validation report, or without everything measured by one source;
/// nullptr if that was not left out.
[[nodiscard]] const ConstantSet* constantsWithout(std::string_view series_or_source);
/// The constants of links fitted without one measurement campaign; nullptr if that was not left out.
[[nodiscard]] const LinkSet* linksWithout(std::string_view campaign);
/// Learned from all sources but one; if that one was not left out, from all.
[[nodiscard]] std::span<const ErrorKind> errorKindsWithout(std::string_view source);
[[nodiscard]] std::span<const FactorSpreads> factorSpreadsWithout(std::string_view source);

} // namespace kneepoint
