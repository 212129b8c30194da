// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kneepoint {

/// The target of an option's value. A bool is a flag; a function is a flag that calls it; a list accepts the option
/// several times, or once with its values separated by OptionRules::delimiter.
using OptionTarget = std::variant<bool*, std::function<void()>, std::string*, double*, int*, std::vector<std::string>*,
    std::vector<double>*>;

/// What an option accepts beyond the format of its value.
struct OptionRules {
    bool required = false;
    bool show_default = false;
    char delimiter = '\0';
    std::vector<std::string> choices = {}; ///< the only values allowed; empty allows all
    std::optional<std::pair<double, double>> range = std::nullopt;
    std::function<std::string(const std::string&)> check =
        {};                                 ///< returns an error message for a value, or an empty text
    std::vector<std::string> excludes = {}; ///< options of the same verb, by name
};

/// One option of a verb, as `--help` shows it and the command line checks it.
struct VerbOption {
    std::string name; ///< "--size", "-o,--output"; without dashes it is an argument: "SCENARIO"
    OptionTarget target;
    std::string help;
    /// Format of the value; empty: the name of its type. The first word says what the value names, which is what shells
    /// complete: FILE, FOLDER, SCENARIO, ID (of a parameter), METRIC, GPU, NETWORK, LESSON, as in "ID=VALUE" and
    /// "GPU,...".
    std::string type_name = {};
    OptionRules rules = {};
};

using VerbOptions = std::vector<VerbOption>;

} // namespace kneepoint
