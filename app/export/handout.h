// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/catalogue/scenario_file.h"
#include "model/units/error.h"

#include <QByteArray>

#include <optional>
#include <string>
#include <vector>

/// An interactive page: one HTML file with the engine as WebAssembly, which works in any browser without a network.
namespace kneepoint {

inline constexpr std::size_t most_handout_controls = 8;

/// A lesson as the page reads it.
struct HandedLesson {
    std::string id;
    std::string title;
    std::string text; ///< JSON, or Markdown with front matter
};
/// A shipped lesson, or one of a file; an error names the first fault that `kneepoint lesson check` would list.
[[nodiscard]] Result<HandedLesson> handedLesson(const std::string& name);

struct Handout {
    std::string title; ///< empty: that of the lesson or of the first scenario
    std::string about; ///< the author's text, plain; empty: that of the scenario
    std::vector<ScenarioFile> scenarios;
    std::vector<const Parameter*> controls; ///< at most most_handout_controls; empty: the first of the headline's
    std::optional<HandedLesson> lesson;     ///< instead of scenarios and controls
};

/// The page. Fails if the program was built without the WebAssembly engine, and says what that build needs.
[[nodiscard]] Result<QByteArray> handoutPage(const Handout& handout);

} // namespace kneepoint
