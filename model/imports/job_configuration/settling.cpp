// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/settling.h"
#include "model/imports/job_configuration/facts.h"

#include "model/catalogue/catalogue.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint::job {

Settling::Settling(std::span<const JobStatement> files, std::span<const ObservedSetting> answers, Evidence& evidence)
    : m_files(files)
    , m_answers(answers)
    , m_evidence(evidence)
{
    for (const ObservedSetting& answer : answers) {
        const Parameter* p = findParameter(answer.parameter);
        m_facts.push_back(
            {answer.parameter, answer.value, p ? valueText(*p, answer.value) : std::string(), answer.place});
    }
    for (const bool assumed : {false, true})
        for (const JobStatement& file : files)
            for (const JobFact& fact : file.facts)
                if (fact.assumed == assumed)
                    m_facts.push_back(fact);
}

std::optional<Settling::Value> Settling::find(std::string_view target)
{
    const auto first = std::ranges::find(m_facts, target, &JobFact::target);
    if (first == m_facts.end())
        return std::nullopt;
    for (auto other = first + 1; other != m_facts.end(); ++other) {
        const bool same = findParameter(target) ? other->number == first->number : other->text == first->text;
        if (other->target != target || other->assumed || first->assumed || same)
            continue;
        const std::string reason = fmt::format(
            "{} differs from {} ({}), which is used", excerpt(other->text), excerpt(first->text), first->place);
        const auto said = std::ranges::find_if(m_evidence.skipped,
            [&](const SkippedItem& item) { return item.place == other->place && item.reason == reason; });
        if (said == m_evidence.skipped.end())
            skip(other->place, reason);
    }
    return Value{first->number, first->text, first->place, first->assumed};
}

double Settling::numberOf(std::string_view target, double otherwise)
{
    const auto value = find(target);
    return value ? value->number : otherwise;
}

bool Settling::has(std::string_view parameter) const
{
    return settingOf(m_evidence, parameter).has_value();
}

void Settling::set(std::string_view id, double value, const std::string& place, bool assumed)
{
    if (!observe(m_evidence, {std::string(id), value, place}))
        return;
    std::erase(m_evidence.assumed, id);
    if (assumed)
        m_evidence.assumed.emplace_back(id);
}

void Settling::set(std::string_view id, const Value& value)
{
    set(id, value.number, value.place, value.assumed);
}

void Settling::setChoice(std::string_view id, std::string_view choice, const std::string& place, bool assumed)
{
    if (const Result<double> value = parseValue(parameter(id), choice))
        set(id, *value, place, assumed);
    else
        skip(place, value.error().message);
}

void Settling::pass(std::string_view id)
{
    if (const auto value = find(id))
        set(id, *value);
}

void Settling::skip(const std::string& place, std::string reason)
{
    m_evidence.skipped.push_back({place, std::move(reason)});
}

void Settling::question(std::string_view id, std::string text)
{
    if (id.empty()
        || std::ranges::find(m_evidence.questions, id, &JobQuestion::parameter) == m_evidence.questions.end())
        m_evidence.questions.push_back({std::string(id), std::move(text)});
}

void settle(std::span<const JobStatement> files, std::span<const ObservedSetting> answers, Evidence& evidence)
{
    if (files.empty())
        return;
    Settling settling(files, answers, evidence);
    settling.settleModel();
    settling.settleDivision();
    settling.settleBatch();
    settling.settlePrecision();
    settling.settleSharding();
    settling.settleTuning();
    settling.settleReference();
    settling.settleOffload();
    settling.settleSoftware();
    settling.ask();
    for (const ObservedSetting& answer : answers)
        observe(evidence, answer);
}

} // namespace kneepoint::job
