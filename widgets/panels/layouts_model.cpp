// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/layouts_model.h"
#include "model/catalogue/derive.h"

#include "model/scenario/scenario.h"
#include "widgets/csv_table.h"
#include "widgets/text.h"

#include <QFont>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr std::array dimensions{Dimension::tensor, Dimension::sequence, Dimension::pipeline, Dimension::virtual_stages,
    Dimension::context, Dimension::expert, Dimension::zero, Dimension::shard_group, Dimension::micro_batch,
    Dimension::accumulation, Dimension::recompute};
constexpr std::array<std::string_view, 4> figures{"step_s", "tokens_per_s", "mfu", "memory_bytes"};
constexpr auto first_figure = static_cast<int>(dimensions.size());

QString dimensionText(Dimension d, double value)
{
    const Parameter& p = parameterOf(d);
    if (p.choices)
        return toQString(p.choice(value).id);
    return toQString(p.scale == Scale::flag ? (value != 0 ? "on" : "off") : countText(value));
}

} // namespace

void LayoutsModel::setLayouts(const Scenario& job, std::vector<FoundLayout> layouts)
{
    beginResetModel();
    m_rows.clear();
    for (FoundLayout& found : layouts) {
        Row row{std::move(found), {}};
        const Scenario s = inLayout(job, editOf(row.found.layout));
        for (const std::string_view id : figures)
            row.figures.push_back(metric(id).of_step(s, row.found.step).value_or(std::nan("")));
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

void LayoutsModel::setPresent(const Layout& layout)
{
    m_present = layout;
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::FontRole});
}

int LayoutsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LayoutsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : first_figure + static_cast<int>(figures.size());
}

QVariant LayoutsModel::data(const QModelIndex& index, int role) const
{
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool is_figure = index.column() >= first_figure;
    const auto column = static_cast<std::size_t>(is_figure ? index.column() - first_figure : index.column());
    switch (role) {
    case Qt::DisplayRole:
        return is_figure ? toQString(valueText(metric(figures[column]), row.figures[column]))
                         : dimensionText(dimensions[column], row.found.layout[dimensions[column]]);
    case sort_role:
        return is_figure ? row.figures[column] : row.found.layout[dimensions[column]];
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(row.found.layout == m_present);
        return font;
    }
    default:
        return {};
    }
}

bool LayoutsModel::isAlike(int column) const
{
    if (column >= first_figure || m_rows.size() < 2)
        return false;
    const Dimension d = dimensions[static_cast<std::size_t>(column)];
    return std::ranges::all_of(
        m_rows, [&](const Row& row) { return row.found.layout[d] == m_rows.front().found.layout[d]; });
}

QVariant LayoutsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    const bool is_figure = section >= first_figure;
    const auto column = static_cast<std::size_t>(is_figure ? section - first_figure : section);
    if (role == Qt::DisplayRole)
        return toQString(is_figure ? metric(figures[column]).label : shortName(dimensions[column]));
    if (role == Qt::ToolTipRole)
        return plainToolTip(
            toQString(is_figure ? metric(figures[column]).help : parameterOf(dimensions[column]).label));
    return {};
}

std::string LayoutsModel::csv() const
{
    CsvTable table;
    for (const Dimension d : dimensions)
        table.columns.emplace_back(parameterOf(d).id);
    for (const std::string_view id : figures)
        table.columns.emplace_back(id);
    for (const Row& row : m_rows) {
        std::vector<std::string> cells;
        cells.reserve(table.columns.size());
        for (const Dimension d : dimensions)
            cells.push_back(dimensionText(d, row.found.layout[d]).toStdString());
        for (const double value : row.figures)
            cells.push_back(fmt::to_string(value));
        table.rows.push_back(std::move(cells));
    }
    return csvText(table);
}

} // namespace kneepoint
