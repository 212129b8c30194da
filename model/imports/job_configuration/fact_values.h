// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/job_configuration/records.h"

#include <optional>
#include <string>
#include <string_view>

/// What the values of a job's keys say.
namespace kneepoint::job {

/// A value that leaves it to somebody else: null, "auto".
[[nodiscard]] bool isAbsent(std::string_view value);
[[nodiscard]] std::optional<bool> truth(std::string_view value);
/// The parameters that a fact decides beside itself, so that their defaults are not assumed where it is not known.
[[nodiscard]] std::string_view decidedBy(std::string_view target);
/// "8" of "${PRIMUS_TP:8}" and "${oc.env:TP,8}": what is used unless the environment says otherwise.
[[nodiscard]] std::string withoutEnvironment(std::string_view value);
/// "500_000", as Python and YAML group digits.
[[nodiscard]] std::optional<double> numberIn(std::string_view value);
/// Whether a key that is not known gives a model experts, which change its size many times over.
[[nodiscard]] bool countsExperts(const Record& record);
/// The default that a key which is not known may contradict, by its name; empty if there is none.
[[nodiscard]] std::string_view concernedBy(std::string_view key);
/// Whether a key is one of TRL's own, which changes defaults of the Trainer that it builds on.
[[nodiscard]] bool isOfTrl(std::string_view key);
/// The value of "text=value" in a list; nothing if the text is not in it. "\," is a comma of a value.
[[nodiscard]] std::optional<std::string> chosen(std::string_view list, std::string_view text);

} // namespace kneepoint::job
