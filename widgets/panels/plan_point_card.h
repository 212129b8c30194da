// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/why_not_fewer.h"
#include "model/search/launch_flags.h"
#include "widgets/panels/card.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace kneepoint {

class FlowLayout;
class PlanChip;
class Section;
class WrappedLabel;

/// The answer of a plan: one cluster with its figures, its layout, why it is not smaller, and what can be done with it;
/// or what is missing, with the changes that help. Where the window is low, figures and layout scroll; the buttons
/// stay. It keeps its place also without an answer, so that the chart beside it does not move.
class PlanPointCard : public Card {
    Q_OBJECT
public:
    explicit PlanPointCard(QWidget* parent = nullptr);

    using QWidget::show;
    /// `recommended`: marked as the answer. `limits` are those of the question.
    void show(const PlanPoint& point, const PlanLimits& limits, bool recommended);
    /// No cluster: only what setAdvice() says.
    void clear();
    /// What limits the answer, and buttons that change it, above the figures; an empty sentence removes both. The card
    /// owns the buttons.
    void setAdvice(const QString& sentence, const QList<QPushButton*>& buttons);
    /// The best cluster of each candidate, below the figures; empty if there is only one.
    void setCandidates(const QString& sentence);
    /// What a campaign is beside its steps, and what the steps alone take; empty if there is no difference.
    void setCampaign(const QString& sentence);
    [[nodiscard]] QString campaign() const;
    /// The answer to why the cluster is not smaller; without a sentence, it is not asked.
    void setWhy(const WhyNotFewer& why);
    [[nodiscard]] QString name() const;
    [[nodiscard]] QString advice() const;
    [[nodiscard]] Section& why() const { return *m_why; }
    [[nodiscard]] Section& flags() const { return *m_flags; }
    [[nodiscard]] QStringList layoutParts() const;

signals:
    void openWanted();
    void compareWanted();
    void flagsWanted(const kneepoint::Framework* framework);

private:
    struct Cell {
        QLabel* value = nullptr;
        QLabel* note = nullptr;
    };
    [[nodiscard]] Cell addCell(QGridLayout& grid, const QString& caption, int row, int column);
    QWidget* makeFigures();
    QWidget* makeButtons();

    QLabel* m_name;
    QLabel* m_mark;
    WrappedLabel* m_advice;
    FlowLayout* m_ways;
    QList<QPushButton*> m_way_buttons;
    WrappedLabel* m_candidates;
    WrappedLabel* m_campaign;
    QWidget* m_figures = nullptr; ///< with its scroll area
    QWidget* m_buttons = nullptr;
    Cell m_time, m_cost, m_mfu, m_power;
    FlowLayout* m_layout;
    QList<PlanChip*> m_parts;
    WrappedLabel* m_why_text;
    Section* m_why;
    Section* m_flags;
    QPushButton* m_open;
};

} // namespace kneepoint
