// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scenarios.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/shipped.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace kneepoint::test {

Scenario preset(std::string_view id)
{
    const ScenarioFile* file = findScenarioPreset(id);
    if (!file) {
        std::fprintf(stderr, "no scenario '%.*s'\n", static_cast<int>(id.size()), id.data());
        std::abort();
    }
    return file->scenario;
}

Scenario edited(Scenario s, std::initializer_list<Edit> edits)
{
    for (const Edit& edit : edits)
        if (const auto done = editByText(s, edit.id, edit.text); !done) {
            std::fprintf(stderr, "%s\n", done.error().message.c_str());
            std::abort();
        }
    return s;
}

Scenario jobOf(const char* model, double sequence)
{
    Scenario s = edited(preset("llama3-8b-64xh100"), {{"workload.model", model}});
    s.workload.sequence_length = sequence;
    return s;
}

std::string describe(const Scenario& s)
{
    std::string text;
    for (const Parameter& p : catalogue()) {
        const double value = p.get(s);
        if (value == p.defaultValue())
            continue;
        const bool choice = p.scale == Scale::choice;
        text += fmt::format(" --set '{}={}'", p.id,
            choice ? std::string(p.choices()[static_cast<std::size_t>(value)].id) : valueText(p, value));
    }
    return text;
}

Scenario bareJob()
{
    return edited(Scenario{},
        {{"workload.scaling", "weak"}, {"cluster.gpus_per_node", "1"}, {"assumptions.collective_model", "payload"},
            {"assumptions.overlap", "0"}, {"assumptions.input_limited", "off"}, {"assumptions.stragglers", "off"}});
}

} // namespace kneepoint::test
