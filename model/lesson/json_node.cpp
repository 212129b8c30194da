// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/json_node.h"

#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kneepoint::lesson_json {
namespace {

constexpr JsonBounds bounds{.document = "a lesson", .bytes = 1 << 20, .depth = 12, .values = 50000};

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
}

} // namespace

void Node::refuse(const std::string& sentence) const
{
    throw ReadError(fmt::format("{}: {}", m_pointer.empty() ? "/" : m_pointer, sentence));
}

bool Node::isText() const
{
    return m_json->is_string();
}

bool Node::isObject() const
{
    return m_json->is_object();
}

void Node::only(std::initializer_list<std::string_view> keys) const
{
    for (const auto& [key, value] : members(1000))
        if (std::ranges::find(keys, key) == keys.end())
            value.refuse(fmt::format("not a key here; these are: {}", fmt::join(keys, ", ")));
}

bool Node::has(std::string_view key) const
{
    return m_json->is_object() && m_json->contains(key);
}

Node Node::at(std::string_view key) const
{
    const auto found = find(key);
    if (!found)
        refuse(fmt::format("\"{}\" is missing", key));
    return *found;
}

std::optional<Node> Node::find(std::string_view key) const
{
    if (!has(key))
        return {};
    return Node((*m_json)[std::string(key)], fmt::format("{}/{}", m_pointer, excerpt(key)));
}

std::string Node::text(std::size_t longest) const
{
    if (!m_json->is_string())
        refuse(fmt::format("expected a string, found {}", m_json->type_name()));
    auto text = m_json->get<std::string>();
    if (text.empty())
        refuse("is empty");
    if (text.size() > longest)
        refuse(fmt::format("longer than {} bytes", longest));
    if (std::ranges::any_of(text, isControl))
        refuse("contains a control character");
    return text;
}

std::string Node::textOr(std::string_view key, std::string fallback) const
{
    const auto found = find(key);
    return found ? found->text() : std::move(fallback);
}

double Node::number(double min, double max) const
{
    if (!m_json->is_number())
        refuse(fmt::format("expected a number, found {}", m_json->type_name()));
    const auto value = m_json->get<double>();
    if (!(value >= min && value <= max))
        refuse(fmt::format("{} is not between {} and {}", value, min, max));
    return value;
}

bool Node::flag() const
{
    if (!m_json->is_boolean())
        refuse(fmt::format("expected true or false, found {}", m_json->type_name()));
    return m_json->get<bool>();
}

std::vector<Node> Node::list(std::size_t most) const
{
    if (!m_json->is_array())
        refuse(fmt::format("expected a list, found {}", m_json->type_name()));
    if (m_json->size() > most)
        refuse(fmt::format("{} entries; at most {} are allowed", m_json->size(), most));
    std::vector<Node> nodes;
    for (std::size_t i = 0; i < m_json->size(); ++i)
        nodes.emplace_back((*m_json)[i], fmt::format("{}/{}", m_pointer, i));
    return nodes;
}

std::vector<std::pair<std::string, Node>> Node::members(std::size_t most) const
{
    if (!m_json->is_object())
        refuse(fmt::format("expected an object, found {}", m_json->type_name()));
    if (m_json->size() > most)
        refuse(fmt::format("{} keys; at most {} are allowed", m_json->size(), most));
    std::vector<std::pair<std::string, Node>> nodes;
    for (const auto& [key, value] : m_json->items())
        nodes.emplace_back(key, Node(value, fmt::format("{}/{}", m_pointer, excerpt(key))));
    return nodes;
}

Result<void> readFile(std::string_view text, std::string_view place, const std::function<void(const Node&)>& read)
{
    const Result<Json> json = parseBoundedJson(text, place, bounds);
    if (!json)
        return tl::unexpected(json.error());
    try {
        read(Node(*json, ""));
    } catch (const ReadError& error) {
        return failure(fmt::format("{}: {}", place, error.what()));
    }
    return {};
}

Result<std::string> readText(const std::string& path)
{
    return readBoundedFile(path, bounds);
}

} // namespace kneepoint::lesson_json
