// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The settings of a job's files as keys and values, whatever the syntax: JSON, YAML, TOML or a shell script.
namespace kneepoint::job {

struct Record {
    std::string key;   ///< "parallelism.tensor_parallel_degree", "--micro-batch-size", "launch.nnodes"
    std::string value; ///< as text; of a flag without a value, "true"
    std::string place; ///< "line 12", "/zero_optimization/stage"
    /// Why the value is not known: "NNODES is not set in the file". Empty if it is.
    std::string open = {};
};

/// Key of a variable that is not known where a script may have more flags.
inline constexpr std::string_view more_flags = "job.more_flags";
/// The key of a record that says that a script trains with TRL.
inline constexpr std::string_view uses_trl = "job.trl";
/// The key of a record that names the software whose objects a file in Python builds.
inline constexpr std::string_view of_program = "job.program";
/// The key of a record that says that functions of a file state several jobs; the value is a key in which they differ.
inline constexpr std::string_view several_jobs = "job.several";
/// The key of a record that says which command of a script is not of the job that is read; the value says why.
inline constexpr std::string_view other_command = "job.other_command";
inline constexpr std::size_t most_bytes = 256 << 10; ///< of a file
inline constexpr std::size_t most_records = 4000;
inline constexpr std::size_t longest_value = 400;
inline constexpr int deepest_nesting = 32;

/// The records of one syntax; nothing if the text is not in it.
using Records = std::optional<std::vector<Record>>;
[[nodiscard]] Records jsonRecords(std::string_view text);
[[nodiscard]] Records yamlRecords(std::string_view text);
[[nodiscard]] Records tomlRecords(std::string_view text);
[[nodiscard]] Records shellRecords(std::string_view text);
/// The settings that Python states: "recipe.trainer.num_nodes = 4", "TrainingArguments(bf16=True)".
[[nodiscard]] Records pythonRecords(std::string_view text);
/// What Slurm prints of a job or of its nodes, as flags of a launcher.
[[nodiscard]] Records slurmRecords(std::string_view text);
/// A Kubernetes manifest or a SkyPilot task: its nodes, GPUs and machine as flags of a launcher, and its command's.
[[nodiscard]] Records orchestratorRecords(std::string_view text);

/// Whether a text is read as the commands of a shell.
[[nodiscard]] bool isOfCommands(std::string_view text);
/// The records of a text in whichever syntax it is.
[[nodiscard]] Records recordsOf(std::string_view text);

} // namespace kneepoint::job
