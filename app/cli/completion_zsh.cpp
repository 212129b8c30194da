// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include "app/cli/completion_words.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

constexpr std::string_view head = R"sh(#compdef kneepoint
# zsh completion for kneepoint, written by: kneepoint completion zsh

_kneepoint_ID_VALUE()
{
    if compset -P '*='; then
        local values
        _kneepoint_values "${${IPREFIX%=}##*=}"
        compadd -a -- values
    else
        _kneepoint_ID -S =
    fi
}
)sh";

constexpr std::string_view tail = R"sh(
if [[ $funcstack[1] == _kneepoint ]]; then
    _kneepoint "$@"
else
    compdef _kneepoint kneepoint
fi
)sh";

/// Backslashes before the characters that _arguments and _describe give a meaning.
std::string escaped(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\')
            out += '\\';
        out += c;
    }
    return out;
}

std::string described(const std::vector<CompletionWord>& words)
{
    std::string text;
    for (const CompletionWord& word : words)
        text += fmt::format("        {}\n", shellQuoted(escaped(word.word) + ":" + escaped(word.help)));
    return text;
}

std::string kindFunction(const WordKind& kind)
{
    return fmt::format(
        "\n_kneepoint_{0}()\n{{\n    local -a words=(\n{1}    )\n    _describe -t {0} {0} words \"$@\"\n{2}}}\n",
        kind.name, described(kind.words()), kind.or_file ? "    _files\n" : "");
}

std::string valuesFunction()
{
    std::string text = "\n_kneepoint_values()\n{\n    case $1 in\n";
    for (const auto& [values, ids] : parameterValues())
        text += fmt::format("        ({}) values=({}) ;;\n", joined(ids, "|"), joined(values));
    return text + "    esac\n}\n";
}

/// What completes a value: ":GPU,...:_sequence _kneepoint_GPU".
std::string action(const CompletionOption& option)
{
    const std::string message = ":" + escaped(option.value);
    if (!option.choices.empty())
        return message + ":(" + joined(option.choices) + ")";
    if (option.value == "FILE")
        return message + ":_files";
    if (option.value.starts_with("ID="))
        return message + ":_kneepoint_ID_VALUE";
    if (option.value == "FOLDER")
        return message + ":_files -/";
    const WordKind* kind = wordKind(option.value);
    if (!kind)
        return message + ": ";
    const std::string function = fmt::format("_kneepoint_{}", kind->name);
    if (option.value.find(',') != std::string::npos)
        return message + ":_sequence " + function;
    return message + ":" + function + (option.value.find('=') != std::string::npos ? " -S =" : "");
}

std::string specification(const CompletionOption& option)
{
    if (option.is_argument)
        return shellQuoted((option.repeats ? "*" : option.names.front()) + action(option));
    std::string specs;
    for (const std::string& name : option.names) {
        const bool is_long = name.starts_with("--");
        const std::string value = option.value.empty() ? "" : action(option);
        specs += (specs.empty() ? "" : " ")
            + shellQuoted(fmt::format("{}{}{}[{}]{}", option.repeats ? "*" : "", name,
                value.empty() ? ""
                    : is_long ? "="
                              : "+",
                escaped(option.help), value));
    }
    return specs;
}

std::string verbCase(const CompletionVerb& verb)
{
    std::string text = fmt::format("        ({})\n            _arguments -S", verb.name);
    for (const CompletionOption& option : verb.options)
        text += " \\\n                " + specification(option);
    return text + "\n            ;;\n";
}

} // namespace

std::string zshCompletion(const std::vector<Verb>& verbs)
{
    const std::vector<CompletionVerb> shown = completionVerbs(verbs);
    std::string text(head);
    for (const WordKind& kind : wordKinds())
        text += kindFunction(kind);
    text += valuesFunction();
    text += "\n_kneepoint()\n{\n    local -a verbs=(\n";
    for (const CompletionVerb& verb : shown)
        text += fmt::format("        {}\n", shellQuoted(verb.name + ":" + escaped(verb.help)));
    text += "        '--help:Explain the verbs'\n        '--version:Print the version'\n    )\n"
            "    if ((CURRENT == 2)); then\n        _describe -t verbs verb verbs\n        _kneepoint_SCENARIO\n"
            "        return\n    fi\n    local verb=$words[2]\n    words=(\"${(@)words[2,-1]}\")\n    ((--CURRENT))\n"
            "    case $verb in\n";
    for (const CompletionVerb& verb : shown)
        text += verbCase(verb);
    return text + "    esac\n}\n" + std::string(tail);
}

} // namespace kneepoint
