// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace kneepoint {

class Chart;
class MainWindow;

/// Gives what the window shows to others: pictures, data, a report.
class ExportController : public QObject {
    Q_OBJECT
public:
    explicit ExportController(MainWindow& window);

    /// The chart with the focus, else the one under the pointer, else the scaling chart.
    [[nodiscard]] Chart& chart() const;
    /// .png, .svg, .pdf or .csv.
    void exportChart(const QString& path);
    void exportBoard(const QString& path);
    /// .html or .pdf.
    void saveReport(const QString& path);

private:
    [[nodiscard]] QString ask(const QString& title, const QString& name, const QString& filter) const;

    MainWindow& m_window;
};

} // namespace kneepoint
