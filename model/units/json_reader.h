// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/bounded_json.h"
#include "model/units/error.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kneepoint {

/// A value of a JSON text from outside and its JSON pointer. Nothing throws: what is wrong is refused, the first
/// refusal is the error of the whole text, and reading goes on with empty values and with numbers inside their ranges.
class JsonNode {
public:
    using Json = nlohmann::ordered_json;
    /// A key and what reads its value.
    using Reader = std::function<void(const JsonNode&)>;
    using Member = std::pair<std::string_view, Reader>;

    JsonNode(const Json& json, std::string pointer, std::string& refusal)
        : m_json(&json)
        , m_pointer(std::move(pointer))
        , m_refusal(&refusal)
    {
    }
    [[nodiscard]] const Json& json() const { return *m_json; }
    [[nodiscard]] const std::string& pointer() const { return m_pointer; }
    /// Whether nothing of the text has been refused so far.
    [[nodiscard]] bool sound() const { return m_refusal->empty(); }
    void refuse(std::string_view sentence) const;
    /// The same, of the member whose key the sentence begins with: "key: what is wrong".
    void refuseMember(std::string_view sentence) const;
    /// The value of a result; one that failed is refused.
    template <class T> [[nodiscard]] T accepted(Result<T> result) const
    {
        if (result)
            return std::move(*result);
        refuse(result.error().message);
        return {};
    }

    /// Refuses keys of this object that are not in the list.
    void only(std::initializer_list<std::string_view> keys) const;
    /// Reads each key of this object in the order of the text; refuses keys that are not in the list.
    void each(const std::vector<Member>& known) const;
    [[nodiscard]] bool has(std::string_view key) const;
    /// Refused if missing.
    [[nodiscard]] JsonNode at(std::string_view key, std::string_view remedy = "missing") const;
    [[nodiscard]] std::optional<JsonNode> find(std::string_view key) const;

    [[nodiscard]] std::string text(std::size_t longest = 4000) const; ///< not empty, no control characters
    [[nodiscard]] std::string textOr(std::string_view key, std::string fallback) const;
    [[nodiscard]] std::string anyText(std::size_t longest) const;
    [[nodiscard]] double number(double min, double max) const;
    [[nodiscard]] double wholeNumber(double min, double max) const;
    [[nodiscard]] bool flag() const;
    /// What the text names, of these; the first if it is refused.
    template <class T> [[nodiscard]] T choice(std::initializer_list<std::pair<std::string_view, T>> named) const
    {
        std::vector<std::string_view> names;
        names.reserve(named.size());
        for (const auto& [name, value] : named) {
            if (isText(names.emplace_back(name)))
                return value;
        }
        refuseChoice(names);
        return named.begin()->second;
    }
    [[nodiscard]] std::vector<JsonNode> list(std::size_t most) const;
    [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members(std::size_t most) const;
    [[nodiscard]] bool isText() const;
    [[nodiscard]] bool isText(std::string_view text) const;
    [[nodiscard]] bool isObject() const;

private:
    void expected(std::string_view what) const;
    void refuseChoice(const std::vector<std::string_view>& names) const;
    [[nodiscard]] JsonNode child(const Json& json, std::string_view key) const;

    const Json* m_json;
    std::string m_pointer;
    std::string* m_refusal;
};

/// Parses a text within the bounds, without duplicate keys, and passes it to `read`. What is refused becomes an error
/// that begins with `place` and the JSON pointer.
[[nodiscard]] Result<void> readJson(
    std::string_view text, std::string_view place, const JsonBounds& bounds, const JsonNode::Reader& read);

/// The same, with what `read` returns.
template <class Read>
[[nodiscard]] auto parsedJson(std::string_view text, std::string_view place, const JsonBounds& bounds, const Read& read)
{
    std::invoke_result_t<Read, const JsonNode&> value{};
    return readJson(text, place, bounds, [&](const JsonNode& node) { value = read(node); }).map([&] {
        return std::move(value);
    });
}

} // namespace kneepoint
