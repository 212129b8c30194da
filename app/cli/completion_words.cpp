// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion_words.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

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

/// "-o,--output" as a list.
std::vector<std::string> namesOf(const std::string& name)
{
    const auto comma = name.find(',');
    return comma == std::string::npos ? std::vector{name} : std::vector{name.substr(0, comma), name.substr(comma + 1)};
}

bool isFlag(const OptionTarget& target)
{
    return std::holds_alternative<bool*>(target) || std::holds_alternative<std::function<void()>>(target);
}

bool isList(const OptionTarget& target)
{
    return std::holds_alternative<std::vector<std::string>*>(target)
        || std::holds_alternative<std::vector<double>*>(target);
}

std::string valueOf(const VerbOption& option, bool is_argument)
{
    if (!option.rules.choices.empty())
        return "CHOICE";
    if (!option.type_name.empty() || isFlag(option.target))
        return option.type_name;
    return is_argument ? option.name : "VALUE";
}

CompletionVerb shownVerb(const Verb& verb)
{
    VerbOptions options;
    const VerbAction keeps_targets = verb.prepare(options);
    CompletionVerb shown{std::string(verb.name), firstClause(verb.help), {}};
    int position = 0;
    for (const VerbOption& option : options) {
        const bool is_argument = !option.name.starts_with('-');
        shown.options.push_back(
            {is_argument ? std::vector{std::to_string(++position)} : namesOf(option.name), firstClause(option.help),
                valueOf(option, is_argument), option.rules.choices, is_argument, isList(option.target)});
    }
    shown.options.push_back({{"--help"}, "Explain the options", "", {}});
    return shown;
}

} // namespace

const std::vector<WordKind>& wordKinds()
{
    static const std::vector<WordKind> kinds{
        {"SCENARIO", true, wordsOf<scenarioPresets, &ScenarioFile::id, &ScenarioFile::title>},
        {"ID", false, wordsOf<catalogue, &Parameter::id, &Parameter::label>},
        {"METRIC", false, wordsOf<metrics, &Metric::id, &Metric::label>},
        {"GPU", false, wordsOf<gpuPresets, &GpuPreset::id, &GpuPreset::name>},
        {"NETWORK", false, wordsOf<interconnectPresets, &InterconnectPreset::id, &InterconnectPreset::name>},
        {"LESSON", true, wordsOf<shippedLessons, &Lesson::id, &Lesson::title>}};
    return kinds;
}

std::vector<ParameterValues> parameterValues()
{
    std::map<std::vector<std::string>, std::vector<std::string>> ids;
    for (const Parameter& p : catalogue()) {
        std::vector<std::string> values;
        if (p.scale == Scale::flag)
            values = {"on", "off"};
        else if (p.scale == Scale::choice)
            for (const Choice& choice : p.choices())
                values.emplace_back(choice.id);
        if (!values.empty())
            ids[values].emplace_back(p.id);
    }
    std::vector<ParameterValues> all;
    all.reserve(ids.size());
    for (const auto& [values, sharing] : ids)
        all.push_back({values, sharing});
    return all;
}

std::vector<CompletionVerb> completionVerbs(const std::vector<Verb>& verbs)
{
    std::vector<CompletionVerb> shown;
    std::ranges::transform(verbs, std::back_inserter(shown), shownVerb);
    return shown;
}

const WordKind* wordKind(std::string_view value)
{
    const std::string_view name = value.substr(0, value.find_first_of("=,<"));
    const auto kind = std::ranges::find(wordKinds(), name, &WordKind::name);
    return kind == wordKinds().end() ? nullptr : &*kind;
}

std::string firstClause(std::string_view help)
{
    return std::string(help.substr(0, std::min(help.find_first_of(";:("), help.find(", as "))));
}

std::string shellQuoted(std::string_view text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string joined(const std::vector<std::string>& words, std::string_view separator)
{
    return fmt::format("{}", fmt::join(words, separator));
}

} // namespace kneepoint
