// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include "app/cli/completion_words.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

constexpr std::string_view head = R"sh(#compdef kneepoint
# bash and zsh completion for kneepoint, written by: kneepoint completion bash
)sh";

/// Splits the line itself: bash breaks words at "=", which is part of ID=VALUE.
constexpr std::string_view engine = R"sh(
# Sets kind and found for the word to complete, from the words before it.
_kneepoint_expect()
{
    local verb=$1 position=1 word option=
    shift
    for word in "$@"; do
        if [[ -n $option ]]; then
            option=
        elif [[ $word == -* ]]; then
            [[ $word == *=* ]] && continue
            _kneepoint_option "$verb" "$word"
            [[ -n $kind ]] && option=$word
        else
            ((++position))
        fi
    done
    kind="" found=""
    _kneepoint_option "$verb" "${option:-$position}"
    [[ -n $kind ]] || _kneepoint_option "$verb" 1+
}

# Adds the words of $found that start with $2, each between $1 and $3.
_kneepoint_add()
{
    local word
    for word in $found; do
        [[ $word != "$2"* ]] || COMPREPLY+=("$1$word$3")
    done
}

_kneepoint_files()
{
    local file
    compopt -o filenames 2>/dev/null
    while IFS= read -r file; do
        COMPREPLY+=("$file")
    done < <(compgen -f -- "$1")
}

_kneepoint_find()
{
    local line=${COMP_LINE:0:$COMP_POINT} word="" before="" kind="" found="" i
    local -a typed
    if [[ -n $ZSH_VERSION ]]; then read -rA typed <<<"$line"; else read -ra typed <<<"$line"; fi
    if [[ $line != *[[:space:]] ]]; then
        word=${line##*[[:space:]]}
        typed=("${typed[@]:0:${#typed[@]}-1}")
    fi
    COMPREPLY=()
    if ((${#typed[@]} < 2)); then
        _kneepoint_words VERB
        _kneepoint_add '' "$word" ''
        [[ -z $word ]] || { _kneepoint_words SCENARIO; _kneepoint_add '' "$word" ''; _kneepoint_files "$word"; }
        return
    fi
    if [[ $word == --*=* ]]; then
        before=${word%%=*}=
        word=${word#*=}
        _kneepoint_option "${typed[1]}" "${before%=}"
    elif [[ $word == -* ]]; then
        _kneepoint_options "${typed[1]}"
        _kneepoint_add '' "$word" ''
        return
    else
        _kneepoint_expect "${typed[@]:1}"
    fi
    case $kind in
        CHOICE) _kneepoint_add "$before" "$word" '' ;;
        FILE | FOLDER) _kneepoint_files "$word" ;;
        SCENARIO | LESSON)
            _kneepoint_words "$kind"
            _kneepoint_add "$before" "$word" ''
            _kneepoint_files "$word"
            ;;
        ID=*)
            if [[ $word == *=* ]]; then
                _kneepoint_values "${word%%=*}"
                _kneepoint_add "$before${word%%=*}=" "${word#*=}" ''
            else
                compopt -o nospace 2>/dev/null
                _kneepoint_words ID
                _kneepoint_add "$before" "$word" =
            fi
            ;;
        *)
            [[ $kind != *,* ]] || { before+=${word%"${word##*,}"}; word=${word##*,}; }
            _kneepoint_words "${kind%%[=,<]*}"
            if [[ $kind == *=* ]]; then
                compopt -o nospace 2>/dev/null
                _kneepoint_add "$before" "$word" =
            else
                _kneepoint_add "$before" "$word" ''
            fi
            ;;
    esac
    # Readline replaces only what follows the last break character.
    if [[ -z $ZSH_VERSION && $COMP_WORDBREAKS == *=* ]]; then
        before=${line##*[[:space:]]}
        before=${before%"${before##*=}"}
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
}

_kneepoint()
{
    local word
    local -a words_found
    _kneepoint_find
    [[ -n $ZSH_VERSION ]] || return 0
    # zsh has no compopt: the blank after a word is part of it.
    words_found=("${COMPREPLY[@]}")
    COMPREPLY=()
    for word in "${words_found[@]}"; do
        [[ $word == *= || -d $word ]] || word+=" "
        COMPREPLY+=("$word")
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

std::string wordsFunction(const std::vector<CompletionVerb>& verbs)
{
    std::string text = "\n_kneepoint_words()\n{\n    found=\n    case $1 in\n";
    std::vector<std::string> names;
    names.reserve(verbs.size());
    for (const CompletionVerb& verb : verbs)
        names.push_back(verb.name);
    text += fmt::format("        VERB) found='{} --help --version' ;;\n", joined(names));
    for (const WordKind& kind : wordKinds()) {
        std::vector<std::string> words;
        for (const CompletionWord& word : kind.words())
            words.push_back(word.word);
        text += fmt::format("        {}) found='{}' ;;\n", kind.name, joined(words));
    }
    return text + "    esac\n}\n";
}

std::string valuesFunction()
{
    std::string text = "\n_kneepoint_values()\n{\n    found=\n    case $1 in\n";
    for (const auto& [values, ids] : parameterValues())
        text += fmt::format("        {}) found='{}' ;;\n", joined(ids, " | "), joined(values));
    return text + "    esac\n}\n";
}

std::string optionFunctions(const std::vector<CompletionVerb>& verbs)
{
    std::string options = "\n_kneepoint_options()\n{\n    found=\n    case $1 in\n";
    std::string kinds = "\n_kneepoint_option()\n{\n    kind='' found=''\n    case \"$1 $2\" in\n";
    for (const CompletionVerb& verb : verbs) {
        std::vector<std::string> names;
        for (const CompletionOption& option : verb.options) {
            if (!option.is_argument)
                names.push_back(option.names.back());
            if (option.value.empty())
                continue;
            std::vector<std::string> patterns;
            for (const std::string& name : option.names)
                patterns.push_back(fmt::format("'{} {}{}'", verb.name, option.is_argument && option.repeats ? "1+" : "",
                    option.is_argument && option.repeats ? "" : name));
            kinds += fmt::format(
                "        {}) kind='{}' found='{}' ;;\n", joined(patterns, " | "), option.value, joined(option.choices));
        }
        options += fmt::format("        {}) found='{}' ;;\n", verb.name, joined(names));
    }
    return options + "    esac\n}\n" + kinds + "    esac\n}\n";
}

} // namespace

std::string bashCompletion(const std::vector<Verb>& verbs)
{
    const std::vector<CompletionVerb> shown = completionVerbs(verbs);
    return std::string(head) + wordsFunction(shown) + valuesFunction() + optionFunctions(shown) + std::string(engine);
}

} // namespace kneepoint
