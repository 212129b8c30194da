// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Reads hand-written files. Values carry their JSON pointer for error messages.
namespace kneepoint::lesson_json {

/// Thrown by readers; readFile() turns it into an Error with place and fix.
struct ReadError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Json = nlohmann::ordered_json;

/// A value in a file and its JSON pointer.
class Node {
public:
    Node(const Json& json, std::string pointer)
        : m_json(&json)
        , m_pointer(std::move(pointer))
    {
    }
    [[nodiscard]] const Json& json() const { return *m_json; }
    [[nodiscard]] const std::string& pointer() const { return m_pointer; }
    [[noreturn]] void refuse(const std::string& sentence) const;

    /// Rejects keys of this object that are not in the list.
    void only(std::initializer_list<std::string_view> keys) const;
    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] Node at(std::string_view key) const; ///< error if missing
    [[nodiscard]] std::optional<Node> find(std::string_view key) const;

    [[nodiscard]] std::string text(std::size_t longest = 4000) const; ///< not empty, no control characters
    [[nodiscard]] std::string textOr(std::string_view key, std::string fallback) const;
    [[nodiscard]] double number(double min, double max) const;
    [[nodiscard]] bool flag() const;
    [[nodiscard]] std::vector<Node> list(std::size_t most) const;
    [[nodiscard]] std::vector<std::pair<std::string, Node>> members(std::size_t most) const;
    [[nodiscard]] bool isText() const;
    [[nodiscard]] bool isObject() const;

private:
    const Json* m_json;
    std::string m_pointer;
};

/// Parses a text of at most 1 MiB without duplicate keys and passes it to `read`. A ReadError becomes an error that
/// begins with `place`.
[[nodiscard]] Result<void> readFile(
    std::string_view text, std::string_view place, const std::function<void(const Node&)>& read);

/// The content of a regular file of at most 1 MiB.
[[nodiscard]] Result<std::string> readText(const std::string& path);

} // namespace kneepoint::lesson_json
