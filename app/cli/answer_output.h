// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/scenario_request.h"
#include "app/cli/table.h"

#include <functional>
#include <ostream>

namespace kneepoint {

/// An answer in each format; only the requested one is created.
struct AnswerFormats {
    std::function<std::string()> text;
    std::function<Json()> json;
    std::function<Table()> csv;
};

inline void writeAnswer(std::ostream& out, OutputFormat format, const AnswerFormats& answer)
{
    switch (format) {
    case OutputFormat::text:
        out << answer.text();
        break;
    case OutputFormat::json:
        out << jsonText(answer.json());
        break;
    case OutputFormat::csv:
        out << tableCsv(answer.csv());
        break;
    }
}

/// An answer that is one table in each format, made when it is written.
inline void writeTable(std::ostream& out, OutputFormat format, const std::function<Table()>& table)
{
    writeAnswer(out, format, {[&] { return tableText(table()); }, [&] { return tableJson(table()); }, table});
}

} // namespace kneepoint
