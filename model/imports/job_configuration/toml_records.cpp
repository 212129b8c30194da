// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"

#include <fmt/format.h>

// The parser takes for granted what some text does not keep, such as a key after "[", and checks it again afterwards:
// neither an abort nor, with NDEBUG, a promise to the compiler.
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace kneepoint::job {
namespace {

std::string textOf(const toml::node& value)
{
    if (const auto* text = value.as_string())
        return text->get();
    if (const auto* number = value.as_integer())
        return fmt::format("{}", number->get());
    if (const auto* number = value.as_floating_point())
        return fmt::format("{}", number->get());
    if (const auto* flag = value.as_boolean())
        return flag->get() ? "true" : "false";
    return {};
}

void collect(const toml::node& value, const std::string& key, std::vector<Record>& records)
{
    if (records.size() >= most_records)
        return;
    if (const toml::table* table = value.as_table()) {
        for (const auto& [name, member] : *table)
            collect(member, key.empty() ? std::string(name.str()) : fmt::format("{}.{}", key, name.str()), records);
        return;
    }
    std::string text;
    if (const toml::array* list = value.as_array()) {
        text = "[";
        for (const toml::node& item : *list)
            text += (text.size() > 1 ? "," : "") + textOf(item);
        text += "]";
    } else {
        text = textOf(value);
    }
    records.push_back({key, text.substr(0, longest_value), fmt::format("line {}", value.source().begin.line)});
}

} // namespace

Records tomlRecords(std::string_view text)
{
    const toml::parse_result parsed = toml::parse(text);
    if (!parsed || parsed.table().empty())
        return std::nullopt;
    std::vector<Record> records;
    collect(parsed.table(), {}, records);
    return records;
}

} // namespace kneepoint::job
