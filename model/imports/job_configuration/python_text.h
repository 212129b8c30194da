// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Python as configurations are written in it: assignments, calls with keywords, literals and arithmetic of them.
/// Nothing is run: what follows from a condition, a function or an argument of the command is not known.
namespace kneepoint::job {

struct PythonValue {
    enum class Kind {
        literal, ///< `text`: a number, a truth value, None or a text without its quotes
        symbol,  ///< `text`: the dotted name of something imported or of a class: "torch.bfloat16"
        list,    ///< `parts`, also of a tuple
        dict,    ///< `parts` with their keys
        call,    ///< `text`: the name of what is called; `parts`: its arguments, with keys if they have keywords
        open,    ///< what Python would have to work out; `text` says why
    };
    Kind kind = Kind::open;
    std::string text = {};
    std::vector<PythonValue> parts = {};
    std::size_t line = 0;
    bool borrowed = false; ///< the value of a variable, which stands elsewhere
    std::string key = {};  ///< of a part: its keyword, or its key in a dictionary; "**" of what is unpacked
};

/// "target = value", or a value alone: a call, or what a function returns.
struct PythonStatement {
    std::string target; ///< "recipe.trainer.num_nodes", "config.zero.stage" also of config["zero"]["stage"]; or empty
    PythonValue value;
    std::size_t line = 0;
    std::size_t scope = 0;    ///< line of the function or class that it is in; 0: of the file
    bool conditional = false; ///< under a condition, in a loop or in the handler of an exception
};

/// The statements that state something, with the values of variables put in where they are certain.
[[nodiscard]] std::vector<PythonStatement> pythonStatements(std::string_view text);

/// The last part of a dotted name.
[[nodiscard]] std::string_view lastName(std::string_view dotted);

} // namespace kneepoint::job
