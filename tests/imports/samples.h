// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/import.h"
#include "model/imports/reader.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <string_view>

/// Files made by others, and golden figures computed from them, beside the project: ../shared/evidence, or the folder
/// in KNEEPOINT_EVIDENCE.
namespace kneepoint::test {

[[nodiscard]] std::filesystem::path evidenceFolder();
[[nodiscard]] bool hasSamples();
/// A file of the folder "golden".
[[nodiscard]] nlohmann::json golden(const std::string& name);

/// Imports a text; fails the test with the error if it cannot be read.
[[nodiscard]] Evidence imported(std::string_view text, const std::string& name = "file");
/// The error sentence of a text that is refused; empty if it is not.
[[nodiscard]] std::string refusalOf(std::string_view text);
/// Whether some skipped item's reason contains the text.
[[nodiscard]] bool skips(const Evidence& evidence, std::string_view reason);

} // namespace kneepoint::test

/// Skips a test that reads the samples where they are absent.
#define NEEDS_SAMPLES()                                                                                                \
    if (!kneepoint::test::hasSamples())                                                                                \
    QSKIP("the samples (../shared/evidence) are not here")
