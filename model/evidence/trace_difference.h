// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Two profiler traces beside each other: of two versions of a job, or of two ranks.
namespace kneepoint {

/// A part of the step in both, in seconds.
struct TracePart {
    std::string part;  ///< as in the breakdown: "exposed_comm"
    std::string label; ///< "exposed communication"
    double a_s = 0, b_s = 0;

    [[nodiscard]] double difference_s() const { return b_s - a_s; }
};

struct TraceDifference {
    std::string a, b; ///< names of the files
    /// Exposed time only, so that they add up to the total. Empty if the traces cannot be compared, as the sentence
    /// says.
    std::vector<TracePart> parts;
    TracePart total; ///< the step, or the whole trace of traces without steps
    std::string sentence;
};

/// What differs between the traces of these files that are used, if they are two; nothing otherwise. The first is A.
[[nodiscard]] std::optional<TraceDifference> traceDifference(std::span<const KeptEvidence> files);

/// "+1.2 ms", "−30 µs", "0 s"
[[nodiscard]] std::string signedSeconds(double seconds);

} // namespace kneepoint
