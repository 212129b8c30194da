// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Where the JSON object or list that begins at `begin` ends: behind its closing bracket, or null if that is not before
/// `end`. Only brackets of the same kind outside of strings are counted. Examines 64 bytes at a time, as simdjson does
/// (Langdale and Lemire 2019, section 3.1), because finding the ends of events decides how fast a trace is read.
[[nodiscard]] const char* closingBracket(const char* begin, const char* end);

} // namespace kneepoint
