// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/prices.h"

#include <QDialog>

class QTableWidget;

namespace kneepoint {

/// The price list as one table. Values, dates and sources can be edited; what is not a price is put back. A value put
/// in by hand is no longer an assumption, and dates from this month.
class PricesDialog : public QDialog {
    Q_OBJECT
public:
    explicit PricesDialog(PriceList list, QWidget* parent = nullptr);
    [[nodiscard]] const PriceList& list() const { return m_list; }
    /// Puts the cursor on the price of this GPU or network, so that the next key changes it.
    void select(std::string_view id);
    [[nodiscard]] QTableWidget& table() const { return *m_table; }

signals:
    void changed(const kneepoint::PriceList& list);
    /// The scenario should have the list's price of its GPUs.
    void wanted();

private:
    void fill();
    void take(int row, int column);

    PriceList m_list;
    QTableWidget* m_table;
    bool m_filling = false;
};

} // namespace kneepoint
