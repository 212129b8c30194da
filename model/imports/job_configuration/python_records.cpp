// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"
#include "model/imports/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kneepoint::job {
namespace {

bool isName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The text before a comment and a comma at its end.
std::string_view statementOf(std::string_view line)
{
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at)
        if (quote == 0 && line[at] == '#') {
            line = line.substr(0, at);
            break;
        } else if (quote != 0 ? line[at] == quote : line[at] == '"' || line[at] == '\'') {
            quote = quote != 0 ? '\0' : line[at];
        }
    line = trimmed(line);
    while (line.ends_with(',') || line.ends_with(')'))
        line = trimmed(line.substr(0, line.size() - 1));
    return line;
}

/// A number, a truth value or a text in quotes; nothing of what Python would have to work out.
std::optional<std::string> literal(std::string_view value)
{
    if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front()
        && value.substr(1, value.size() - 2).find(value.front()) == std::string_view::npos)
        return std::string(value.substr(1, value.size() - 2));
    if (value == "True" || value == "False" || value == "None")
        return std::string(value);
    std::string digits(value);
    std::erase(digits, '_');
    return plainNumber(digits) ? std::optional(digits) : std::nullopt;
}

} // namespace

Records pythonRecords(std::string_view text)
{
    const bool is_nemo = contains(text, "nemo") || contains(text, "megatron.bridge");
    const bool is_python = contains(text, "import ") || contains(text, "recipe.") || contains(text, "cfg.");
    if (!is_nemo && !is_python)
        return std::nullopt;
    std::vector<Record> records;
    std::size_t number = 0;
    for (const std::string_view line : split(text, '\n')) {
        ++number;
        const std::string_view statement = statementOf(line);
        const auto end = static_cast<std::size_t>(std::ranges::find_if_not(statement, isName) - statement.begin());
        const std::string_view rest = trimmed(statement.substr(end));
        if (end == 0 || !rest.starts_with('=') || rest.starts_with("==") || records.size() >= most_records)
            continue;
        std::string_view key = statement.substr(0, end);
        for (const std::string_view object : {"recipe.", "cfg.", "config.", "self."})
            if (key.starts_with(object))
                key.remove_prefix(object.size());
        const std::string_view value = trimmed(rest.substr(1));
        const std::optional<std::string> known = literal(value);
        const bool is_keyword = key.find('.') == std::string_view::npos;
        Record record{std::string(key), known.value_or(""), fmt::format("line {}", number),
            known ? std::string() : "Python works it out"};
        if (is_nemo && is_keyword)
            record.key = "trainer.strategy." + record.key;
        record.value = record.value.substr(0, longest_value);
        records.push_back(std::move(record));
    }
    if (!records.empty() && contains(text, "SFTConfig("))
        records.push_back({std::string(uses_trl), "true", "SFTConfig", {}});
    return records.empty() ? Records() : Records(std::move(records));
}

} // namespace kneepoint::job
