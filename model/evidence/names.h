// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What publications call their hardware, software and series: the tables of presets/names, which are data.
namespace kneepoint {

enum class NameTable { gpus, networks, software, series };

/// One line of a table: what a printed name must contain, and what it then means.
struct NameRule {
    std::vector<std::string> parts; ///< all of them, in any case of letters
    double least_gbps = 0;          ///< rate of a network port from which on the rule holds, Gbit/s
    std::optional<bool> mixture;    ///< of series: only mixtures of experts, or only dense models
    std::string means;              ///< id of a preset, or name of a series in reports
    std::string source;             ///< of series: whose measurements they are; empty: a source of its own
    std::string software;           ///< of series: what ran it where a row does not state that
    bool allocated_memory = false;  ///< of series: its figures of memory count what tensors take, not all of the GPU
    bool similar = false;           ///< of software: only its like has been measured
};

/// Whether a text contains another, in any case of letters.
[[nodiscard]] bool mentions(std::string_view text, std::string_view what);

/// The first rule of a table that fits a printed name, or nullptr where the name is not understood. Rules live as long
/// as the program.
[[nodiscard]] const NameRule* nameRule(
    NameTable table, std::string_view printed, double port_gbps = 0, bool mixture = false);

} // namespace kneepoint
