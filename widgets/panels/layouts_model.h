// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"
#include "model/search/search.h"

#include <QAbstractTableModel>

#include <vector>

namespace kneepoint {

/// Layouts as a table: their dimensions, then their figures.
class LayoutsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int sort_role = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;
    void setLayouts(const Scenario& job, std::vector<FoundLayout> layouts);
    /// The scenario's current layout is shown in bold.
    void setPresent(const Layout& layout);
    [[nodiscard]] const FoundLayout& layout(int row) const { return m_rows[static_cast<std::size_t>(row)].found; }
    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    /// Whether all layouts have the same value in this column: then it tells nothing.
    [[nodiscard]] bool isAlike(int column) const;
    /// All rows in full precision, keys as on the command line.
    [[nodiscard]] std::string csv() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        FoundLayout found;
        std::vector<double> figures; ///< of the metrics shown
    };
    std::vector<Row> m_rows;
    Layout m_present;
};

} // namespace kneepoint
