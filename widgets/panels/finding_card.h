// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_change.h"

#include <QFrame>

#include <optional>

class QLabel;
class QVBoxLayout;

namespace kneepoint {

class RemedyButton;
class Section;
class SectionHeading;
class SeverityBar;

/// One cause: its cost, its wall, the sentence, the evidence, how to confirm it, and the fixes. When folded, it is a
/// heading and a bar; the rest is built when first unfolded.
class FindingCard : public QFrame {
    Q_OBJECT
public:
    FindingCard(Finding finding, bool unfolded, QWidget* parent = nullptr);

    [[nodiscard]] Cause cause() const { return m_finding.cause; }
    /// Shows the cost of the cause in the pinned scenario; nothing: no scenario is pinned.
    void setChange(const std::optional<CauseChange>& change);
    /// "A 22 %, +32 points", "new"; empty without a pinned scenario.
    [[nodiscard]] QString changeText() const;
    /// In a narrow panel the fixes come before the evidence, which is folded. The panel decides: its width does not
    /// depend on what the card shows.
    void setNarrow(bool narrow);
    [[nodiscard]] bool isUnfolded() const;
    /// The visible remedies, best first; none if the card has never been unfolded.
    [[nodiscard]] QList<RemedyButton*> remedies() const;
    [[nodiscard]] SectionHeading* heading() const { return m_heading; }

signals:
    void unfolded(bool unfolded);
    /// nullptr: no remedy is previewed any more.
    void tried(const kneepoint::Remedy* remedy);
    void accepted(const kneepoint::Remedy& remedy);

private:
    void fold();
    void addHeading(QVBoxLayout& column);
    void setUnfolded(bool unfolded);
    void build();
    void addList(QVBoxLayout& column, const QStringList& sentences);
    [[nodiscard]] QWidget* makeBestEvidence();
    void addRemedies(QVBoxLayout& column);

    Finding m_finding;
    SectionHeading* m_heading;
    SeverityBar* m_bar = nullptr;
    QLabel* m_change = nullptr;
    QWidget* m_content;
    bool m_narrow = false;
    QWidget* m_evidence = nullptr;        ///< the best of it, once unfolded
    QWidget* m_folded_evidence = nullptr; ///< the same, in its own fold in a narrow panel
};

} // namespace kneepoint
