// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/table.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace kneepoint {

Cell textCell(std::string_view text)
{
    return {std::string(text), std::string(text)};
}

Json tableJson(const Table& table)
{
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            object[table.columns[i].key] = row[i].value;
        rows.push_back(std::move(object));
    }
    return rows;
}

Json number(double value)
{
    if (std::abs(value) < 1e15 && value == std::floor(value))
        return static_cast<std::int64_t>(value);
    return value;
}

Json valueJson(std::optional<double> value)
{
    return value ? Json(*value) : Json();
}

Json answerJson(std::optional<bool> answer)
{
    return answer ? Json(*answer) : Json();
}

std::string jsonText(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace kneepoint
