// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parity_model.h"

#include "model/units/units.h"
#include "widgets/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

/// What a column shows of a run, and the number behind it if there is one.
struct Cell {
    QString (*text)(const ParityPoint&) = nullptr;
    double (*number)(const ParityPoint&) = nullptr;
};

QString errorText(const ParityPoint& p)
{
    return (p.row.bias < 0 ? QStringLiteral("−") : QStringLiteral("+"))
        + toQString(std::abs(p.row.bias), Unit::ratio, 2);
}

/// In the order of Column.
constexpr std::array<Cell, ParityModel::column_count> cells{{{[](const ParityPoint& p) { return toQString(p.row.id); }},
    {[](const ParityPoint& p) { return toQString(p.row.measured_s, Unit::seconds); },
        [](const ParityPoint& p) { return p.row.measured_s; }},
    {[](const ParityPoint& p) { return toQString(p.row.predicted_s, Unit::seconds); },
        [](const ParityPoint& p) { return p.row.predicted_s; }},
    {errorText, [](const ParityPoint& p) { return p.row.bias; }},
    {[](const ParityPoint& p) { return toQString(p.gpus, Unit::none); }, [](const ParityPoint& p) { return p.gpus; }},
    {[](const ParityPoint& p) { return toQString(p.gpu); }}, {[](const ParityPoint& p) { return toQString(p.stack); }},
    {[](const ParityPoint& p) { return toQString(p.layout); }}}};

} // namespace

void ParityModel::setPoints(std::vector<const ParityPoint*> points)
{
    beginResetModel();
    m_points = std::move(points);
    endResetModel();
}

int ParityModel::rowOf(const ParityPoint* point) const
{
    const auto found = std::ranges::find(m_points, point);
    return found == m_points.end() ? -1 : static_cast<int>(found - m_points.begin());
}

int ParityModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_points.size());
}

int ParityModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : column_count;
}

QVariant ParityModel::data(const QModelIndex& index, int role) const
{
    const ParityPoint& p = *point(index.row());
    const Cell& cell = cells.at(static_cast<std::size_t>(index.column()));
    switch (role) {
    case Qt::DisplayRole:
        return cell.text(p);
    case sort_role:
        return cell.number ? QVariant(cell.number(p)) : QVariant(cell.text(p));
    case Qt::TextAlignmentRole:
        return QVariant((cell.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return plainToolTip(toQString(p.scenario.source));
    default:
        return {};
    }
}

QVariant ParityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && rowCount() > 0)
        return data(index(0, section), role);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QStringList titles{
        tr("Run"), tr("Measured"), tr("Predicted"), tr("Error"), tr("GPUs"), tr("GPU"), tr("Software"), tr("Split")};
    return titles.value(section);
}

} // namespace kneepoint
