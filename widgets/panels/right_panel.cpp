// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/right_panel.h"

#include "widgets/box_layouts.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/panels/card.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/reach_panel.h"

#include <QTabBar>
#include <QTabWidget>

namespace kneepoint {

RightPanel::RightPanel(DiagnosisPanel& diagnosis, ExplainPanel& explain, ReachPanel& reach, QWidget* parent)
    : QWidget(parent)
    , m_tabs(new QTabWidget)
    , m_shown_evidence(new WrappedLabel(tr("No measurements yet. What you import appears here.")))
{
    auto* evidence = new QWidget;
    m_evidence = columnIn(evidence, {12, 12, 12, 12});
    m_evidence->setAlignment(Qt::AlignTop);
    m_shown_evidence->setForegroundRole(QPalette::PlaceholderText);
    m_evidence->addWidget(m_shown_evidence);
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setAccessibleName(tr("Bottlenecks, why, reach, evidence"));
    m_tabs->tabBar()->setElideMode(Qt::ElideRight);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->addTab(&diagnosis, tr("Bottlenecks"));
    m_tabs->addTab(&explain, tr("Why"));
    m_tabs->addTab(&reach, tr("Reach"));
    m_tabs->addTab(evidence, tr("Evidence"));
    auto* column = columnIn(this, {0, 0, 12, 12});
    column->addWidget(new Card({}, m_tabs));
    setMinimumWidth(264);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] { emit pageChanged(page()); });
}

void RightPanel::setPage(Page page)
{
    m_tabs->setCurrentIndex(static_cast<int>(page));
}

RightPanel::Page RightPanel::page() const
{
    return static_cast<Page>(m_tabs->currentIndex());
}

void RightPanel::setCount(qsizetype causes)
{
    m_causes = causes;
    nameFirst();
}

void RightPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    nameFirst();
}

/// A narrow panel has room for all names, but not for a long one.
void RightPanel::nameFirst()
{
    constexpr int narrow = 310;
    m_tabs->setTabText(0,
        width() < narrow   ? tr("Limits")
            : m_causes > 0 ? tr("Bottlenecks %1").arg(m_causes)
                           : tr("Bottlenecks"));
}

void RightPanel::setEvidence(QWidget* evidence)
{
    delete m_shown_evidence;
    m_shown_evidence = evidence;
    m_evidence->setContentsMargins(0, 0, 0, 0);
    m_evidence->setAlignment({});
    m_evidence->addWidget(evidence);
}

} // namespace kneepoint
