// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/units/error.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Files that people have, read as evidence. The kind of a file is recognized by its content, never by its name.
/// Nothing in a file is executed or fetched; memory is bounded by what is kept, not by the size of the file.
namespace kneepoint {

struct ImportOptions {
    /// Called with the share read, 0..1, after every few hundred kilobytes; returning false cancels the import. May be
    /// empty. Called on the thread of the import.
    std::function<bool(double share)> progress = {};
};

/// Sentence of the error after a cancelled import.
inline constexpr std::string_view import_cancelled = "the import was cancelled";

/// Reads a file. Errors are one sentence with its name: no file, no reader for this content, nothing to be read in it,
/// or import_cancelled. What was read only in part, and why, is in Evidence::skipped.
[[nodiscard]] Result<Evidence> importFile(const std::filesystem::path& path, const ImportOptions& options = {});
/// The same of a text in memory; `name` stands for the file's name.
[[nodiscard]] Result<Evidence> importBytes(
    std::string_view bytes, const std::string& name, const ImportOptions& options = {});

/// What several files say together.
struct ImportSet {
    std::vector<EvidenceFinding> findings; ///< of the single files and of the ranks compared, the costliest first
    Evidence combined; ///< settings and measurements of all files; of two for one thing, the more direct
};

/// Combines files: traces of several ranks are compared (late ranks, waiting against pure communication), and settings
/// and measurements are merged. Profiler traces come before logs, logs before tables; of a model, its config.json is
/// authoritative. Files that disagree are listed in combined.skipped. Configurations of a job are read as one: what
/// they give together, and what is still open, is in combined.questions; `answers` precede them.
[[nodiscard]] ImportSet combine(std::span<const Evidence> files, std::span<const ObservedSetting> answers = {});

/// What a scenario file keeps of files read together: kept() of each. Findings of compared ranks are kept with the
/// first trace, instead of what each trace says by itself.
[[nodiscard]] std::vector<KeptEvidence> keptOf(std::span<const Evidence> files);

} // namespace kneepoint
