// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace kneepoint {

namespace {

/// Of a range of records: their ids, and a member that describes them.
template <auto all, auto id, auto help> std::vector<CompletionWord> wordsOf()
{
    std::vector<CompletionWord> words;
    for (const auto& item : all())
        words.push_back({std::string(std::invoke(id, item)), std::string(std::invoke(help, item))});
    return words;
}

/// Kinds of words, by the first word of VerbOption::type_name.
struct WordKind {
    std::string_view name;
    bool or_file;
    std::vector<CompletionWord> (*words)();
};
constexpr std::string_view parameter_kind = "ID";
constexpr std::array kinds{
    WordKind{"FILE", true, [] { return std::vector<CompletionWord>(); }},
    WordKind{"FOLDER", true, [] { return std::vector<CompletionWord>(); }},
    WordKind{"SCENARIO", true, wordsOf<scenarioPresets, &ScenarioFile::id, &ScenarioFile::title>},
    WordKind{parameter_kind, false, wordsOf<catalogue, &Parameter::id, &Parameter::label>},
    WordKind{"METRIC", false, wordsOf<metrics, &Metric::id, &Metric::label>},
    WordKind{"GPU", false, wordsOf<gpuPresets, &GpuPreset::id, &GpuPreset::name>},
    WordKind{"NETWORK", false, wordsOf<interconnectPresets, &InterconnectPreset::id, &InterconnectPreset::name>},
    WordKind{"LESSON", true, wordsOf<shippedLessons, &Lesson::id, &Lesson::title>},
};

/// The help of an option up to its first clause, for one line of a list.
std::string firstClause(std::string_view help)
{
    return std::string(help.substr(0, std::min(help.find_first_of(";:("), help.find(", as "))));
}

std::vector<std::string_view> wordsIn(std::string_view line)
{
    constexpr std::string_view blanks = " \t\n";
    std::vector<std::string_view> words;
    for (auto at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    if (line.empty() || blanks.find(line.back()) != std::string_view::npos)
        words.emplace_back();
    return words;
}

bool isArgument(const VerbOption& option)
{
    return !option.name.starts_with('-');
}

bool takesValue(const VerbOption& option)
{
    return !std::holds_alternative<bool*>(option.target)
        && !std::holds_alternative<std::function<void()>>(option.target);
}

bool isList(const VerbOption& option)
{
    return std::holds_alternative<std::vector<std::string>*>(option.target)
        || std::holds_alternative<std::vector<double>*>(option.target);
}

/// "-o" and "--output" both name "-o,--output".
const VerbOption* optionNamed(std::span<const VerbOption> options, std::string_view name)
{
    const auto found = std::ranges::find_if(options, [name](const VerbOption& option) {
        const auto comma = option.name.find(',');
        return option.name.substr(0, comma) == name
            || (comma != std::string::npos && option.name.substr(comma + 1) == name);
    });
    return found == options.end() ? nullptr : &*found;
}

/// The last argument takes what follows if it is a list.
const VerbOption* argumentAt(std::span<const VerbOption> options, std::size_t position)
{
    std::vector<const VerbOption*> arguments;
    for (const VerbOption& option : options)
        if (isArgument(option))
            arguments.push_back(&option);
    if (position < arguments.size())
        return arguments[position];
    return !arguments.empty() && isList(*arguments.back()) ? arguments.back() : nullptr;
}

/// Of "ID=VALUE": choices and flags have values, numbers none.
std::vector<CompletionWord> valuesOf(std::string_view id)
{
    const Parameter* p = findParameter(id);
    std::vector<CompletionWord> words;
    if (p && p->scale == Scale::flag)
        words = {{"on", {}}, {"off", {}}};
    else if (p && p->scale == Scale::choice)
        for (const Choice& choice : p->choices())
            words.push_back({std::string(choice.id), std::string(choice.label)});
    return words;
}

void append(std::vector<CompletionWord>& all, std::vector<CompletionWord> words, std::string_view before,
    std::string_view after = {})
{
    for (CompletionWord& word : words)
        all.push_back({fmt::format("{}{}{}", before, word.word, after), std::move(word.help)});
}

/// What an option offers for a value of which `typed` is there, each after `before`.
Completion valuesFor(const VerbOption& option, std::string_view typed, std::string_view before)
{
    Completion offered;
    for (const std::string& choice : option.rules.choices)
        append(offered.words, {{choice, {}}}, before);
    const std::string_view type = option.type_name.empty() && isArgument(option) ? option.name : option.type_name;
    const std::string_view name = type.substr(0, type.find_first_of("=,<"));
    const auto kind = std::ranges::find(kinds, name, &WordKind::name);
    if (kind == kinds.end())
        return offered;
    offered.files = kind->or_file;
    const std::string_view rest = type.substr(name.size());
    const auto equals = typed.find('=');
    if (name == parameter_kind && rest.starts_with('=') && equals != std::string_view::npos)
        append(
            offered.words, valuesOf(typed.substr(0, equals)), fmt::format("{}{}", before, typed.substr(0, equals + 1)));
    else if (rest.starts_with(','))
        append(offered.words, kind->words(), fmt::format("{}{}", before, typed.substr(0, typed.rfind(',') + 1)));
    else
        append(offered.words, kind->words(), before, rest.substr(0, rest.find_first_not_of("<=")));
    return offered;
}

/// After the verb come `typed` words and then `last`.
Completion inVerb(const VerbOptions& options, std::span<const std::string_view> typed, std::string_view last)
{
    Completion offered;
    if (const auto equals = last.find('='); last.starts_with("--") && equals != std::string_view::npos) {
        const VerbOption* option = optionNamed(options, last.substr(0, equals));
        return option ? valuesFor(*option, last.substr(equals + 1), last.substr(0, equals + 1)) : offered;
    }
    if (last.starts_with('-')) {
        for (const VerbOption& option : options)
            if (!isArgument(option))
                offered.words.push_back({option.name.substr(option.name.find(',') + 1), firstClause(option.help)});
        offered.words.push_back({"--help", "Explain the options"});
        return offered;
    }
    const VerbOption* open = nullptr; // an option whose value comes next
    std::size_t position = 0;
    for (const std::string_view word : typed) {
        const VerbOption* option = open || !word.starts_with('-') ? nullptr : optionNamed(options, word);
        position += open || word.starts_with('-') ? 0 : 1;
        open = option && takesValue(*option) ? option : nullptr;
    }
    const VerbOption* option = open ? open : argumentAt(options, position);
    return option ? valuesFor(*option, last, {}) : offered;
}

} // namespace

Completion completed(const std::vector<Verb>& verbs, std::string_view line)
{
    const std::vector<std::string_view> words = wordsIn(line);
    const std::string_view last = words.back();
    Completion offered;
    if (words.size() > 2) {
        if (const auto verb = std::ranges::find(verbs, words[1], &Verb::name); verb != verbs.end()) {
            VerbOptions options;
            const VerbAction keeps_targets = verb->prepare(options);
            offered = inVerb(options, std::span(words).subspan(2, words.size() - 3), last);
        }
    } else {
        for (const Verb& verb : verbs)
            offered.words.push_back({std::string(verb.name), firstClause(verb.help)});
        append(offered.words, {{"--help", "Explain the verbs"}, {"--version", "Print the version"}}, {});
        if (offered.files = !last.empty(); offered.files) // the window on a scenario
            append(offered.words, wordsOf<scenarioPresets, &ScenarioFile::id, &ScenarioFile::title>(), {});
    }
    std::erase_if(offered.words, [&](const CompletionWord& word) { return !word.word.starts_with(last); });
    return offered;
}

std::string_view bashCompletion()
{
    return R"sh(#compdef kneepoint
# bash and zsh completion for kneepoint, written by: kneepoint completion bash

# Splits the line itself: bash breaks words at "=", which is part of ID=VALUE.
_kneepoint()
{
    local line=${COMP_LINE:0:$COMP_POINT} program word value offered file
    local -a offers
    program=${line%%[[:space:]]*}
    word=${line##*[[:space:]]}
    value=${word##*=}
    COMPREPLY=()
    while IFS= read -r offered; do
        if [[ $offered == :files ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r file; do
                COMPREPLY+=("${word%"$value"}$file")
            done < <(compgen -f -- "$value")
        else
            [[ $offered != *= ]] || compopt -o nospace 2>/dev/null
            COMPREPLY+=("$offered")
        fi
    done < <("${program/#\~/$HOME}" completion bash --line "$line" 2>/dev/null)
    if [[ -z $ZSH_VERSION ]]; then
        # Readline replaces only what follows the last break character.
        [[ $COMP_WORDBREAKS != *=* ]] || COMPREPLY=("${COMPREPLY[@]#"${word%"$value"}"}")
        return
    fi
    # zsh has no compopt: the blank after a word is part of it.
    offers=("${COMPREPLY[@]}")
    COMPREPLY=()
    for offered in "${offers[@]}"; do
        [[ $offered == *= || -d $offered ]] || offered+=" "
        COMPREPLY+=("$offered")
    done
}

if [[ -z $ZSH_VERSION ]]; then
    complete -F _kneepoint kneepoint
else
    autoload -Uz bashcompinit && bashcompinit
    complete -o nospace -F _kneepoint kneepoint
    [[ ${funcstack[1]} != _kneepoint ]] || _bash_complete -o nospace -F _kneepoint
fi
)sh";
}

std::string_view fishCompletion()
{
    return R"sh(# fish completion for kneepoint, written by: kneepoint completion fish

function __kneepoint
    set -l line (commandline -cp)
    set -l program (commandline -opc)[1]
    set -l word (commandline -ct)
    for offered in ($program completion fish --line "$line" 2>/dev/null)
        if test "$offered" != :files
            echo $offered
        else
            set -l option (string match -r -- '^--[^=]*=' $word)
            __fish_complete_path (string replace -- "$option" '' $word) | string replace -r -- '^' "$option"
        end
    end
end
complete -c kneepoint -f -a '(__kneepoint)'
)sh";
}

} // namespace kneepoint
