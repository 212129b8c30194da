// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include "model/scenario/scenario_fwd.h"
#include "widgets/panels/evidence_chip.h"

#include <QString>

#include <span>
#include <vector>

/// Imported files in words for the window.
namespace kneepoint {

/// Traces of different ranks with the same settings.
[[nodiscard]] bool areRanksOfOneRun(const KeptEvidence& a, const KeptEvidence& b);

/// What using the file would replace in a scenario: "Sets GPUs 64 → 8, GPU … → A100 SXM4 40 GB."; empty if nothing.
[[nodiscard]] QString changesText(const Scenario& s, const KeptEvidence& file);

/// The chip of a file, or of the ranks of a run. `chosen` are indices of `files`.
[[nodiscard]] EvidenceChip::Content chipOf(
    std::span<const KeptEvidence> files, const std::vector<std::size_t>& chosen, const Scenario& s);

} // namespace kneepoint
