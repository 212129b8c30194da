// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Names of hardware, software and series in publications: the tables of presets/names.
namespace kneepoint {

enum class NameTable { gpus, networks, software, series };

/// One rule of a table: what a name must contain, and what it then means.
struct NameRule {
    std::vector<std::string> parts; ///< all must be contained, ignoring case
    double least_gbps = 0;          ///< minimum NIC rate for the rule to apply, Gbit/s
    std::optional<bool> mixture;    ///< for series: only mixtures of experts, or only dense models
    std::string means;              ///< id of a preset, or name of a series in reports
    std::string source;             ///< for series: the source of the measurements; empty: a separate source
    std::string software;           ///< for series: the software, if a row does not state it
    bool allocated_memory = false;  ///< for series: its memory figures are memory used by tensors, not by the whole GPU
    bool similar = false;           ///< for software: only similar software has been measured
};

/// Whether a text contains another, ignoring case.
[[nodiscard]] bool mentions(std::string_view text, std::string_view what);
[[nodiscard]] bool mentionsAny(std::string_view text, std::initializer_list<std::string_view> parts);

/// The first rule of a table that matches a name, or nullptr if none does. Rules have static lifetime.
[[nodiscard]] const NameRule* nameRule(
    NameTable table, std::string_view printed, double port_gbps = 0, bool mixture = false);

} // namespace kneepoint
