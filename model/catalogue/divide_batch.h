// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <optional>
#include <vector>

/// Micro-batch b, accumulation m, replicas K and global batch B determine each other: B = b·m·K.
namespace kneepoint {

/// Those of them that were stated, beside the replicas.
struct StatedBatch {
    std::optional<double> micro;        ///< b, examples, above 0
    std::optional<double> accumulation; ///< m, micro-batches, 1 or more
    std::optional<double> global;       ///< B, examples, above 0
    [[nodiscard]] bool any() const { return micro || accumulation || global; }
};

/// Gives the scenario the batch that was stated, and lets the others follow. A global batch takes as few micro-batches
/// of at most b as divide a replica's share evenly; without b, m of them, but not of less than one example. Without a
/// global batch, B is the sum over all replicas. Where no batch was stated, strong scaling divides the default
/// one. A job whose layers are modeled one by one and whose stated values are whole stays whole: where the
/// replicas do not divide the global batch, it moves to the nearest that they do.
void divideBatch(Scenario& s, const StatedBatch& stated);

/// Whether replicas, micro-batches and their examples are whole numbers that give the global batch.
[[nodiscard]] bool isWholeBatch(const Scenario& s);
/// Whether they have to be: where layers are modeled one by one, and the layout is not planned. Textbook jobs are
/// continuous on purpose.
[[nodiscard]] bool needsWholeBatch(const Scenario& s);

/// Whether it is a whole number of 1 or more.
[[nodiscard]] bool isWholeNumber(double value);
/// The whole multiples of `unit` around a value, the nearer one first.
[[nodiscard]] std::vector<double> multiplesAround(double value, double unit);
/// The largest divisor of a whole number up to a limit, at least 1.
[[nodiscard]] double divisorUpTo(double whole, double most);

} // namespace kneepoint
