// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/line_tags.h"

#include "model/units/text_fields.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Whether a text may be the rest of a line of nccl-tests behind a tag.
bool beginsRow(std::string_view text)
{
    return text.starts_with('#') || (!text.empty() && isDigit(text[0]));
}

/// Without the time, stream and flag that a container's log puts before each line: "2026-01-05T10:00:00.1Z stdout F ".
std::string_view withoutContainerTag(std::string_view line)
{
    if (line.size() < 20 || line[4] != '-' || line[7] != '-' || line[10] != 'T')
        return line;
    line = trimmed(line.substr(std::min(line.find(' '), line.size())));
    for (const std::string_view stream : {"stdout", "stderr"})
        if (line.starts_with(stream))
            line = trimmed(line.substr(stream.size()));
    for (const std::string_view flag : {"F ", "P "})
        if (line.starts_with(flag))
            line = trimmed(line.substr(flag.size()));
    return line;
}

} // namespace

std::string withoutTags(std::string_view line)
{
    std::string plain;
    for (std::size_t at = 0; at < line.size(); ++at) {
        std::size_t end = at + 1;
        while (line[at] == '[' && end < line.size() && isDigit(line[end]))
            ++end;
        if (line[at] == '[' && end > at + 1 && end < line.size() && line[end] == ']') {
            plain += ' ';
            at = end;
        } else {
            plain += line[at];
        }
    }
    return plain;
}

std::string_view withoutPrefix(std::string_view line)
{
    line = trimmed(line);
    while (line.starts_with('>'))
        line = trimmed(line.substr(1));
    if (line.starts_with('['))
        if (const std::size_t tag = line.find(">:"); tag != std::string_view::npos && tag < line.find(' '))
            line = trimmed(line.substr(tag + 2));
    const std::size_t digits =
        std::min(static_cast<std::size_t>(std::ranges::find_if_not(line, isDigit) - line.begin()), line.size());
    if (digits > 0 && digits < line.size() && line[digits] == ':')
        line = trimmed(line.substr(digits + 1));
    line = withoutContainerTag(line);
    const std::size_t colon = line.find(": "), space = line.find(' ');
    if (colon != std::string_view::npos && colon < space && beginsRow(trimmed(line.substr(colon + 2))))
        line = trimmed(line.substr(colon + 2));
    return line;
}

} // namespace kneepoint
