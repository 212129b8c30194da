// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/json_reader.h"

#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
}

} // namespace

void JsonNode::refuse(std::string_view sentence) const
{
    if (sound())
        *m_refusal = fmt::format("{}: {}", m_pointer.empty() ? "/" : m_pointer, sentence);
}

void JsonNode::refuseMember(std::string_view sentence) const
{
    if (sound())
        *m_refusal = fmt::format("{}/{}", m_pointer, sentence);
}

void JsonNode::expected(std::string_view what) const
{
    refuse(fmt::format("expected {}, found {}", what, m_json->type_name()));
}

void JsonNode::refuseChoice(const std::vector<std::string_view>& names) const
{
    if (!isText())
        return expected(fmt::format("one of {}", fmt::join(names, ", ")));
    refuse(fmt::format("expected one of {}, found {}", fmt::join(names, ", "), excerpt(m_json->get<std::string>())));
}

JsonNode JsonNode::child(const Json& json, std::string_view key) const
{
    return {json, fmt::format("{}/{}", m_pointer, excerpt(key)), *m_refusal};
}

bool JsonNode::isText() const
{
    return m_json->is_string();
}

bool JsonNode::isText(std::string_view text) const
{
    return isText() && m_json->get_ref<const std::string&>() == text;
}

bool JsonNode::isObject() const
{
    return m_json->is_object();
}

void JsonNode::only(std::initializer_list<std::string_view> keys) const
{
    std::vector<Member> known;
    known.reserve(keys.size());
    for (const std::string_view key : keys)
        known.emplace_back(key, [](const JsonNode&) {});
    each(known);
}

void JsonNode::each(const std::vector<Member>& known) const
{
    if (!isObject())
        return expected("an object");
    for (const auto& [key, value] : m_json->items()) {
        const auto member = std::ranges::find(known, key, &Member::first);
        if (member == known.end()) {
            std::vector<std::string_view> names(known.size());
            std::ranges::transform(known, names.begin(), &Member::first);
            return child(value, key).refuse(fmt::format("not a key here; these are: {}", fmt::join(names, ", ")));
        }
        member->second(child(value, key));
    }
}

bool JsonNode::has(std::string_view key) const
{
    return m_json->is_object() && m_json->contains(key);
}

JsonNode JsonNode::at(std::string_view key, std::string_view remedy) const
{
    static const Json none;
    if (const auto found = find(key))
        return *found;
    JsonNode missing = child(none, key);
    missing.refuse(remedy);
    return missing;
}

std::optional<JsonNode> JsonNode::find(std::string_view key) const
{
    if (!has(key))
        return {};
    return child((*m_json)[std::string(key)], key);
}

std::string JsonNode::text(std::size_t longest) const
{
    std::string text = anyText(longest);
    if (text.empty())
        refuse("is empty");
    if (std::ranges::any_of(text, isControl))
        refuse("contains a control character");
    return text;
}

std::string JsonNode::textOr(std::string_view key, std::string fallback) const
{
    const auto found = find(key);
    return found ? found->text() : std::move(fallback);
}

std::string JsonNode::anyText(std::size_t longest) const
{
    if (!isText()) {
        expected("a string");
        return {};
    }
    auto text = m_json->get<std::string>();
    if (text.size() > longest)
        refuse(fmt::format("longer than {} bytes", longest));
    return text;
}

double JsonNode::number(double min, double max) const
{
    if (!m_json->is_number()) {
        expected(fmt::format("a number from {} to {}", min, max));
        return min;
    }
    const auto value = m_json->get<double>();
    if (value >= min && value <= max)
        return value;
    refuse(fmt::format("{} is not between {} and {}", value, min, max));
    return min;
}

double JsonNode::wholeNumber(double min, double max) const
{
    const double value = number(min, max);
    if (value != std::floor(value))
        refuse(fmt::format("{} is not a whole number", value));
    return std::floor(value);
}

bool JsonNode::flag() const
{
    if (!m_json->is_boolean())
        expected("true or false");
    return *m_json == true;
}

std::vector<JsonNode> JsonNode::list(std::size_t most) const
{
    std::vector<JsonNode> nodes;
    if (!m_json->is_array()) {
        expected("a list");
    } else if (m_json->size() > most) {
        refuse(fmt::format("{} entries; at most {} are allowed", m_json->size(), most));
    } else {
        nodes.reserve(m_json->size());
        for (const Json& json : *m_json)
            nodes.push_back(child(json, std::to_string(nodes.size())));
    }
    return nodes;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members(std::size_t most) const
{
    std::vector<std::pair<std::string, JsonNode>> nodes;
    if (!isObject()) {
        expected("an object");
    } else if (m_json->size() > most) {
        refuse(fmt::format("{} keys; at most {} are allowed", m_json->size(), most));
    } else {
        nodes.reserve(m_json->size());
        for (const auto& [key, value] : m_json->items())
            nodes.emplace_back(key, child(value, key));
    }
    return nodes;
}

Result<void> readJson(
    std::string_view text, std::string_view place, const JsonBounds& bounds, const JsonNode::Reader& read)
{
    const Result<nlohmann::ordered_json> json = parseBoundedJson(text, place, bounds);
    if (!json)
        return tl::unexpected(json.error());
    std::string refusal;
    read(JsonNode(*json, "", refusal));
    if (!refusal.empty())
        return failure(fmt::format("{}: {}", place, refusal));
    return {};
}

} // namespace kneepoint
