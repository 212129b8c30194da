// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/line_reader.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

/// Copies a line without escape sequences such as "\x1b[32m".
void copyWithoutColors(std::string_view line, std::string& to)
{
    to.clear();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            to += line[i];
            continue;
        }
        if (i + 1 < line.size() && line[i + 1] == '[') {
            i += 2;
            while (i < line.size() && (line[i] < '@' || line[i] > '~'))
                ++i;
        }
    }
}

} // namespace

std::string withoutColors(std::string_view line)
{
    std::string plain;
    copyWithoutColors(line, plain);
    return plain;
}

bool LineReader::fill()
{
    if (m_ended)
        return false;
    m_buffer.erase(0, m_at);
    m_at = 0;
    const std::size_t kept = m_buffer.size();
    const std::size_t wanted = m_source.spaceFor(longest_line);
    m_buffer.resize(kept + wanted);
    const std::size_t got = m_source.read(std::span(m_buffer).subspan(kept));
    m_buffer.resize(kept + got);
    m_ended = got < wanted;
    return got > 0;
}

std::optional<std::string_view> LineReader::next()
{
    std::size_t end = m_buffer.find_first_of("\r\n", m_at);
    while (end == std::string::npos && m_buffer.size() - m_at <= longest_line && fill())
        end = m_buffer.find_first_of("\r\n", m_at);
    if (end == std::string::npos && m_at == m_buffer.size())
        return {};
    std::string_view line = std::string_view(m_buffer).substr(m_at, end == std::string::npos ? end : end - m_at);
    m_at += line.size();
    if (m_at < m_buffer.size())
        m_at += m_buffer.compare(m_at, 2, "\r\n") == 0 ? 2 : 1;
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (++m_number == 1 && line.starts_with(byte_order_mark))
        line.remove_prefix(byte_order_mark.size());
    copyWithoutColors(line.substr(0, longest_line), m_line);
    return m_line;
}

std::string LineReader::place() const
{
    return fmt::format("line {}", m_number);
}

} // namespace kneepoint
