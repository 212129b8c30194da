// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/trace_stream.h"

#include "model/imports/closing_bracket.h"

#include <simdjson.h>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr std::size_t window = 1 << 20;
constexpr std::size_t most_value = 32 << 20; ///< length of an event, or of another value of the trace
constexpr std::string_view between = " \t\r\n,:";

} // namespace

TraceStream::TraceStream(ByteSource& source)
    : m_source(source)
{
}

/// Reads more behind what is there; false at the end, or if a single value is too long.
bool TraceStream::refill()
{
    const std::size_t keep_from = std::min(m_last, m_at);
    if (m_source_ended || m_end - keep_from > most_value)
        return false;
    m_buffer.erase(0, keep_from);
    m_dropped += keep_from;
    m_at -= keep_from;
    m_end -= keep_from;
    m_last -= keep_from;
    const std::size_t wanted = m_source.spaceFor(std::max(window, m_end));
    m_buffer.resize(m_end + wanted + simdjson::SIMDJSON_PADDING);
    const std::size_t got = m_source.read(std::span(m_buffer).subspan(m_end, wanted));
    m_end += got;
    m_source_ended = got < wanted;
    return got > 0;
}

bool TraceStream::has(std::size_t bytes)
{
    while (m_end - m_at < bytes)
        if (!refill())
            return false;
    return true;
}

/// Moves to the next byte that is none of the characters; false at the end.
bool TraceStream::skipTo(std::string_view characters)
{
    while (has(1)) {
        const std::string_view rest = std::string_view(m_buffer).substr(m_at, m_end - m_at);
        const std::size_t found = rest.find_first_not_of(characters);
        m_at += found == std::string_view::npos ? rest.size() : found;
        if (found != std::string_view::npos)
            return true;
    }
    return false;
}

std::optional<std::string_view> TraceStream::takeBracketed()
{
    m_last = m_at;
    for (;;) {
        const char* begin = m_buffer.data() + m_at;
        if (const char* end = closingBracket(begin, m_buffer.data() + m_end)) {
            const auto length = static_cast<std::size_t>(end - begin);
            m_at += length;
            return std::string_view(begin, length);
        }
        if (!refill()) {
            m_cut_short = true;
            return {};
        }
    }
}

std::optional<std::string_view> TraceStream::takeScalar()
{
    m_last = m_at;
    constexpr std::size_t longest = 4096;
    (void)has(longest);
    const std::string_view rest = std::string_view(m_buffer).substr(m_at, std::min(longest, m_end - m_at));
    std::size_t length = rest.find_first_of(",}\n\r");
    if (rest.starts_with('"'))
        length = rest.find('"', 1) == std::string_view::npos ? std::string_view::npos : rest.find('"', 1) + 1;
    length = std::max<std::size_t>(std::min(length, rest.size()), 1);
    m_at += length;
    return rest.substr(0, length);
}

/// Reads a key into m_key; false if it does not end.
bool TraceStream::takeKey()
{
    constexpr std::size_t longest = 4096;
    m_last = m_at;
    (void)has(longest);
    const std::string_view rest = std::string_view(m_buffer).substr(m_at, std::min(longest, m_end - m_at));
    const std::size_t end = rest.find('"', 1);
    if (end == std::string_view::npos) {
        m_cut_short = true;
        return false;
    }
    m_key = rest.substr(1, end - 1);
    m_at += end + 1;
    return true;
}

std::optional<TraceStream::Piece> TraceStream::nextEvent()
{
    while (skipTo(between)) {
        const char c = m_buffer[m_at];
        if (c == '{') {
            if (const auto text = takeBracketed())
                return Piece{{}, *text};
            // The file ends here, or a quote too many hides the end of this event.
            ++m_at;
            m_cut_short = !findEventStart();
            if (m_cut_short)
                return {};
            ++m_unclosed;
        } else if (c == ']') {
            m_in_events = false;
            ++m_at;
            return {};
        } else {
            ++m_at; // no event
        }
    }
    m_cut_short = !m_bare_list;
    return {};
}

/// Moves behind the next token of the outermost object; `piece` is its member if that has been read whole. False at the
/// end of what can be read.
bool TraceStream::nextMember(std::optional<Piece>& piece)
{
    constexpr std::string_view skipped = "\xef\xbb\xbf \t\r\n,:{}";
    if (!skipTo(skipped))
        return false;
    const bool first = !m_begun;
    m_begun = true;
    const char c = m_buffer[m_at];
    if (c != '"') {
        m_in_events = m_bare_list = first && c == '[';
        ++m_at;
        return true;
    }
    if (!takeKey() || !skipTo(between))
        return false;
    const char value = m_buffer[m_at];
    if (value == '[' && m_key == "traceEvents") {
        ++m_at;
        m_in_events = true;
    } else if (const auto text = value == '{' || value == '[' ? takeBracketed() : takeScalar()) {
        piece = Piece{m_key, *text};
    } else {
        return false;
    }
    return true;
}

std::optional<TraceStream::Piece> TraceStream::next()
{
    std::optional<Piece> piece;
    while (!piece) {
        if (m_in_events) {
            piece = nextEvent();
            if (!piece && m_in_events)
                return {};
        } else if (!nextMember(piece)) {
            return {};
        }
    }
    return piece;
}

/// Moves to what looks like the beginning of an event: an object with "ph", "name" or "cat" as its first key.
bool TraceStream::findEventStart()
{
    for (;;) {
        const std::string_view rest = std::string_view(m_buffer).substr(m_at, m_end - m_at);
        constexpr std::size_t longest_start = 64;
        for (std::size_t at = rest.find('{'); at != std::string_view::npos; at = rest.find('{', at + 1)) {
            const std::string_view start = rest.substr(at + 1, longest_start);
            const std::string_view key = start.substr(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
            if (key.starts_with("\"ph\"") || key.starts_with("\"name\"") || key.starts_with("\"cat\"")) {
                m_at += at;
                return true;
            }
        }
        m_at = m_end - std::min(m_end - m_at, longest_start);
        m_last = m_at;
        if (!refill())
            return false;
    }
}

void TraceStream::retryInsideLast()
{
    m_at = m_last + 1;
    m_in_events = findEventStart();
}

} // namespace kneepoint
