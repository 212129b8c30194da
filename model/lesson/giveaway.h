// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

/// Whether what a student can read before answering already contains the answer.
namespace kneepoint {

/// The part of a text that answers the question: its number, within rounding and with its unit, or its right choice.
/// Nothing if the text gives nothing away.
[[nodiscard]] std::optional<std::string> givenAway(const Question& q, std::string_view text);

/// The figures that a chart of the registry draws or states, by their ids.
[[nodiscard]] std::span<const std::string_view> figuresOf(std::string_view chart);

/// Every place of the lesson that answers a question that is still to come: titles, texts, explanations, evidence and
/// charts of this step or an earlier one. Each fault begins with its place.
[[nodiscard]] std::vector<std::string> giveaways(const Lesson& lesson);

} // namespace kneepoint
