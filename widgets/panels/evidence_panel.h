// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include "widgets/shared_analysis.h"

#include <QScrollArea>
#include <QStringList>

#include <optional>
#include <span>

class QGridLayout;
class QLabel;
class QPushButton;

namespace kneepoint {

struct OwnRuns;

/// "network × 1.2" of each factor of a calibration that differs from 1 by more than 1 %.
[[nodiscard]] QStringList factorTexts(const OwnRuns& own);

/// What was measured beside what is predicted: the step and its parts with their differences, two traces beside each
/// other, the likely cause, what the calibration changed, and where each file was read.
class EvidencePanel : public QScrollArea {
    Q_OBJECT
public:
    explicit EvidencePanel(QWidget* parent = nullptr);

    /// What the files suggest and a click takes over, likeliest first.
    struct Offers {
        QStringList layouts = {};  ///< where a trace states none
        QStringList settings = {}; ///< of used files, where they differ from the scenario's
        QStringList networks = {}; ///< interconnects as fast as nccl-tests measured
        bool operator==(const Offers&) const = default;
    };
    /// `runs` is the number of runs in the used files.
    void show(
        const SharedAnalysis& analysis, std::span<const KeptEvidence> files, std::size_t runs, const Offers& offers);
    using QWidget::show;

    /// The bold sentence at the top.
    [[nodiscard]] QString claim() const;
    /// The table as text, a row a line, cells separated by tabs.
    [[nodiscard]] QString tableText() const;
    /// The signs of a misconfiguration in the files; empty without any.
    [[nodiscard]] QString warning() const;

signals:
    void calibrationWanted();
    /// The user's calibration is to be used, or not.
    void calibrationToggled(bool used);
    void importWanted();
    void layoutChosen(int layout);
    void networkChosen(int network);
    void settingsChosen(int file);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void colorWarning();
    void showTable(const Analysis& analysis);
    /// Two traces part by part, below.
    void showDifference(std::span<const KeptEvidence> files);
    enum class Row { heading, plain, strong };
    void addRow(const QStringList& cells, Row kind, bool differs = false);
    /// Lays the table out: names beside their figures, or above them in a panel too narrow for both.
    void placeTable();
    void showOffers(const Offers& offers);
    void showWarning(std::span<const KeptEvidence> files);
    void showCalibration(const Analysis& analysis, std::size_t runs);

    QLabel* m_claim;
    QWidget* m_table;
    QGridLayout* m_grid;
    QLabel* m_cause;
    QLabel* m_calibration;
    QLabel* m_warning;
    QWidget* m_layouts;
    QWidget* m_networks;
    QWidget* m_settings;
    QPushButton* m_calibrate;
    QPushButton* m_toggle;
    QLabel* m_files;
    QPushButton* m_import;
    QList<QStringList> m_rows;
    QList<QList<QLabel*>> m_labels; ///< of the rows
    std::optional<Offers> m_offered;
    bool m_calibrated = false;
};

} // namespace kneepoint
