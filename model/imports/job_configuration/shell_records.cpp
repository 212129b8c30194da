// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/facts.h"
#include "model/imports/job_configuration/keys.h"
#include "model/imports/job_configuration/records.h"
#include "model/imports/job_configuration/shell_script.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

namespace kneepoint::job {
namespace {

/// Programs that start training, and others whose flags say nothing about it.
constexpr std::string_view launchers[] = {"torchrun", "srun", "python", "python3", "deepspeed", "accelerate", "mpirun",
    "mpiexec", "tune", "llamafactory-cli", "axolotl", "swift", "trl", "run_train.sh", "pdsh", "litgpt", "composer",
    "uv", "sbatch", "colossalai"};
constexpr std::string_view others[] = {"echo", "printf", "pip", "pip3", "apt", "apt-get", "docker", "podman", "curl",
    "wget", "git", "conda", "mkdir", "cp", "mv", "rm", "cat", "sed", "awk", "grep", "find", "huggingface-cli", "hf",
    "module", "source", "ls", "set", "trap", "rsync", "tar", "nvidia-smi", "scontrol", "squeue", "ray", "wandb",
    "ulimit", "tee", "kubectl"};

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/') + 1);
}

/// "micro_batch_size" of "--micro-batch-size".
std::string keyOf(std::string_view flag)
{
    std::string key(flag.substr(std::min(flag.find_first_not_of('-'), flag.size())));
    std::ranges::replace(key, '-', '_');
    return key;
}

bool isFlag(std::string_view word)
{
    return word.size() > 2 && word.starts_with("--") && std::isalpha(static_cast<unsigned char>(word[2]));
}

/// -N, -n, -np, -G, -C of launchers.
bool isShortFlag(std::string_view word)
{
    return word == "-N" || word == "-n" || word == "-np" || word == "-G" || word == "-C";
}

/// "a.b=c", as Hydra and similar programs take settings.
bool isAssignment(std::string_view word)
{
    const std::size_t equals = word.find('=');
    return equals != std::string_view::npos && (std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '+')
        && std::ranges::all_of(word.substr(0, equals), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '+' || c == '-';
           });
}

void add(std::vector<Record>& records, Record record, const ShellWord& word)
{
    record.value = record.value.substr(0, longest_value);
    record.place = fmt::format("line {}", word.line);
    if (records.size() < most_records && !record.key.empty())
        records.push_back(std::move(record));
}

/// The flags of these words as records; those of a launcher have the prefix "launch.".
void addFlags(std::span<const ShellWord> words, bool launches, std::vector<Record>& records)
{
    const std::string prefix = launches ? "launch." : "";
    for (std::size_t i = 0; i < words.size(); ++i) {
        const ShellWord& word = words[i];
        if (!isFlag(word.text) && !(launches && isShortFlag(word.text))) {
            if (!launches && word.text.empty() && !word.open.empty())
                add(records, {std::string(more_flags), {}, {}, word.open}, word);
            if (!launches && isAssignment(word.text)) {
                const std::size_t equals = word.text.find('=');
                const std::size_t begin = std::min(word.text.find_first_not_of('+'), equals);
                add(records, {word.text.substr(begin, equals - begin), word.text.substr(equals + 1), {}, word.open},
                    word);
            }
            continue;
        }
        Record record{.key = {}, .value = {}, .place = {}, .open = word.open};
        if (const std::size_t equals = word.text.find('='); equals != std::string::npos) {
            record.key = prefix + keyOf(word.text.substr(0, equals));
            record.value = word.text.substr(equals + 1);
        } else {
            record.key = prefix + (isShortFlag(word.text) ? "_" + word.text.substr(1) : keyOf(word.text));
            bool has_value = false;
            while (i + 1 < words.size() && !isFlag(words[i + 1].text) && !isShortFlag(words[i + 1].text)
                && (record.value.empty() || (!launches && !isAssignment(words[i + 1].text)))
                && record.value.size() < longest_value) {
                ++i;
                has_value = true;
                record.value += (record.value.empty() ? "" : " ") + words[i].text;
                record.open = record.open.empty() ? words[i].open : record.open;
            }
            if (!has_value)
                record.value = "true";
        }
        add(records, std::move(record), word);
    }
}

/// Where a text that is evaluated leads its output elsewhere.
bool endsCommand(const ShellWord& word)
{
    return isOneOf(word.text, {"|", ">", ">>", "&>", "&>>", "2>", "2>&1", "&", ";"});
}

bool isShown(const ShellCommand& command)
{
    return command.front().text == "echo" || command.front().text == "printf";
}

/// The records of one command of a script.
struct CommandRecords {
    std::vector<Record> records;
    std::string program; ///< "pretrain_gpt.py"; empty if none is named
    std::size_t line = 0;
};

void addCommand(const ShellCommand& command, CommandRecords& read)
{
    std::vector<Record>& records = read.records;
    std::span<const ShellWord> words = command;
    words = words.first(static_cast<std::size_t>(std::ranges::find_if(words, endsCommand) - words.begin()));
    if (words.empty())
        return;
    const auto starts = [&](const ShellWord& word) {
        return std::ranges::find(launchers, baseName(word.text)) != std::end(launchers);
    };
    const auto launcher = std::ranges::find_if(words, starts);
    if (launcher == words.end() && std::ranges::find(others, baseName(words.front().text)) != std::end(others))
        return;
    if (launcher != words.end())
        words = words.subspan(static_cast<std::size_t>(launcher - words.begin()));
    std::size_t script = 0;
    for (std::size_t i = 0; i < words.size() && script == 0; ++i)
        if (words[i].text.ends_with(".py")
            || (i > 0 && words[i - 1].text == "-m" && !words[i].text.starts_with("torch.distributed")))
            script = i + 1;
    if (script > 0)
        read.program = baseName(words[script - 1].text);
    read.line = words.front().line;
    const std::size_t first = records.size();
    addFlags(words.subspan(0, script), true, records);
    if (!words.empty() && baseName(words.front().text).starts_with("mpi")) // its -N counts processes of a node
        for (std::size_t i = first; i < records.size(); ++i)
            if (records[i].key == "launch._N")
                records[i].key = "launch.ntasks_per_node";
    addFlags(words.subspan(script), false, records);
}

/// How many keys of training software the flags of a program have; 0 if they tell of none.
std::size_t keysOfTraining(const CommandRecords& command)
{
    if (command.program.empty())
        return 0;
    const auto software = softwareOf(command.records);
    if (!software || *software == Software::launch)
        return 0;
    return static_cast<std::size_t>(std::ranges::count_if(
        command.records, [&](const Record& record) { return rowOf(*software, record.key) != nullptr; }));
}

/// A script that trains twice, or converts and evaluates besides, has several commands, whose flags are not of one job:
/// the command that states most of a job is read, of equals the last. Pieces that name no program are of any.
void leaveOneJob(std::vector<CommandRecords>& commands)
{
    std::size_t most = 0, chosen = 0;
    for (std::size_t i = 0; i < commands.size(); ++i)
        if (const std::size_t keys = keysOfTraining(commands[i]); keys > 0 && keys >= most) {
            most = keys;
            chosen = i;
        }
    if (most == 0)
        return;
    const auto isOfLauncher = [](const Record& record) { return record.key.starts_with("launch."); };
    const auto flagsOf = [&](const CommandRecords& command) {
        std::vector<std::pair<std::string_view, std::string_view>> flags;
        for (const Record& record : command.records)
            if (!isOfLauncher(record))
                flags.emplace_back(record.key, record.value);
        return flags;
    };
    for (std::size_t i = 0; i < commands.size(); ++i) {
        CommandRecords& other = commands[i];
        if (i == chosen || other.program.empty() || std::ranges::all_of(other.records, isOfLauncher))
            continue;
        const bool trains = keysOfTraining(other) > 0;
        const bool repeats = flagsOf(other) == flagsOf(commands[chosen]);
        std::erase_if(other.records, [&](const Record& record) { return trains || !isOfLauncher(record); });
        if (!repeats)
            other.records.push_back({std::string(other_command),
                fmt::format("the flags of {} here are not used: the script also runs {} at line {}, which is read",
                    other.program, commands[chosen].program, commands[chosen].line),
                fmt::format("line {}", other.line)});
    }
}

} // namespace

Records shellRecords(std::string_view text)
{
    const ShellScript script = readShell(text);
    std::vector<Record> records;
    addFlags(script.headers, true, records);
    const bool only_shows = std::ranges::all_of(script.commands, isShown);
    std::vector<CommandRecords> commands;
    for (const ShellCommand& command : script.commands)
        if (only_shows || !isShown(command)) // echo $CMD, before it is run
            addCommand(command, commands.emplace_back());
    leaveOneJob(commands);
    for (CommandRecords& command : commands)
        for (Record& record : command.records)
            if (records.size() < most_records)
                records.push_back(std::move(record));
    for (const auto& [name, word] : script.variables)
        add(records, {"launch." + name, word.text, {}, word.open}, word);
    const auto isDeepSpeedFile = [](const Record& record) {
        return (record.key == "deepspeed_config" || record.key == "deepspeed") && record.value.ends_with(".json");
    };
    if (std::ranges::any_of(
            script.documents, [](const ShellWord& d) { return jsonRecords(trimmed(d.text)).has_value(); }))
        std::erase_if(records, isDeepSpeedFile); // the script writes it itself
    for (const ShellWord& document : script.documents)
        if (const Records json = jsonRecords(trimmed(document.text)))
            for (Record record : *json) {
                record.open = document.open;
                add(records, std::move(record), document);
            }
    return records;
}

} // namespace kneepoint::job
