// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "model/evidence/evidence.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"

#include <span>

/// Evidence put to use.
namespace kneepoint {

/// The scenario with observed settings: what each implies (a GPU its figures), in the order of the catalogue, then the
/// values themselves, which take precedence. The global batch is the observed one, otherwise that of the scenario, and
/// is divided over the replicas by accumulation. An error if a value is out of its range; unknown ids are an error.
[[nodiscard]] Result<Scenario> withSettings(
    const Scenario& s, std::span<const ObservedSetting> settings, const Calibration& calibration);

/// What a scenario file keeps of a file whose evidence it uses.
[[nodiscard]] DerivedFrom derivedFrom(const Evidence& evidence);

} // namespace kneepoint
