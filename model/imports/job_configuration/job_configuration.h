// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <span>
#include <string_view>

/// Configurations of training jobs: launch scripts, JSON, YAML and TOML of training software.
namespace kneepoint {

[[nodiscard]] bool isJobConfiguration(std::string_view head);

/// Every setting that the program knows, its place, the defaults of the software that were assumed, what is not
/// understood, and the questions that are open.
[[nodiscard]] Result<Evidence> readJobConfiguration(ByteSource& source);

/// Files of one job, put together: settings, skipped items and questions of all of them. `answers` precede the files.
[[nodiscard]] Evidence jobOf(std::span<const Evidence> files, std::span<const ObservedSetting> answers);

} // namespace kneepoint
