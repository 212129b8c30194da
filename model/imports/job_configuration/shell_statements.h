// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The statements of a shell script as they are written: words with their quotes, up to what ends a command.
namespace kneepoint::job {

/// A word as it is written, with its quotes; "((…))" is one.
struct RawWord {
    std::string text;
    std::size_t line = 0;
    bool is_array = false; ///< NAME=( … ): the items are raw words between white space
    std::vector<RawWord> items = {};
};

/// A part of the text that begins on this line.
struct ShellText {
    std::string text;
    std::size_t line = 0;
};

struct ShellStatement {
    std::vector<RawWord> words;
    std::string before = "\n", separator = "\n"; ///< what ended the statement before, and this one: "&&", ";", ")"
    bool redirects = false;
    std::vector<ShellText> headers;         ///< what follows #SBATCH and #PBS
    std::optional<ShellText> document = {}; ///< body of a here-document
    bool is_literal = false;                ///< its variables stay as they are, as its delimiter is quoted
};

/// "NAME" of "NAME=1" and "NAME+=1"; empty if the word assigns nothing.
[[nodiscard]] std::string_view assignedName(std::string_view word);

class ShellStatements {
public:
    explicit ShellStatements(std::string_view text);
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] ShellStatement next();

private:
    [[nodiscard]] char at(std::size_t ahead = 0) const;
    void advance(std::size_t to);
    void skipBlanks();
    [[nodiscard]] std::string_view restOfLine() const;
    [[nodiscard]] RawWord word();
    /// Whether "((" here begins an expression, which "))" ends.
    [[nodiscard]] bool isArithmetic() const;
    void takeComment(ShellStatement& statement);
    [[nodiscard]] ShellText document(const std::string& delimiter);

    std::string m_text;
    std::size_t m_at = 0, m_line = 1;
    std::string m_separator = "\n";
};

} // namespace kneepoint::job
