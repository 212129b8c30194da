// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string_view>

namespace kneepoint {

/// Exit codes. Documented in every --help; scripts depend on them.
enum class ExitCode {
    done = 0,
    no = 1,        ///< done, and the answer is no: the job does not fit in memory or cannot run
    usage = 2,     ///< wrong options, unknown verb, or a window without a display
    bad_input = 3, ///< unknown preset, broken file, invalid value, output that cannot be written
};

/// The footer of every help text.
inline constexpr std::string_view exit_code_help =
    "Exit codes: 0 done; 1 the answer is no (the job does not fit in memory or cannot run); 2 wrong usage, or no "
    "display for the window; 3 bad input (unknown preset, broken file, invalid value, output that cannot be written).";

/// Where a verb writes: results to `out`, error messages (one sentence) to `err`, never both.
struct Streams {
    std::ostream& out;
    std::ostream& err;
};

/// Writes an error sentence and returns its exit code.
[[nodiscard]] ExitCode complain(Streams streams, ExitCode code, std::string_view sentence);

} // namespace kneepoint
