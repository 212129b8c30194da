// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/verb_option.h"
#include "app/export/picture_subject.h"

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace kneepoint {

/// The action of a verb after the command line has been parsed.
using VerbAction = std::function<ExitCode(Streams)>;

/// A command as people type it, for --help, manual pages and the site; a test runs every one.
struct Example {
    std::string_view command; ///< "kneepoint eval knee-simulator"
    std::string_view shows;   ///< "The starting scenario"
};

/// One verb of the command line. To add a verb, add a record to verbs(); CLI11 is used only in command_line.cpp.
struct Verb {
    std::string_view name;
    std::string_view help;
    std::function<VerbAction(VerbOptions&)> prepare; ///< adds its options and returns the action that reads them
    std::vector<Example> examples = {};
};

/// A verb with its own options struct: `declare(VerbOptions&, Options&)` adds the options and `run(const Options&,
/// Streams)` runs the verb.
template <typename Options, typename Run>
[[nodiscard]] Verb makeVerb(std::string_view name, std::string_view help, void (*declare)(VerbOptions&, Options&),
    Run run, std::vector<Example> examples = {})
{
    auto prepare = [declare, run = std::move(run)](VerbOptions& options) -> VerbAction {
        auto read = std::make_shared<Options>();
        declare(options, *read);
        return [read, run](Streams streams) { return run(std::as_const(*read), streams); };
    };
    return {name, help, std::move(prepare), std::move(examples)};
}

/// Each is in its own file, verb_NAME.cpp.
[[nodiscard]] Verb evalVerb();
[[nodiscard]] Verb scaleVerb();
[[nodiscard]] Verb diagnoseVerb();
[[nodiscard]] Verb searchVerb();
[[nodiscard]] Verb planVerb();
[[nodiscard]] Verb sweepVerb();
[[nodiscard]] Verb importVerb();
[[nodiscard]] Verb calibrateVerb();
[[nodiscard]] Verb validateVerb();
[[nodiscard]] Verb rooflineVerb();
[[nodiscard]] Verb reachVerb();
[[nodiscard]] Verb renderVerb(const MakeWindow& make_window);
[[nodiscard]] Verb reportVerb();
[[nodiscard]] Verb handoutVerb();
[[nodiscard]] Verb presetsVerb();
[[nodiscard]] Verb parametersVerb();
[[nodiscard]] Verb lessonVerb();
[[nodiscard]] Verb metricsVerb();
[[nodiscard]] Verb completionVerb(const MakeWindow& make_window);
[[nodiscard]] Verb manualVerb(const MakeWindow& make_window);

/// All verbs, in the order of `--help`. `render` draws the window that `make_window` makes.
[[nodiscard]] std::vector<Verb> verbs(const MakeWindow& make_window);

} // namespace kneepoint
