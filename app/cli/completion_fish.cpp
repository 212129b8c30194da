// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include "app/cli/completion_words.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

constexpr std::string_view head = R"sh(# fish completion for kneepoint, written by: kneepoint completion fish

function __kneepoint_ID_VALUE
    set -l word (string replace -r -- '^--?[a-z]+=' '' (commandline -ct))
    if string match -q -- '*=*' $word
        set -l id (string split -m 1 = $word)[1]
        __kneepoint_values $id | string replace -r '^' $id=
    else
        __kneepoint_ID | string replace \t =\t
    end
end
complete -c kneepoint -f
)sh";

std::string kindFunction(const WordKind& kind)
{
    std::string text = fmt::format("\nfunction __kneepoint_{}\n    printf '%s\\t%s\\n'", kind.name);
    for (const CompletionWord& word : kind.words())
        text += fmt::format(" \\\n        {} {}", shellQuoted(word.word), shellQuoted(word.help));
    return text + "\nend\n";
}

std::string valuesFunction()
{
    std::string text = "\nfunction __kneepoint_values\n    switch $argv[1]\n";
    for (const auto& [values, ids] : parameterValues())
        text += fmt::format("        case {}\n            printf '%s\\n' {}\n", joined(ids), joined(values));
    return text + "    end\nend\n";
}

/// The options of `complete` that offer a value.
std::string offer(const CompletionOption& option)
{
    if (option.value == "FILE" || option.value == "FOLDER")
        return " -F";
    if (!option.choices.empty())
        return fmt::format(" -fa {}", shellQuoted(joined(option.choices)));
    if (option.value.starts_with("ID="))
        return " -fa '(__kneepoint_ID_VALUE)'";
    const WordKind* kind = wordKind(option.value);
    if (!kind)
        return " -f";
    const char* as_list = option.value.find(',') != std::string::npos ? "__fish_complete_list , " : "";
    const char* ending = option.value.find('=') != std::string::npos ? R"sh( | string replace \t =\t)sh" : "";
    return fmt::format(" {} -a '({}__kneepoint_{}{})'", kind->or_file ? "-F" : "-f", as_list, kind->name, ending);
}

/// Arguments are offered at every position: fish does not count them.
std::string completion(const CompletionVerb& verb, const CompletionOption& option)
{
    std::string line = fmt::format("complete -c kneepoint -n '__fish_seen_subcommand_from {}'", verb.name);
    if (option.is_argument)
        return line + offer(option) + "\n";
    for (const std::string& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty())
        line += " -r" + offer(option);
    return line + fmt::format(" -d {}\n", shellQuoted(option.help));
}

} // namespace

std::string fishCompletion(const std::vector<Verb>& verbs)
{
    std::string text(head);
    for (const WordKind& kind : wordKinds())
        text += kindFunction(kind);
    text += valuesFunction();
    text += "\ncomplete -c kneepoint -n __fish_use_subcommand -l help -d 'Explain the verbs'\n"
            "complete -c kneepoint -n __fish_use_subcommand -l version -d 'Print the version'\n"
            "complete -c kneepoint -n __fish_use_subcommand -Fa '(__kneepoint_SCENARIO)'\n";
    for (const CompletionVerb& verb : completionVerbs(verbs)) {
        text += fmt::format(
            "complete -c kneepoint -n __fish_use_subcommand -a {} -d {}\n", verb.name, shellQuoted(verb.help));
        for (const CompletionOption& option : verb.options)
            text += completion(verb, option);
    }
    return text;
}

} // namespace kneepoint
