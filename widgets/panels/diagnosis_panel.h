// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_change.h"

#include <QSet>
#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace kneepoint {

class FindingCard;

/// Why the job does not scale, worst cause first, and what would help. The worst cause is unfolded; the user's folding
/// is kept while editing.
class DiagnosisPanel : public QWidget {
    Q_OBJECT
public:
    explicit DiagnosisPanel(QWidget* parent = nullptr);
    ~DiagnosisPanel() override;

    using QWidget::show;
    /// Also shows how the causes differ from those of the pinned scenario A, if there is one.
    void show(const Diagnosis& diagnosis, std::vector<CauseChange> changes = {});
    /// Focuses the best remedy, or the first heading if there is none.
    void focusBest();

    /// The summary in one sentence.
    [[nodiscard]] QString verdict() const;
    /// Causes that only A has, one line each.
    [[nodiscard]] QStringList vanished() const;
    /// Worst first; empty when there is nothing to fix.
    [[nodiscard]] const QList<FindingCard*>& cards() const { return m_cards; }

    [[nodiscard]] QSize sizeHint() const override { return {320, 640}; }

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    /// Another diagnosis is shown.
    void shown();
    /// A remedy is previewed; nullptr: no longer.
    void tried(const kneepoint::Remedy* remedy);
    void accepted(const kneepoint::Remedy& remedy);

private:
    [[nodiscard]] bool isNarrow() const;
    void rebuild();
    void addVanished(QVBoxLayout& column);
    [[nodiscard]] bool isUnfolded(const Finding& finding) const;

    Diagnosis m_diagnosis;
    std::vector<CauseChange> m_changes;
    QSet<int> m_turned; ///< causes folded or unfolded by the user
    QList<FindingCard*> m_cards;
    bool m_narrow = false;
    QLabel* m_verdict;
    QScrollArea* m_scroll;
};

} // namespace kneepoint
