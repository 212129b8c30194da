// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <QWidget>

namespace kneepoint {

class CandidatesButton;
class FlowLayout;
class PlanChip;

/// The candidates of a plan among a parameter's choices: a chip for each, which a click removes, and one to add others.
class CandidateChips : public QWidget {
    Q_OBJECT
public:
    explicit CandidateChips(const Parameter& of, QWidget* parent = nullptr);

    [[nodiscard]] CandidatesButton& button() const { return *m_button; }
    /// What is used while none is chosen, that of the scenario, and its place among the choices. The first that the
    /// user adds joins it.
    void setPresent(const QString& choice, int place);
    [[nodiscard]] QStringList names() const;

signals:
    void changed();

private:
    void showChips();

    CandidatesButton* m_button;
    FlowLayout* m_flow;
    QString m_present;
    QList<PlanChip*> m_chips;
};

} // namespace kneepoint
