// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

/// What the keys of training software mean: one row a key. A key that is in no row is listed as not understood; one
/// that is understood wrongly is worse, so a row needs the software's own documentation or source behind it.
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
    Software software;
    std::string_view key;    ///< as recorded; with "*" at its end, all keys that begin like this
    std::string_view target; ///< a parameter, or a fact that several keys give together: "job.nodes"
    Reads reads = Reads::number;
    std::string_view words = {};
};

/// A value that the software uses if its configuration does not state it.
struct DefaultRow {
    Software software;
    std::string_view target;
    std::string_view value; ///< as the parameter's text: "1", "full"
    std::string_view source;
};

struct SoftwareRow {
    Software software;
    std::string_view name;    ///< "Megatron-LM"
    std::string_view release; ///< whose keys and defaults these are
    std::string_view stack;   ///< preset of the software's constants
    std::string_view telling; ///< keys of which one must be there, separated by commas
};

[[nodiscard]] std::span<const KeyRow> rowsOfPretraining();
[[nodiscard]] std::span<const KeyRow> rowsOfMegatron();
[[nodiscard]] std::span<const KeyRow> rowsOfFineTuning();
[[nodiscard]] std::span<const DefaultRow> defaults();
[[nodiscard]] std::span<const SoftwareRow> softwares();
[[nodiscard]] const SoftwareRow& softwareRow(Software software);

/// The row of a key; nullptr if the software's keys do not include it.
[[nodiscard]] const KeyRow* rowOf(Software software, std::string_view key);
/// Whether a key changes neither the time nor the memory of a step, by its name: learning rates, paths, logging.
[[nodiscard]] bool isHarmless(std::string_view key);

} // namespace kneepoint::job
