// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/calibrate.h"
#include "model/catalogue/edit.h"
#include "widgets/worker.h"

#include <QWidget>

#include <array>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace kneepoint {

class IntervalBars;

/// Accepts a few of the user's own measured runs, with their settings, and immediately shows the effect on the
/// prediction of the open job: its interval before and after, and the changed factors. Rows without a measurement are
/// not used.
class CalibratePage : public QWidget {
    Q_OBJECT
public:
    static constexpr int most_runs = 10;

    CalibratePage(const Scenario& job, const Calibration& calibration, QWidget* parent = nullptr);

    /// The open scenario has changed: rows without a file of their own are runs of it, and settings that were not typed
    /// are its settings.
    void setJob(const Scenario& job);
    [[nodiscard]] QTableWidget& table() const { return *m_table; }
    /// The text under the table.
    [[nodiscard]] QString answer() const;
    /// Uses the runs of a file, once they are read, instead of those of the table, which is restored when the file is
    /// removed.
    void load(const QString& path);
    /// Fills the table with runs found in imported files, at most most_runs; the others are used too, out of sight.
    void fill(const OwnRows& found);
    /// Enters runs to measure, as edits of the job, into rows that have no measured value yet.
    void suggest(std::span<const Edit> runs);

signals:
    /// The user asks for suggestions; answered with suggest().
    void suggestionWanted();
    /// The user accepts the calibration; one without runs removes an earlier one.
    void calibrated(const kneepoint::OwnRuns& own);

private:
    void fillTable();
    void fillButtons();
    void chooseFile();
    void refresh();
    void showResult(const OwnRows& rows);
    /// Takes the calibration over, and says what it changes.
    [[nodiscard]] QStringList linesOf(const CalibrationReport& report);
    void keep();
    [[nodiscard]] EnteredRun runOf(int row) const;

    Scenario m_job;
    const Calibration& m_calibration;
    QTableWidget* m_table;
    QLineEdit* m_name;
    IntervalBars* m_bars;
    QLabel* m_answer;
    QPushButton* m_keep = nullptr;
    QPushButton* m_suggest = nullptr;
    OwnRuns m_own;
    std::array<Scenario, most_runs> m_bases;   ///< what each row of the table adds to
    std::array<bool, most_runs> m_from_file{}; ///< a row that is a run of another job, perhaps
    OwnRows m_others;                          ///< found runs that are not in the table
    FileWork<Result<OwnRows>> m_reading;
};

} // namespace kneepoint
