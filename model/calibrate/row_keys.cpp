// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/row_keys.h"

#include "model/calibrate/own_rows.h"
#include "model/catalogue/catalogue.h"
#include "model/evidence/run_record.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace kneepoint {
namespace {

constexpr std::array<std::string_view, 9> short_keys{"gpus", "tp", "pp", "cp", "ep", "mbs", "gbs", "seq", "zero"};
constexpr std::array<std::string_view, 2> other_measures{"mem_gb", "measured"};
constexpr std::array<std::string_view, 8> descriptions{
    "id", "name", "note", "comment", "source", "date", "status", "predicted_step_s"};

/// Letters to insert, delete or replace (Levenshtein 1966).
std::size_t distanceOf(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : a) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (letter == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

std::vector<std::string_view> knownKeys()
{
    std::vector<std::string_view> keys(short_keys.begin(), short_keys.end());
    keys.insert(keys.end(), other_measures.begin(), other_measures.end());
    for (const OwnMeasure& measure : ownMeasures())
        keys.push_back(measure.name);
    for (const Parameter& p : catalogue())
        keys.push_back(p.id);
    return keys;
}

} // namespace

const Parameter* parameterOfKey(std::string_view key)
{
    const std::string_view id = parameterOfColumn(key);
    return findParameter(id.empty() ? key : id);
}

std::string unknownKeyText(std::string_view key)
{
    constexpr std::size_t longest = 64;
    const std::vector<std::string_view> known = knownKeys();
    if (parameterOfKey(key) || std::ranges::find(known, key) != known.end()
        || std::ranges::find(descriptions, key) != descriptions.end())
        return {};
    const std::string_view typed = key.substr(0, longest);
    const std::string_view nearest =
        *std::ranges::min_element(known, {}, [&](std::string_view k) { return distanceOf(typed, k); });
    return fmt::format(R"("{}" is neither a parameter nor a measurement; the nearest key is "{}")",
        excerpt(std::string(key)), nearest);
}

} // namespace kneepoint
