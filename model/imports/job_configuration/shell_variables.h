// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/job_configuration/shell_script.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Words of a shell whose variables are replaced. While they are, a text carries marks: the line that a part was
/// written on, and why a part is not known.
namespace kneepoint::job {

/// A part of a text comes from this line.
[[nodiscard]] std::string lineMark(std::size_t line);
/// Stands for a value that is not known.
[[nodiscard]] std::string openMark(std::string_view reason);
/// Bytes of the mark of an unknown value that a text begins with; 0 if it begins with none.
[[nodiscard]] std::size_t openMarkLength(std::string_view marked);
/// A marked text without its lines; values that are not known stay marked.
[[nodiscard]] std::string withoutLines(std::string_view marked);
/// The words of a marked text between white space. `whole`: one word, with its white space.
[[nodiscard]] std::vector<ShellWord> unmarked(std::string_view marked, std::size_t line, bool whole = false);

class ShellVariables {
public:
    struct Value {
        std::vector<std::string> items; ///< marked; more than one of an array
        bool is_array = false;
    };

    void set(const std::string& name, Value value);
    [[nodiscard]] const Value* find(std::string_view name) const;
    [[nodiscard]] const std::map<std::string, Value, std::less<>>& all() const { return m_values; }
    /// The words that a raw word becomes, marked. `splits`: unquoted values become several words.
    [[nodiscard]] std::vector<std::string> expanded(std::string_view raw, std::size_t line, bool splits, int depth = 0);
    /// What arithmeticValue() makes of an expression. Without `assign`, what it assigns becomes unknown.
    using Assign = std::function<void(std::string_view name, std::optional<std::int64_t> value)>;
    std::optional<std::int64_t> calculated(std::string_view expression, int depth, const Assign& assign = {});

private:
    struct Words;
    void expandDollar(std::string_view raw, std::size_t& at, Words& words, int depth);
    void expandBraces(std::string_view inside, Words& words, int depth);
    void insert(const std::string& name, Words& words);

    std::map<std::string, Value, std::less<>> m_values;
    std::size_t m_work = 0; ///< bytes inserted so far: what expands without end is cut
};

/// Position after the bracket that closes the round one at `at`.
[[nodiscard]] std::size_t endOfRoundBracket(std::string_view text, std::size_t at);
/// Position after the part of a word that begins here: a quoted text, $(…), ${…}, an escaped or a single character.
[[nodiscard]] std::size_t endOfPart(std::string_view text, std::size_t at);

} // namespace kneepoint::job
