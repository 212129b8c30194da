// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include "widgets/shared_analysis.h"
#include "widgets/theme/theme.h"

#include <QScrollArea>
#include <QStringList>

#include <span>

class QGridLayout;
class QLabel;
class QPushButton;

namespace kneepoint {

/// What was measured beside what is predicted: the step and its parts with their differences, the likely cause, what
/// the calibration changed, and where each file was read.
class EvidencePanel : public QScrollArea {
    Q_OBJECT
public:
    explicit EvidencePanel(QWidget* parent = nullptr);

    /// `runs` is the number of runs in the used files; `layouts` are offered where a trace states none, likeliest
    /// first.
    void show(const SharedAnalysis& analysis, std::span<const KeptEvidence> files, std::size_t runs,
        const QStringList& layouts = {});
    using QWidget::show;
    void setTheme(ThemeMode mode);

    /// The bold sentence at the top.
    [[nodiscard]] QString claim() const;
    /// The table as text, a row a line, cells separated by tabs.
    [[nodiscard]] QString tableText() const;

signals:
    void calibrationWanted();
    /// The user's calibration is to be used, or not.
    void calibrationToggled(bool used);
    void importWanted();
    void layoutChosen(int layout);

private:
    void showTable(const Analysis& analysis);
    void addRow(const QStringList& cells, bool strong, bool differs);
    void showLayouts(const QStringList& layouts);
    void showCalibration(const Analysis& analysis, std::size_t runs);

    QLabel* m_claim;
    QWidget* m_table;
    QGridLayout* m_grid;
    QLabel* m_cause;
    QLabel* m_calibration;
    QWidget* m_layouts;
    QPushButton* m_calibrate;
    QPushButton* m_toggle;
    QLabel* m_files;
    QPushButton* m_import;
    QList<QStringList> m_rows;
    QStringList m_offered;
    bool m_calibrated = false;
    ThemeMode m_mode = ThemeMode::light;
};

} // namespace kneepoint
