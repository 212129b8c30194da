// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plain_stream.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr const char* replacement = "\uFFFD";

bool isBetween(char32_t code, char32_t first, char32_t last)
{
    return code >= first && code <= last;
}

/// C0 and C1 controls, and the characters of Unicode's bidirectional algorithm that have no glyph (UAX #9).
bool isEscaped(char32_t code)
{
    return (code < 0x20 && code != U'\n' && code != U'\t') || isBetween(code, 0x7F, 0x9F) || code == 0x61C
        || isBetween(code, 0x200E, 0x200F) || isBetween(code, 0x202A, 0x202E) || isBetween(code, 0x2066, 0x2069);
}

/// Whether a character of this many bytes may have this code: not overlong, no surrogate, not beyond Unicode.
bool isValid(char32_t code, std::size_t bytes)
{
    constexpr char32_t first[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= first[bytes] && code <= 0x10'FFFF && !isBetween(code, 0xD800, 0xDFFF);
}

void writePlain(std::ostream& to, char32_t code, const std::string& bytes)
{
    if (isEscaped(code))
        to << fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    else
        to << bytes;
}

} // namespace

/// The first byte of a character; RFC 3629, section 4.
void PlainStream::Buffer::begin(unsigned char c)
{
    m_missing = c >= 0xF0 && c <= 0xF4 ? 3 : c >= 0xE0 && c <= 0xEF ? 2 : c >= 0xC2 && c <= 0xDF ? 1 : 0;
    if (c < 0x80) {
        writePlain(m_to, c, std::string(1, static_cast<char>(c)));
    } else if (m_missing == 0) {
        m_to << replacement;
    } else {
        m_sequence.assign(1, static_cast<char>(c));
        m_code = c & (0x3FU >> m_missing);
    }
}

void PlainStream::Buffer::finishSequence()
{
    if (isValid(m_code, m_sequence.size()))
        writePlain(m_to, m_code, m_sequence);
    else
        m_to << replacement;
}

void PlainStream::Buffer::dropSequence()
{
    if (m_missing > 0)
        m_to << replacement;
    m_missing = 0;
}

int PlainStream::Buffer::overflow(int c)
{
    if (c == traits_type::eof())
        return 0;
    const auto byte = static_cast<unsigned char>(c);
    if (m_missing > 0 && (byte & 0xC0U) == 0x80) {
        m_sequence += static_cast<char>(c);
        m_code = m_code << 6U | (byte & 0x3FU);
        if (--m_missing == 0)
            finishSequence();
    } else {
        dropSequence();
        begin(byte);
    }
    return m_to ? c : traits_type::eof();
}

int PlainStream::Buffer::sync()
{
    return m_to.flush() ? 0 : -1;
}

} // namespace kneepoint
