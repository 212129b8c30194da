// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/import.h"
#include "model/imports/reader.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Small files of each format in tests/imports/samples, made for these tests: the forms are those of the tools, numbers
/// and names are invented. Configurations have the published sizes of their models.
namespace kneepoint::test {

/// "traces/compiled.json"; the folder of all samples for an empty name.
[[nodiscard]] std::filesystem::path samplePath(const std::string& name);
[[nodiscard]] std::string sampleText(const std::string& name);
[[nodiscard]] std::string gzipped(const std::string& text);
/// The bytes of an SQLite database that these statements make.
[[nodiscard]] std::string database(const std::string& statements);

/// Imports a text; fails the test with the error if it cannot be read.
[[nodiscard]] Evidence imported(std::string_view text, const std::string& name = "file");
/// The error sentence of a text that is refused; empty if it is not.
[[nodiscard]] std::string refusalOf(std::string_view text);
/// Whether some skipped item's reason contains the text.
[[nodiscard]] bool skips(const Evidence& evidence, std::string_view reason);

/// All that was read, as one text: the summary, settings with the ids of choices, measurements, curves, rows, findings
/// and what was skipped, each with its place.
[[nodiscard]] std::string told(const Evidence& evidence);
/// The same of a text that is imported, or why it is refused.
[[nodiscard]] std::string toldOf(std::string_view text);

} // namespace kneepoint::test
