// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <string>
#include <string_view>

/// A scenario keeps what was chosen and typed, and derives everything else from it. Settings that are made together are
/// a set: their order does not matter, and of one parameter that is given twice the last value counts. Where settings
/// of different occasions determine each other, the later ones hold, and of the earlier ones the least necessary is
/// dropped:
/// - Of micro-batch, accumulation and global batch all three: a global batch drops the accumulation. Strong scaling
///   keeps the global batch: a micro-batch drops the accumulation, an accumulation the micro-batch. Under weak scaling
///   both drop the global batch. All three at once set the GPUs, unless those are stated with them.
/// - Replicas: strong scaling keeps the global batch, weak scaling what each replica computes.
/// - A size makes the model a derived one, of the family that the model was, and drops its architecture. A chosen model
///   comes before a size that was typed earlier.
/// - A schedule drops virtual stages that it cannot have, and the other way round.
/// - A machine comes before a GPU and a network that were chosen earlier, which come back without it. A GPU or a
/// network
///   that is chosen later ends the machine, of which the rest is kept.
namespace kneepoint {

struct OwnRuns;

/// The scenario that follows from these settings alone, at the shipped prices.
[[nodiscard]] Scenario derived(const Edit& stated, const Calibration& calibration);

/// What is stated in the scenario, in catalogue order. A layout that is planned is not; the one that was stated before
/// is, and comes back when planning ends.
[[nodiscard]] Edit statedIn(const Scenario& s);

/// What has to be stated so that exactly this scenario is derived: statedIn(), and whatever code has set directly.
[[nodiscard]] Edit statementsFor(const Scenario& s, const Calibration& calibration);

/// The scenario without the statement of this parameter.
[[nodiscard]] Scenario withdrawn(const Scenario& s, const Parameter& p, const Calibration& calibration);

/// Success, or an error if what follows from the stated batch leaves its range: a replica's share of it, or the sum
/// over all replicas.
[[nodiscard]] Result<void> checkBatch(const Scenario& s);

/// The job with exactly the global batch that was stated, though its replicas may not divide it: for a search of its
/// layout.
[[nodiscard]] Scenario withStatedBatch(const Scenario& s);

/// The job in a layout that a search has found: not stated, so that it leaves no trace. All settings are of layouts.
[[nodiscard]] Scenario inLayout(const Scenario& job, const Edit& layout);

/// The scenario with the calibration of one's own runs stated; without runs, the calibration is withdrawn.
[[nodiscard]] Scenario calibratedWith(const OwnRuns& own, const Scenario& s, const Calibration& calibration);

/// Where a parameter's value comes from.
enum class Origin {
    chosen,  ///< a preset, or whether the layout is planned
    typed,   ///< by a person, in a file or in a request
    derived, ///< from the others
    moved,   ///< another value was typed, which the others do not allow
};
/// "chosen", "typed", "derived", "moved".
[[nodiscard]] std::string_view originId(Origin origin);
[[nodiscard]] Origin originOf(const Parameter& p, const Scenario& s);
[[nodiscard]] bool isStated(const Parameter& p, const Scenario& s);
/// The value that was stated; the scenario's if none was.
[[nodiscard]] double statedValue(const Parameter& p, const Scenario& s);

/// Why settings that were made together contradict each other, with values that would agree; empty if they do not.
/// `next` is the scenario with them.
[[nodiscard]] std::string contradictionIn(const Edit& edit, const Scenario& next);

/// A sentence about figures that were typed and differ from those of the preset that is chosen now: "Sustained clock
/// 1.2, typed, is kept." Empty if there are none.
[[nodiscard]] std::string keptText(const Parameter& chosen, const Scenario& s, const Calibration& calibration);

} // namespace kneepoint
