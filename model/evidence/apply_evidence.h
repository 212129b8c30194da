// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "model/evidence/evidence.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Evidence put to use.
namespace kneepoint {

struct Parameter;

/// The scenario with observed settings: what each implies (a GPU its figures), in the order of the catalogue, then the
/// values themselves, which take precedence. The global batch is the observed one, otherwise that of the scenario, and
/// is divided over the replicas by accumulation; in weak scaling, an unobserved one is the sum over the replicas. An
/// error if a value is out of its range; unknown ids are an error.
[[nodiscard]] Result<Scenario> withSettings(
    const Scenario& s, std::span<const ObservedSetting> settings, const Calibration& calibration);

/// A scenario in which only these settings are stated; everything else follows from them. An error if a value is out of
/// its range or they contradict each other.
[[nodiscard]] Result<Scenario> scenarioOf(std::span<const ObservedSetting> settings, const Calibration& calibration);

/// What a setting of a file would change in a scenario.
struct SettingChange {
    const Parameter* parameter = nullptr;
    double before = 0, after = 0;
    std::string place; ///< where the new value was read
};
/// The settings that differ from the scenario's, in the order of the catalogue. Unknown parameters are ignored.
[[nodiscard]] std::vector<SettingChange> changesBy(const Scenario& s, std::span<const ObservedSetting> settings);

/// What a scenario file keeps of a file: long lists are cut, curves thinned out, to the limits of observed.h, and
/// figures without a finite value left out.
[[nodiscard]] KeptEvidence kept(const Evidence& evidence);

/// Adds a file; an earlier import of the same bytes under the same name is replaced.
void replaceOrAdd(std::vector<KeptEvidence>& evidence, KeptEvidence file);

/// Why these files do not fit into one scenario file; nothing if they do.
[[nodiscard]] std::optional<std::string> noRoomFor(std::span<const KeptEvidence> evidence);

} // namespace kneepoint
