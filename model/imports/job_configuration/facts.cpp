// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/facts.h"

#include "model/catalogue/catalogue.h"
#include "model/imports/job_configuration/fact_values.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace kneepoint::job {
namespace {

std::string shown(const Record& record)
{
    return record.value.empty() ? excerpt(record.key)
                                : fmt::format("{} {}", excerpt(record.key), excerpt(record.value));
}

/// Adapters whose rank and matrices are not stated are those of their software, whatever else may be: neither is asked.
bool isOfAdapters(std::string_view target)
{
    return target == "workload.lora_rank" || target == "job.lora_targets";
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
        if (record.key == more_flags)
            return expectMore(record);
        if (record.key == "use_checkpoint_args" && m_software == Software::megatron && truth(record.value) != false)
            return expectMore({{}, {}, record.place, "the arguments of the checkpoint are used"});
        if (record.key == other_command)
            return m_evidence.skipped.push_back({record.place, record.value});
        if (m_software == Software::trainer && isOfTrl(record.key))
            m_trl =
                fmt::format("{}: TRL has other defaults than the Trainer, which depend on its release", record.place);
        if (record.key == uses_trl || record.key == of_program)
            return;
        const KeyRow* row = rowOf(m_software, record.key);
        if (!row)
            row = rowOf(Software::deepspeed, record.key);
        if (!row && (record.key.find('.') == std::string::npos || record.key == "job.config_file"))
            row = rowOf(Software::launch, "launch." + record.key);
        if ((!row || row->target.empty()) && countsExperts(record)) {
            m_facts.push_back({.target = "job.unread_experts", .text = record.value, .place = record.place});
            m_keys.push_back(record.key);
        }
        if (!row) {
            if (record.key.starts_with("launch."))
                return;
            const std::string_view target = concernedBy(record.key);
            if (!target.empty() && !isAbsent(record.value))
                leaveOpen(target, decidedBy(target), record);
            else if (isHarmless(record.key))
                return m_harmless.push_back(record.key);
            return skip(record, "is not known and may change the step");
        }
        const bool is_switch =
            row->reads == Reads::flag || row->reads == Reads::inverse || row->reads == Reads::when_on;
        if (!record.open.empty() && record.value.empty() && is_switch && m_software == Software::megatron) {
            Record alone = record; // what follows it is another variable: Megatron's switches take no value
            alone.value = "true";
            expectMore(record);
            return read(*row, alone);
        }
        if (!record.open.empty()) {
            leaveOpen(*row, record);
            return skip(record, fmt::format("is not used: {}", record.open));
        }
        Record known = record;
        known.value = withoutEnvironment(record.value);
        read(*row, known);
    }

    JobStatement statement()
    {
        const SoftwareRow& row = softwareRow(m_software);
        std::vector<JobFact> assumed;
        for (const DefaultRow& d : row.defaults)
            if (std::ranges::find(m_left_open, d.target) != m_left_open.end())
                continue;
            else if (!m_more.empty() && !isOfAdapters(d.target))
                leaveOpen(d.target, m_more);
            else if (!m_trl.empty() && (d.target == "plan.recompute" || d.target == "workload.precision"))
                leaveOpen(d.target, m_trl);
            else {
                const Parameter* p = findParameter(d.target);
                const Result<double> number = p ? parseValue(*p, d.value) : plainNumber(d.value).value_or(0);
                assumed.push_back({std::string(d.target), number.value_or(0), std::string(d.value),
                    fmt::format("default of {} {} ({})", row.name, row.release, d.source), true});
            }
        JobStatement all{std::string(row.name), std::string(row.stack), std::move(m_facts)};
        std::ranges::move(assumed, std::back_inserter(all.facts));
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
    /// A variable that is not known may hold any flag, unless it is one for what somebody adds now and then.
    void expectMore(const Record& record)
    {
        const std::string name = lowered(record.open.substr(0, record.open.find(' ')));
        for (const std::string_view usual : {"extra", "additional", "other", "debug", "profile", "log", "save", "load",
                 "ckpt", "checkpoint_options", "data", "eval", "output", "wandb", "sft"})
            if (contains(name, usual))
                return;
        if (std::exchange(m_more, record.place) != record.place)
            m_evidence.skipped.push_back({record.place, fmt::format("there may be more flags: {}", record.open)});
    }
    /// What defaults would say is asked instead.
    void leaveOpen(std::string_view target, const std::string& place)
    {
        const auto states = [&](std::string_view wanted) {
            return std::ranges::find(m_facts, wanted, &JobFact::target) != m_facts.end();
        };
        if (!findParameter(target) || states(target)
            || (target.starts_with("workload.") && target != "workload.precision" && !states("workload.hidden")))
            return;
        m_facts.push_back({.target = "job.open", .text = std::string(target), .place = place});
        m_keys.emplace_back();
    }

    void skip(const Record& record, const std::string& reason)
    {
        constexpr std::size_t most_listed = 150;
        if (++m_skipped <= most_listed)
            m_evidence.skipped.push_back({record.place, fmt::format("{} {}", shown(record), reason)});
    }
    void notUnderstood(const KeyRow& row, const Record& record)
    {
        leaveOpen(row, record);
        skip(record, "is not understood: the key is known, but not this value");
    }
    /// It is stated, but not known what: no default is assumed, and it is asked.
    void leaveOpen(const KeyRow& row, const Record& record)
    {
        leaveOpen(row.target, decidedBy(row.target), record);
        if (row.target == "job.global")
            m_left_open.emplace_back("job.accumulation");
    }
    void leaveOpen(std::string_view target, std::string_view decided, const Record& record)
    {
        m_left_open.push_back(target);
        m_left_open.push_back(decided);
        if (findParameter(decided)) {
            m_facts.push_back({.target = "job.open", .text = std::string(decided), .place = record.place});
            m_keys.emplace_back();
        }
    }

    void read(const KeyRow& row, const Record& record)
    {
        const std::string_view value = trimmed(record.value);
        switch (row.reads) {
        case Reads::matters:
            return skip(record, fmt::format("is not used; it concerns {}", row.words));
        case Reads::unless:
            if (!isAbsent(value) && truth(value) != false && value != "{}" && value != "[]" && value != "-1"
                && !(value == "1" && row.words.find("parallelism") != std::string_view::npos))
                skip(record, fmt::format("is not used; it concerns {}", row.words));
            return;
        case Reads::text:
            return add(row, record, std::string(value));
        case Reads::choice:
            if (const auto text = chosen(row.words, value))
                return text->empty() ? void() : add(row, record, *text);
            break;
        case Reads::number:
            if (const auto number = numberIn(value))
                return add(row, record, fmt::format("{:.17g}", *number));
            break;
        case Reads::flag:
        case Reads::inverse:
            if (const auto on = truth(value))
                return add(row, record, *on != (row.reads == Reads::inverse) ? "on" : "off");
            break;
        case Reads::tells:
            return isAbsent(value) ? void() : add(row, record, std::string(row.words));
        case Reads::when_on:
            if (const auto on = truth(value)) {
                const std::string_view words = row.words;
                const std::size_t slash = words.find('/');
                const std::string_view text = *on     ? words.substr(0, slash)
                    : slash == std::string_view::npos ? std::string_view()
                                                      : words.substr(slash + 1);
                return text.empty() ? void() : add(row, record, std::string(text));
            }
            break;
        }
        if (isAbsent(value))
            m_left_open.push_back(row.target);
        else
            notUnderstood(row, record);
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
    std::string m_more;                        ///< where flags that are not known may be
    std::string m_trl;                         ///< where a key of TRL stands, which has other defaults than the Trainer
    std::vector<std::string_view> m_left_open; ///< targets that are stated to follow from elsewhere: "auto"
    std::size_t m_skipped = 0;
};

bool isTold(const SoftwareRow& software, std::span<const Record> records)
{
    return std::ranges::find_first_of(records, software.telling, {}, &Record::key) != records.end()
        || (software.software == Software::primus && std::ranges::any_of(records, [](const Record& r) {
               return r.key.find(".overrides.") != std::string::npos;
           }));
}

} // namespace

std::optional<Software> softwareOf(std::span<const Record> records)
{
    constexpr std::ptrdiff_t least_known = 2;
    const auto named = std::ranges::find(records, of_program, &Record::key);
    if (named != records.end()) {
        const auto of = std::ranges::find(softwares(), named->value, &SoftwareRow::name);
        const bool is_told = of != softwares().end() && std::ranges::any_of(records, [&](const Record& r) {
            const KeyRow* row = rowOf(of->software, r.key);
            return row && !row->target.empty();
        });
        return is_told ? std::optional(of->software) : std::nullopt;
    }
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

std::string_view unreadSoftware(std::span<const Record> records)
{
    const auto has = [&](auto told) { return std::ranges::any_of(records, told); };
    if (has([](const Record& r) { return r.key == "train.lr_warmup_steps" || r.value.starts_with("litgpt."); }))
        return "LitGPT";
    if (has([](const Record& r) { return r.key.starts_with("train_loader."); }))
        return "MosaicML's llm-foundry";
    return {};
}

JobStatement statementOf(std::span<const Record> records, Software software, Evidence& evidence)
{
    Statement statement(software, evidence);
    for (const Record& record : records)
        statement.take(record);
    return statement.statement();
}

} // namespace kneepoint::job
