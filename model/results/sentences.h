// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>

/// One sentence per chart that summarizes what it currently shows; also its accessible description.
namespace kneepoint {

[[nodiscard]] std::string rooflineSentence(const Analysis& a);
[[nodiscard]] std::string scalingSentence(const Analysis& a);
[[nodiscard]] std::string breakdownSentence(const Analysis& a);
[[nodiscard]] std::string memorySentence(const Analysis& a);
/// The fullest pipeline stage, and the last (or first) one beside it.
[[nodiscard]] std::string stageMemorySentence(const Analysis& a);
[[nodiscard]] std::string moneySentence(const Analysis& a);
/// Whether a run takes so long, compared with the present one, that its price is of no use: more than a year.
[[nodiscard]] bool nobodyWaitsFor(double time_s, const Analysis& a);
/// A measured collective against its prediction or, without one, the rate of gradient synchronization by message size.
[[nodiscard]] std::string transferSentence(const Analysis& a, const MeasuredTransfer* measured);
[[nodiscard]] std::string timelineSentence(const Analysis& a);
/// What a prediction rests on, and whose run it is: "measured stack, tuned"; "your own runs", whose team is known.
[[nodiscard]] std::string basisText(const Analysis& a);
/// The headline in plain text, one line: step, throughput, MFU, efficiency, knee and its cause, days and money.
[[nodiscard]] std::string headlineSentence(const Analysis& a);
/// Warnings about the scenario: memory does not fit, precision is not native, fewer GPUs than a replica needs, stale
/// gradients. Empty if there are none.
[[nodiscard]] std::vector<std::string> remarks(const Analysis& a);
/// What is worth knowing of the scenario and wrong with nothing: what adapters save, what offloading costs, and that
/// nothing like it was measured. Empty if there is nothing.
[[nodiscard]] std::vector<std::string> notes(const Analysis& a);

} // namespace kneepoint
