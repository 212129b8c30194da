// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"

#include "model/imports/job_configuration/shell_script.h"
#include "model/imports/json_text.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <array>

namespace kneepoint::job {
namespace {

/// Lines of "trainer.num_nodes=8", as Hydra takes them.
bool listsSettings(std::string_view text)
{
    return std::ranges::all_of(split(text, '\n'), [](std::string_view line) {
        const std::size_t equals = line.find('=');
        return line.empty()
            || (equals != std::string_view::npos && line.find(' ') == std::string_view::npos
                && line.substr(0, equals).find('.') != std::string_view::npos);
    });
}

/// Whether the first line that is no comment is one of Python alone.
bool beginsAsPython(std::string_view text)
{
    for (const std::string_view line : split(text, '\n')) {
        if (line.starts_with("#!") && contains(line, "sh"))
            return false;
        if (line.empty() || line.starts_with('#'))
            continue;
        return line.starts_with("\"\"\"") || (line.starts_with("from ") && contains(line, " import "))
            || (line.starts_with("import ") && !contains(line, "="));
    }
    return false;
}

/// Lines that begin as statements of Python do.
bool looksLikePython(std::string_view text)
{
    return std::ranges::any_of(split(text, '\n'), [](std::string_view line) {
        const auto begins = [&](std::string_view word) { return line.starts_with(word); };
        const auto has = [&](std::string_view word) { return contains(line, word); };
        constexpr std::array<std::string_view, 5> words{"import ", "from ", "def ", "recipe.", "cfg."};
        constexpr std::array<std::string_view, 5> calls{
            "TrainingArguments(", "SFTConfig(", "DPOConfig(", "TrainModuleConfig(", "MegatronStrategy("};
        return std::ranges::any_of(words, begins) || std::ranges::any_of(calls, has);
    });
}

} // namespace

bool isOfCommands(std::string_view text)
{
    text = withoutMark(text);
    return !beginsAsPython(text) && !jsonRecords(text) && !slurmRecords(text) && !orchestratorRecords(text)
        && looksLikeShell(text);
}

Records recordsOf(std::string_view text)
{
    text = withoutMark(text);
    if (text.empty() || text.size() > most_bytes || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    if (beginsAsPython(text))
        return pythonRecords(text);
    if (Records json = jsonRecords(text))
        return json;
    if (Records slurm = slurmRecords(text))
        return slurm;
    if (Records orchestrated = orchestratorRecords(text))
        return orchestrated;
    if (looksLikeShell(text))
        return shellRecords(text);
    if (Records toml = tomlRecords(text))
        return toml;
    if (looksLikePython(text))
        return pythonRecords(text);
    if (listsSettings(text))
        return shellRecords(text);
    return yamlRecords(text);
}

} // namespace kneepoint::job
