// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/units/error.h"

#include <string>
#include <string_view>

/// The questions of the interactive page, one file each. Requests are read without exceptions, which the WebAssembly
/// build does not have: a missing or wrong key reads as empty.
namespace kneepoint {

struct Calibration;

/// Parameters by id, with labels, ranges, help, choices and the positions of their sliders; figures and parts of a step
/// with their labels.
[[nodiscard]] Result<Json> describeCatalogues(const Json& request, const Calibration& calibration);
/// A scenario with changes: its text, figures, headline, charts and sentences, all as the program shows them.
[[nodiscard]] Result<Json> analyzeScenario(const Json& request, const Calibration& calibration);
/// The causes and fixes of a scenario.
[[nodiscard]] Result<Json> diagnoseScenario(const Json& request, const Calibration& calibration);
/// Values as text: of a figure or of a parameter.
[[nodiscard]] Result<Json> formatValues(const Json& request, const Calibration& calibration);
/// A step of a lesson: its texts with their numbers, its question without the answer.
[[nodiscard]] Result<Json> showLessonStep(const Json& request, const Calibration& calibration);
/// The verdict on an answer to a lesson's question, with the right answer.
[[nodiscard]] Result<Json> judgeAnswer(const Json& request, const Calibration& calibration);
/// A file of results for `kneepoint lesson results`.
[[nodiscard]] Result<Json> writeLessonResults(const Json& request, const Calibration& calibration);

/// A text of a request; empty if there is none.
[[nodiscard]] std::string textAt(const Json& request, std::string_view key);
/// A number of a request; NaN if there is none.
[[nodiscard]] double numberAt(const Json& request, std::string_view key);
/// A list or object of a request; an empty list if there is none.
[[nodiscard]] const Json& partAt(const Json& request, std::string_view key);

} // namespace kneepoint
