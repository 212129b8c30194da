// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parity_model.h"

#include "model/units/units.h"
#include "widgets/text.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

QVariant sortValue(const ParityPoint& p, int column)
{
    switch (column) {
    case ParityModel::gpus:
        return p.gpus;
    case ParityModel::measured:
        return p.row.measured_s;
    case ParityModel::predicted:
        return p.row.predicted_s;
    case ParityModel::error:
        return p.row.bias;
    default:
        return {};
    }
}

QString cellText(const ParityPoint& p, int column)
{
    switch (column) {
    case ParityModel::run:
        return toQString(p.row.id);
    case ParityModel::gpu:
        return toQString(p.gpu);
    case ParityModel::gpus:
        return toQString(p.gpus, Unit::none);
    case ParityModel::stack:
        return toQString(p.stack);
    case ParityModel::layout:
        return toQString(p.layout);
    case ParityModel::measured:
        return toQString(p.row.measured_s, Unit::seconds);
    case ParityModel::predicted:
        return toQString(p.row.predicted_s, Unit::seconds);
    case ParityModel::error:
        return QStringLiteral("%1%2").arg(p.row.bias < 0 ? QStringLiteral("−") : QStringLiteral("+"),
            toQString(std::abs(p.row.bias), Unit::ratio, 2));
    default:
        return {};
    }
}

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
    const QVariant number = sortValue(p, index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(p, index.column());
    case sort_role:
        return number.isValid() ? number : cellText(p, index.column());
    case Qt::TextAlignmentRole:
        return QVariant((number.isValid() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
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
