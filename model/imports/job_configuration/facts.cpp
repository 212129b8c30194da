// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/facts.h"

#include "model/catalogue/catalogue.h"
#include "model/imports/text_fields.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint::job {
namespace {

bool isAbsent(std::string_view value)
{
    for (const std::string_view word : {"", "null", "None", "~", "auto", "none", "???"})
        if (value == word)
            return true;
    return false;
}

std::optional<bool> truth(std::string_view value)
{
    for (const std::string_view word : {"true", "True", "TRUE", "1", "yes", "on"})
        if (value == word)
            return true;
    for (const std::string_view word : {"false", "False", "FALSE", "0", "no", "off"})
        if (value == word)
            return false;
    return std::nullopt;
}

/// The value of "text=value" in a list; nothing if the text is not in it. "\," is a comma of a value.
std::optional<std::string> chosen(std::string_view list, std::string_view text)
{
    std::string entry;
    for (std::size_t at = 0; at <= list.size(); ++at) {
        if (at < list.size() && list.substr(at).starts_with("\\,")) {
            entry += ',';
            ++at;
        } else if (at < list.size() && list[at] != ',') {
            entry += list[at];
        } else {
            const std::size_t equals = entry.find('=');
            const std::string_view name = std::string_view(entry).substr(0, equals);
            if (std::ranges::equal(
                    name, text, {}, [](char c) { return std::tolower(static_cast<unsigned char>(c)); },
                    [](char c) { return std::tolower(static_cast<unsigned char>(c)); }))
                return entry.substr(equals + 1);
            entry.clear();
        }
    }
    return std::nullopt;
}

std::string shown(const Record& record)
{
    return fmt::format("{} {}", excerpt(record.key), excerpt(record.value));
}

class Statement {
public:
    Statement(Software software, Evidence& evidence)
        : m_software(software)
        , m_evidence(evidence)
    {
    }

    void take(const Record& record)
    {
        const KeyRow* row = rowOf(m_software, record.key);
        if (!row)
            row = rowOf(Software::deepspeed, record.key);
        if (!row && record.key.find('.') == std::string::npos)
            row = rowOf(Software::launch, "launch." + record.key);
        if (!row) {
            if (record.key.starts_with("launch."))
                return;
            if (isHarmless(record.key))
                m_harmless.push_back(record.key);
            else
                skip(record, "is not known and may change the step");
            return;
        }
        if (!record.open.empty())
            return skip(record, fmt::format("is not used: {}", record.open));
        read(*row, record);
    }

    JobStatement statement()
    {
        const SoftwareRow& row = softwareRow(m_software);
        JobStatement all{std::string(row.name), std::string(row.stack), std::move(m_facts)};
        for (const DefaultRow& d : defaults())
            if (d.software == m_software && std::ranges::find(m_left_open, d.target) == m_left_open.end()) {
                const Parameter* p = findParameter(d.target);
                const Result<double> number = p ? parseValue(*p, d.value) : plainNumber(d.value).value_or(0);
                all.facts.push_back({std::string(d.target), number.value_or(0), std::string(d.value),
                    fmt::format("default of {} {} ({})", row.name, row.release, d.source), true});
            }
        if (!m_harmless.empty()) {
            constexpr std::size_t named = 6;
            std::string names;
            for (std::size_t i = 0; i < m_harmless.size() && i < named; ++i)
                names += (i > 0 ? ", " : "") + excerpt(m_harmless[i]);
            m_evidence.skipped.push_back(
                {fmt::format("{} {}", m_harmless.size(), m_harmless.size() == 1 ? "key" : "keys"),
                    fmt::format("of data, optimizer or logging, which change neither time nor memory of a step: {}{}",
                        names, m_harmless.size() > named ? " …" : "")});
        }
        return all;
    }

private:
    void skip(const Record& record, const std::string& reason)
    {
        constexpr std::size_t most_listed = 150;
        if (++m_skipped <= most_listed)
            m_evidence.skipped.push_back({record.place, fmt::format("{} {}", shown(record), reason)});
    }
    void notUnderstood(const Record& record)
    {
        skip(record, "is not understood: the key is known, but not this value");
    }

    void read(const KeyRow& row, const Record& record)
    {
        const std::string_view value = trimmed(record.value);
        switch (row.reads) {
        case Reads::matters:
            return skip(record, fmt::format("is not used; it concerns {}", row.words));
        case Reads::unless:
            if (!isAbsent(value) && value != "0" && truth(value) != false && value != "{}" && value != "[]"
                && value != "-1" && !(value == "1" && row.words.find("parallelism") != std::string_view::npos))
                skip(record, fmt::format("is not used; it concerns {}", row.words));
            return;
        case Reads::text:
            return add(row, record, std::string(value));
        case Reads::choice:
            if (const auto text = chosen(row.words, value))
                return text->empty() ? void() : add(row, record, *text);
            break;
        case Reads::number:
            if (const auto number = plainNumber(value))
                return add(row, record, fmt::format("{:.17g}", *number));
            break;
        case Reads::flag:
        case Reads::inverse:
            if (const auto on = truth(value))
                return add(row, record, *on != (row.reads == Reads::inverse) ? "on" : "off");
            break;
        case Reads::when_on:
            if (const auto on = truth(value)) {
                const std::size_t slash = row.words.find('/');
                const std::string_view text = *on     ? row.words.substr(0, slash)
                    : slash == std::string_view::npos ? std::string_view()
                                                      : row.words.substr(slash + 1);
                return text.empty() ? void() : add(row, record, std::string(text));
            }
            break;
        }
        if (isAbsent(value))
            m_left_open.push_back(row.target);
        else
            notUnderstood(record);
    }

    void add(const KeyRow& row, const Record& record, std::string text)
    {
        if (text.empty() || (row.reads == Reads::text && isAbsent(text)))
            return;
        double number = plainNumber(text).value_or(text == "on" ? 1 : 0);
        if (const Parameter* p = findParameter(row.target)) {
            const Result<double> value = p->isNumber() ? Result<double>(number) : parseValue(*p, text);
            if (!value || !checkValue(*p, *value))
                return skip(record, fmt::format("is not used; {} allows {}", p->label, rangeText(*p)));
            number = *value;
        }
        const auto before = std::ranges::find_if(m_facts, [&](const JobFact& f) {
            return f.target == row.target && m_keys[static_cast<std::size_t>(&f - m_facts.data())] == record.key;
        });
        if (before == m_facts.end()) {
            m_facts.push_back({std::string(row.target), number, std::move(text), record.place});
            m_keys.push_back(record.key);
            return;
        }
        if (before->text != text)
            m_evidence.skipped.push_back({before->place,
                fmt::format("{} {} is given again, as {}, at {}; the last is used", excerpt(record.key),
                    excerpt(before->text), excerpt(text), record.place)});
        *before = {before->target, number, std::move(text), record.place};
    }

    Software m_software;
    Evidence& m_evidence;
    std::vector<JobFact> m_facts;
    std::vector<std::string> m_keys; ///< of the facts
    std::vector<std::string> m_harmless;
    std::vector<std::string_view> m_left_open; ///< targets that are stated to follow from elsewhere: "auto"
    std::size_t m_skipped = 0;
};

bool isTold(const SoftwareRow& software, std::span<const Record> records)
{
    for (const std::string_view key : split(software.telling, ','))
        if (std::ranges::find(records, key, &Record::key) != records.end())
            return true;
    return software.software == Software::primus
        && std::ranges::any_of(records, [](const Record& r) { return r.key.find(".overrides.") != std::string::npos; });
}

} // namespace

std::optional<Software> softwareOf(std::span<const Record> records)
{
    constexpr std::ptrdiff_t least_known = 2;
    std::optional<Software> best;
    std::ptrdiff_t most = least_known - 1;
    for (const SoftwareRow& software : softwares()) {
        if (!isTold(software, records))
            continue;
        const auto known =
            std::ranges::count_if(records, [&](const Record& r) { return rowOf(software.software, r.key) != nullptr; });
        if (known > most && (software.software != Software::launch || !best)) {
            best = software.software;
            most = known;
        }
    }
    return best;
}

JobStatement statementOf(std::span<const Record> records, Software software, Evidence& evidence)
{
    Statement statement(software, evidence);
    for (const Record& record : records)
        statement.take(record);
    return statement.statement();
}

} // namespace kneepoint::job
