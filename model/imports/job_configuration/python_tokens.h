// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint::job {

struct PythonToken {
    enum class Kind { name, number, text, computed_text, sign, line_end };
    Kind kind = Kind::line_end;
    std::string text = {}; ///< of a text, what is between its quotes
    std::size_t line = 0;
    std::size_t indent = 0; ///< of the line that the statement begins on

    [[nodiscard]] bool is(std::string_view sign) const
    {
        return (kind == Kind::sign || kind == Kind::name) && text == sign;
    }
};

/// Words, numbers, texts and signs; a line ends where no bracket is open. The last token is a line's end.
[[nodiscard]] std::vector<PythonToken> pythonTokens(std::string_view text);

} // namespace kneepoint::job
