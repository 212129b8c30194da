// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace kneepoint {

/// The options of a run that a training log prints, and what they set.
class LogSettings {
public:
    /// Reads "  hidden_size ..... 4096", "--hidden-size 4096", "using world size: 8, data-parallel size: 2, …" and
    /// device meshes.
    void take(std::string_view line, const std::string& place);
    /// Adds what was read as settings; values out of range are listed as skipped.
    void addTo(Evidence& evidence) const;
    [[nodiscard]] bool empty() const { return m_options.empty() && m_gpus <= 0; }
    /// Whether they set a parameter that `other` sets too, to another value.
    [[nodiscard]] bool contradict(const LogSettings& other) const;
    /// Takes what `other` has and this does not.
    void fillFrom(LogSettings other);
    [[nodiscard]] double sequence() const;

private:
    struct Option {
        std::string value, place;
    };
    void takeArgument(std::string_view line, const std::string& place);
    void takeCommand(std::string_view line, const std::string& place);
    void takeSizes(std::string_view line, const std::string& place);
    void set(const std::string& name, std::string_view value, const std::string& place);
    void addMore(Evidence& evidence) const;
    [[nodiscard]] std::string valueOf(std::string_view name) const;
    [[nodiscard]] const std::string& placeOf(std::string_view name) const { return m_options.find(name)->second.place; }

    std::map<std::string, Option, std::less<>> m_options; ///< by Megatron's name: "hidden_size"
    double m_gpus = 0;
};

} // namespace kneepoint
