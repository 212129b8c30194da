// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/job_configuration.h"

#include "model/imports/job_configuration/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

/// A fact of a file whose settings are flags of a command: they precede what the job's other files state.
constexpr std::string_view of_commands = "job.of_commands";

std::string summaryOf(const Evidence& e)
{
    const auto count = [](std::size_t n, std::string_view one) {
        return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s");
    };
    return fmt::format("{}: {}, of which {} assumed; {} open", e.job->software, count(e.settings.size(), "setting"),
        e.assumed.size(), count(e.questions.size(), "question"));
}

} // namespace

bool isJobConfiguration(std::string_view head)
{
    const job::Records records = job::recordsOf(head);
    return records && (job::softwareOf(*records).has_value() || !job::unreadSoftware(*records).empty());
}

Result<Evidence> readJobConfiguration(ByteSource& source)
{
    const Result<std::string> text = source.readAll(job::most_bytes, "a job's configuration");
    if (!text)
        return tl::unexpected(text.error());
    const job::Records records = job::recordsOf(*text);
    if (const std::string_view unread = records ? job::unreadSoftware(*records) : ""; !unread.empty())
        return failure(fmt::format(
            "is a configuration of {}, which is not read; state its settings with --set, or import its log", unread));
    const auto software = records ? job::softwareOf(*records) : std::nullopt;
    if (!software)
        return failure("is no configuration of a job that any reader knows");
    const auto several = std::ranges::find(*records, job::several_jobs, &job::Record::key);
    if (several != records->end())
        return failure(
            fmt::format("states several jobs, one in each of its functions, which differ in {}: keep the one to read",
                several->value));
    Evidence evidence;
    evidence.job = job::statementOf(*records, *software, evidence);
    evidence.job->file = source.name();
    if (job::isOfCommands(*text))
        evidence.job->facts.push_back({.target = std::string(of_commands), .text = {}, .place = {}});
    job::settle(std::span(&*evidence.job, 1), {}, evidence);
    evidence.summary = summaryOf(evidence);
    return evidence;
}

Evidence jobOf(std::span<const Evidence> files, std::span<const ObservedSetting> answers)
{
    std::vector<JobStatement> statements;
    for (const Evidence& file : files)
        if (file.job) {
            statements.push_back(*file.job);
            statements.back().file = file.source.name;
            for (JobFact& fact : statements.back().facts)
                if (!fact.assumed)
                    fact.place = fmt::format("{}: {}", file.source.name, fact.place);
        }
    // Whatever the order in which the files are given.
    std::ranges::stable_sort(statements, {}, [](const JobStatement& statement) {
        const bool is_of_commands =
            std::ranges::find(statement.facts, of_commands, &JobFact::target) != statement.facts.end();
        return std::pair(!is_of_commands, std::string_view(statement.file));
    });
    Evidence all;
    all.kind = "job-configuration";
    job::settle(statements, answers, all);
    return all;
}

} // namespace kneepoint
