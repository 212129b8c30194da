// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_scenarios.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/shipped_scenarios.h"

#include "tests/support/shipped.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace kneepoint::test {

int scenariosWanted(int otherwise)
{
    const char* by_hand = std::getenv("KNEEPOINT_RANDOM_SCENARIOS");
    const int wanted = by_hand ? std::atoi(by_hand) : 0;
    return wanted > 0 ? wanted : otherwise;
}

double RandomScenarios::uniform()
{
    return static_cast<double>(m_bits() >> 11) * 0x1p-53;
}

std::size_t RandomScenarios::index(std::size_t count)
{
    return static_cast<std::size_t>(m_bits() % count);
}

double RandomScenarios::valueOf(const Parameter& p)
{
    constexpr double at_an_end = 0.1;
    if (uniform() < at_an_end)
        return uniform() < 0.5 ? p.range.min : p.range.max;
    const double u = uniform();
    switch (p.scale) {
    case Scale::integer:
    case Scale::choice:
    case Scale::flag:
        return std::round(p.range.min + u * (p.range.max - p.range.min));
    case Scale::logarithmic:
    case Scale::power_of_two:
        break;
    case Scale::linear:
        if (p.range.max / std::max(p.range.min, 1e-9) < 1e3)
            return p.range.min + u * (p.range.max - p.range.min);
        break;
    }
    const double low = std::log(std::max(p.range.min, p.range.max * 1e-12));
    const double value = std::exp(low + u * (std::log(p.range.max) - low));
    const bool a_power = p.scale == Scale::power_of_two && uniform() < 0.5;
    const double exact = a_power ? std::exp2(std::round(std::log2(value))) : value;
    return std::clamp(p.isWhole() ? std::round(exact) : exact, p.range.min, p.range.max);
}

Scenario RandomScenarios::scattered()
{
    Scenario s;
    for (const Parameter& p : catalogue())
        p.assign(s, valueOf(p));
    sumGlobalBatch(s);
    keepBatchInRange(s);
    return s;
}

kneepoint::Edit RandomScenarios::statements(std::size_t most)
{
    kneepoint::Edit edit;
    for (std::size_t left = index(most); left > 0; --left) {
        const auto all = catalogue();
        const Parameter& p = all[index(all.size())];
        if (std::ranges::find(edit, &p, &Setting::parameter) == edit.end())
            edit.push_back({&p, valueOf(p)});
    }
    return edit;
}

Scenario RandomScenarios::stated()
{
    constexpr std::size_t most_statements = 40;
    return applied({}, statements(most_statements), shippedCalibration());
}

Scenario RandomScenarios::walked()
{
    constexpr std::size_t most_edits = 24;
    const auto shipped = scenarioPresets();
    const std::size_t start = index(shipped.size() + 1);
    Scenario s = start < shipped.size() ? shipped[start].scenario : Scenario{};
    for (std::size_t edits = index(most_edits); edits > 0; --edits) {
        const auto all = catalogue();
        const Parameter& p = all[index(all.size())];
        p.edit(s, valueOf(p), shippedCalibration());
    }
    return s;
}

} // namespace kneepoint::test
