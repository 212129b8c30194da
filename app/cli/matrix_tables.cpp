// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/matrix_tables.h"

#include "app/cli/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

std::string kindName(RunKind::Work work)
{
    switch (work) {
    case RunKind::Work::dense:
        return "Dense models";
    case RunKind::Work::long_context:
        return "Dense models with long sequences";
    case RunKind::Work::mixture:
        return "Mixtures of experts";
    case RunKind::Work::scaling:
        return "Data-parallel scaling";
    }
    return {};
}

std::string_view knowledgeId(Knowledge knowledge)
{
    switch (knowledge) {
    case Knowledge::measured:
        return "measured";
    case Knowledge::transferred:
        return "transferred";
    case Knowledge::assumed:
        return "assumed";
    }
    return {};
}

std::string cellText(const MatrixCell& cell)
{
    if (cell.knowledge != Knowledge::measured)
        return std::string(knowledgeId(cell.knowledge));
    return fmt::format("{:.1f} % ({}, {})", cell.mape, cell.rows, cell.sources);
}

/// Software without a run of this kind is as good as any other, so that it gets no line.
bool isMeasured(const std::vector<MatrixCell>& line)
{
    return std::ranges::any_of(line, [](const MatrixCell& c) { return c.knowledge == Knowledge::measured; });
}

Table matrixTable(const EvidenceMatrix& matrix)
{
    Table table{{{"software", "software", false}}, {}};
    for (const std::string& architecture : matrix.architectures)
        table.columns.push_back({architecture, architecture});
    for (std::size_t i = 0; i < matrix.software.size(); ++i) {
        if (!isMeasured(matrix.cells[i]))
            continue;
        auto& row = table.rows.emplace_back(std::vector{textCell(matrix.software[i])});
        for (const MatrixCell& cell : matrix.cells[i])
            row.push_back(textCell(cellText(cell)));
    }
    return table;
}

std::string errorWords(const ErrorSummary& e)
{
    return e.rows == 0 ? "no run shows its error" : fmt::format("{:.1f} % on {} runs", e.mape, e.rows);
}

std::string introduction(const EvidenceMatrices& matrices)
{
    return fmt::format("Mean error of the predicted step, each run predicted without its source, with the number of\n"
                       "runs and sources in parentheses. *Transferred*: the architecture was measured with other\n"
                       "software or other jobs ({}). *Assumed*: it was not measured ({}).\nSoftware without a line is "
                       "transferred or assumed in the same way.\n",
        errorWords(matrices.transferred), errorWords(matrices.assumed));
}

} // namespace

std::string matrixText(const EvidenceMatrices& matrices)
{
    std::string text = introduction(matrices);
    for (const EvidenceMatrix& matrix : matrices.kinds)
        text += "\n" + kindName(matrix.work) + "\n" + tableText(matrixTable(matrix));
    return text;
}

std::string matrixMarkdown(const EvidenceMatrices& matrices)
{
    std::string page =
        "# What was measured\n\nWritten by `kneepoint validate --matrix --markdown`.\n\n" + introduction(matrices);
    for (const EvidenceMatrix& matrix : matrices.kinds)
        page += "\n## " + kindName(matrix.work) + "\n\n" + tableMarkdown(matrixTable(matrix));
    return page;
}

Json matrixJson(const EvidenceMatrices& matrices)
{
    Json json = {{"cells", Json::array()}};
    for (const ErrorSummary* e : {&matrices.transferred, &matrices.assumed})
        json[e->series] = {{"rows", e->rows}, {"mape", e->rows > 0 ? Json(e->mape) : Json()}};
    for (const EvidenceMatrix& matrix : matrices.kinds)
        for (std::size_t i = 0; i < matrix.software.size(); ++i)
            for (std::size_t k = 0; k < matrix.architectures.size(); ++k) {
                const MatrixCell& cell = matrix.cells[i][k];
                json["cells"].push_back({{"jobs", kindName(matrix.work)}, {"software", matrix.software[i]},
                    {"architecture", matrix.architectures[k]}, {"knowledge", knowledgeId(cell.knowledge)},
                    {"rows", cell.rows}, {"sources", cell.sources},
                    {"mape", cell.rows > 0 ? Json(cell.mape) : Json()}});
            }
    return json;
}

} // namespace kneepoint
