// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the keys of training software mean: one row a key, in presets/names/job_keys.json.
namespace kneepoint::job {

enum class Software {
    megatron,
    neox,
    deepspeed,
    torchtitan,
    torchtune,
    axolotl,
    llama_factory,
    trainer,
    accelerate,
    nemo,
    megatron_bridge,
    primus,
    nanotron,
    maxtext,
    olmo,
    olmo_core,
    launch, ///< torchrun, srun, mpirun, the launchers of DeepSpeed and Accelerate
};

/// How a key's value is read.
enum class Reads {
    number,  ///< a number
    flag,    ///< true: 1, false: 0
    inverse, ///< true: 0, false: 1
    when_on, ///< true: the value in `words`, "on" or "on/off"
    choice,  ///< `words` lists "text=value", separated by commas; other texts are not understood
    text,    ///< as it is
    matters, ///< known, not modeled: `words` says what it changes
    unless,  ///< the same, unless the value is false, none, 0 or 1
    tells,   ///< whatever the value is, `words`: the key alone says it
};

struct KeyRow {
    std::string key;    ///< as recorded; with "*" at its end, all keys that begin like this
    std::string target; ///< a parameter, or a fact that several keys give together: "job.nodes"
    Reads reads = Reads::number;
    std::string words;
};

/// A value that the software uses if its configuration does not state it.
struct DefaultRow {
    std::string target;
    std::string value; ///< as the parameter's text: "1", "full"
    std::string source;
};

/// An entry of presets/names/job_keys.json.
struct SoftwareRow {
    Software software;
    std::string name;                 ///< "Megatron-LM"
    std::string release;              ///< whose keys and defaults these are
    std::string stack;                ///< preset of the software's constants
    std::vector<std::string> telling; ///< keys of which one must be there
    std::vector<DefaultRow> defaults;
    std::vector<KeyRow> keys;
};

/// In the order in which software is recognized.
[[nodiscard]] std::span<const SoftwareRow> softwares();
[[nodiscard]] const SoftwareRow& softwareRow(Software software);

/// The row of a key; nullptr if the software's keys do not include it.
[[nodiscard]] const KeyRow* rowOf(Software software, std::string_view key);
/// Whether a key changes neither the time nor the memory of a step, by its name: learning rates, paths, logging.
[[nodiscard]] bool isHarmless(std::string_view key);

} // namespace kneepoint::job
