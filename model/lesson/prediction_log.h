// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson_results.h"

/// The predictions of one person, oldest first, and whether they improve. The file stays on their machine.
namespace kneepoint {

struct Prediction {
    std::string when;   ///< "2026-03-01T14:05"
    std::string lesson; ///< id
    GivenAnswer answer;
};

inline constexpr std::size_t most_predictions = 2000;
/// If there are more than most_predictions, the oldest are dropped.
void addPrediction(std::vector<Prediction>& log, Prediction made);

[[nodiscard]] Result<std::vector<Prediction>> parsePredictions(std::string_view json, std::string_view place);
[[nodiscard]] Result<std::vector<Prediction>> loadPredictions(const std::string& path);
[[nodiscard]] std::string writePredictions(std::span<const Prediction> log);

/// Quality of a set of predictions.
struct PredictionTrack {
    int predictions = 0;
    int right = 0;
    double typical_factor = 1; ///< median deviation of numbers and curves in either direction; at least 1
};
[[nodiscard]] PredictionTrack trackOf(std::span<const Prediction> some);
/// "23 predictions, 61 % right, typically off by a factor of 1.4; the last ten by 1.2."
[[nodiscard]] std::string predictionSentence(std::span<const Prediction> log);

} // namespace kneepoint
