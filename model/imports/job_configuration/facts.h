// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/job_configuration/keys.h"
#include "model/imports/job_configuration/records.h"

#include <optional>
#include <span>
#include <string_view>

namespace kneepoint::job {

/// The software whose keys these are; nothing if too few of them are known.
[[nodiscard]] std::optional<Software> softwareOf(std::span<const Record> records);
/// The name of software whose configurations share keys with one that is read, but mean other defaults: "LitGPT"; empty
/// for any other.
[[nodiscard]] std::string_view unreadSoftware(std::span<const Record> records);

/// What the records state, in the table's words; adds keys that are not used to the evidence.
[[nodiscard]] JobStatement statementOf(std::span<const Record> records, Software software, Evidence& evidence);

/// The settings that files of one job give together: adds them, what was assumed, contradicts itself or is not used,
/// and the questions that are open. `answers` precede what the files state.
void settle(std::span<const JobStatement> files, std::span<const ObservedSetting> answers, Evidence& evidence);

} // namespace kneepoint::job
