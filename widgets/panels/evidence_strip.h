// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/evidence_chip.h"

#include <QFrame>
#include <QList>

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QWidget;

namespace kneepoint {

/// One line with a chip for each imported file, progress while files are read, and a button that calibrates with the
/// runs found. Hidden while there is nothing to show.
class EvidenceStrip : public QFrame {
    Q_OBJECT
public:
    explicit EvidenceStrip(QWidget* parent = nullptr);

    struct State {
        QList<EvidenceChip::Content> chips = {};
        QString calibrate = {};  ///< text of the button, "Calibrate with 5 runs"; empty: no button
        QString calibrated = {}; ///< "5 runs · error 1.9 → 0.5 %"; empty if the scenario is not calibrated
    };
    void show(const State& state);
    using QWidget::show;
    [[nodiscard]] const State& state() const { return m_state; }
    /// The name of the file being read and the share read, 0 … 1.
    void showProgress(const QString& name, double share);
    void hideProgress() { setReading(false); }
    [[nodiscard]] bool isReading() const { return m_reading; }

    [[nodiscard]] const QList<EvidenceChip*>& chips() const { return m_chips; }
    [[nodiscard]] QPushButton& calibrateButton() const { return *m_calibrate; }
    [[nodiscard]] QPushButton& addButton() const { return *m_add; }
    /// While false, it stays hidden: on a projector there is no room for it.
    void setAllowed(bool allowed);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

signals:
    void useToggled(int chip, bool use);
    void removed(int chip);
    void addWanted();
    void cancelled();
    void calibrationWanted();

private:
    void setReading(bool reading);
    void showOrHide();
    void fitChips();
    void fillMenu();

    QLabel* m_heading;
    QWidget* m_area;
    QToolButton* m_more; ///< with a menu of the chips that have no room
    QHBoxLayout* m_row = nullptr;
    QLabel* m_file;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QPushButton* m_add;
    QPushButton* m_calibrate;
    QLabel* m_calibrated;
    QList<EvidenceChip*> m_chips;
    State m_state;
    bool m_reading = false;
    bool m_allowed = true;
};

} // namespace kneepoint
