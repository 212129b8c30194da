// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/byte_source.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kneepoint {

/// The pieces of a Chrome trace in the order of the file: its events, and the other keys of its outermost object.
/// Memory is a few megabytes, whatever the size of the file. Reads objects and bare lists, also unterminated ones.
class TraceStream {
public:
    struct Piece {
        std::string_view key;  ///< empty for an event
        std::string_view text; ///< JSON of the event or value; the bytes behind it may be read (simdjson's padding)
    };

    explicit TraceStream(ByteSource& source);
    /// Valid until the next call; nothing at the end of what can be read.
    [[nodiscard]] std::optional<Piece> next();
    /// Continues behind the beginning of the last event, at what looks like the next one: for an event that is not JSON
    /// and may have swallowed those after it.
    void retryInsideLast();
    /// Whether the file ends in the middle of a value.
    [[nodiscard]] bool isCutShort() const { return m_cut_short; }
    /// Events that were left out because their end was not found.
    [[nodiscard]] std::size_t unclosed() const { return m_unclosed; }
    /// Position of the last event in the decompressed file, bytes.
    [[nodiscard]] std::size_t position() const { return m_dropped + m_last; }

private:
    [[nodiscard]] bool refill();
    [[nodiscard]] bool has(std::size_t bytes);
    [[nodiscard]] bool skipTo(std::string_view characters);
    [[nodiscard]] std::optional<std::string_view> takeBracketed();
    [[nodiscard]] std::optional<std::string_view> takeScalar();
    [[nodiscard]] bool takeKey();
    [[nodiscard]] bool findEventStart();
    [[nodiscard]] std::optional<Piece> nextEvent();
    [[nodiscard]] bool nextMember(std::optional<Piece>& piece);

    ByteSource& m_source;
    std::string m_buffer; ///< bytes read and not dropped, then padding
    std::string m_key;
    std::size_t m_at = 0, m_end = 0, m_last = 0, m_dropped = 0, m_unclosed = 0;
    bool m_source_ended = false, m_in_events = false, m_cut_short = false, m_begun = false;
    /// Of events alone: it may end without its bracket (Chromium, Trace Event Format, JSON Array Format).
    bool m_bare_list = false;
};

} // namespace kneepoint
