// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/byte_source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kneepoint {

/// A line without escape sequences such as "\x1b[32m".
[[nodiscard]] std::string withoutColors(std::string_view line);

/// The lines of a text in bounded memory: without a byte order mark, line ends and ANSI color codes. A progress bar
/// that overwrites itself (carriage returns) gives a line for each state. Lines beyond longest_line are cut.
class LineReader {
public:
    static constexpr std::size_t longest_line = 1 << 18;

    explicit LineReader(ByteSource& source)
        : m_source(source)
    {
    }
    /// Valid until the next call; nothing at the end.
    [[nodiscard]] std::optional<std::string_view> next();
    /// Of the last line, from 1.
    [[nodiscard]] std::size_t number() const { return m_number; }
    /// "line 12"
    [[nodiscard]] std::string place() const;

private:
    bool fill();

    ByteSource& m_source;
    std::string m_buffer, m_line;
    std::size_t m_at = 0, m_number = 0;
    bool m_ended = false;
};

} // namespace kneepoint
