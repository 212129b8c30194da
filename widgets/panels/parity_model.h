// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/parity.h"

#include <QAbstractTableModel>

namespace kneepoint {

/// Measured runs as rows of a table. The sort role gives numbers where the text has units.
class ParityModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { run, measured, predicted, error, gpus, gpu, stack, layout, column_count };
    static constexpr int sort_role = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// The points must outlive their display in the model.
    void setPoints(std::vector<const ParityPoint*> points);
    [[nodiscard]] const ParityPoint* point(int row) const { return m_points.at(static_cast<std::size_t>(row)); }
    /// −1 if it is not among them.
    [[nodiscard]] int rowOf(const ParityPoint* point) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<const ParityPoint*> m_points;
};

} // namespace kneepoint
