// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QTabWidget;
class QVBoxLayout;

namespace kneepoint {

class DiagnosisPanel;
class ExplainPanel;
class ReachPanel;

/// The column at the right of the board: what limits the job, what the last change did and
/// why, what reaches a target, and what was measured.
class RightPanel : public QWidget {
    Q_OBJECT
public:
    enum class Page { bottlenecks, changes, reach, evidence };

    RightPanel(DiagnosisPanel& diagnosis, ExplainPanel& explain, ReachPanel& reach, QWidget* parent = nullptr);

    void setPage(Page page);
    [[nodiscard]] Page page() const;
    /// How many causes there are, beside the name of the first page.
    void setCount(qsizetype causes);
    /// The evidence page: empty until someone puts a widget there, which replaces what it had before.
    void setEvidence(QWidget* evidence);

    [[nodiscard]] QSize sizeHint() const override { return {344, 640}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void pageChanged(kneepoint::RightPanel::Page page);

private:
    void nameFirst();

    QTabWidget* m_tabs;
    QVBoxLayout* m_evidence = nullptr;
    QWidget* m_shown_evidence;
    qsizetype m_causes = 0;
};

} // namespace kneepoint
