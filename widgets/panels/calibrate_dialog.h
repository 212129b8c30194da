// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/calibrate.h"
#include "model/scenario/edit.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace kneepoint {

class IntervalBars;

/// Takes a few measured runs of the user's own, with their settings, and shows at once what they make of the prediction
/// of the open job: its interval before and after, and the factors they move. Rows without a measurement are not used.
class CalibrateDialog : public QDialog {
    Q_OBJECT
public:
    static constexpr int most_runs = 10;

    CalibrateDialog(const Scenario& job, const Calibration& calibration, QWidget* parent = nullptr);

    [[nodiscard]] QTableWidget& table() const { return *m_table; }
    /// What the window says under the table.
    [[nodiscard]] QString answer() const;
    /// Takes the runs of a file in place of those of the table, which comes back when the file is let go.
    void load(const QString& path);
    /// Enters runs to measure, as edits of the job, into rows that have no measured value yet.
    void suggest(std::span<const Edit> runs);

signals:
    /// The user asks which runs to measure; suggest() answers.
    void suggestionWanted();
    /// The user keeps the calibration; one without runs takes an earlier one away.
    void calibrated(const kneepoint::OwnRuns& own);

private:
    void fillTable();
    void fillButtons();
    void chooseFile();
    void refresh();
    void showResult(const OwnRows& rows);
    void keep();
    [[nodiscard]] StatedRun runOf(int row) const;

    Scenario m_job;
    const Calibration& m_calibration;
    QTableWidget* m_table;
    QLineEdit* m_name;
    IntervalBars* m_bars;
    QLabel* m_answer;
    QPushButton* m_keep = nullptr;
    QPushButton* m_suggest = nullptr;
    OwnRuns m_own;
    bool m_filling = false;
};

} // namespace kneepoint
