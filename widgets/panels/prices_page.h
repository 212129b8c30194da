// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/prices.h"

#include <QWidget>

class QTableWidget;

namespace kneepoint {

/// The price list as one table. Values, dates and sources can be edited; invalid input is reverted. A value entered by
/// the user is no longer an assumption and is dated with the current month.
class PricesPage : public QWidget {
    Q_OBJECT
public:
    explicit PricesPage(PriceList list, QWidget* parent = nullptr);
    [[nodiscard]] const PriceList& list() const { return m_list; }
    /// Selects the price of this GPU or network for editing.
    void select(std::string_view id);
    [[nodiscard]] QTableWidget& table() const { return *m_table; }

signals:
    void changed(const kneepoint::PriceList& list);
    /// The user wants the list's price for the scenario's GPUs.
    void wanted();

private:
    void fill();
    void take(int row, int column);

    PriceList m_list;
    QTableWidget* m_table;
};

} // namespace kneepoint
