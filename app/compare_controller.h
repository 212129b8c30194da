// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/comparison.h"

#include <QByteArray>
#include <QPointer>

namespace kneepoint {

class ComparisonTable;
class MainWindow;

/// The window's hand on the comparison: pin, swap, unpin, the table, and its files; shows A wherever it can be seen.
class CompareController : public QObject {
    Q_OBJECT
public:
    explicit CompareController(MainWindow& window);

    [[nodiscard]] Comparison& comparison() { return m_comparison; }
    /// The pinned scenarios as the text of a comparison, empty without any; and back.
    [[nodiscard]] QByteArray saved() const;
    void restore(const QByteArray& comparison);
    void saveTo(const QString& path);
    void openFrom(const QString& path);

private:
    void pin();
    void swap();
    void showReference();
    void showTable();
    void refreshTable();
    void save();
    void open();
    [[nodiscard]] std::vector<ScenarioFile> pinned() const;

    MainWindow& m_window;
    Comparison m_comparison;
    QPointer<ComparisonTable> m_table;
};

} // namespace kneepoint
