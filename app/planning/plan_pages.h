// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QTabWidget;

namespace kneepoint {

class Board;
class Comparison;
class DetailPages;
class LayoutsPage;
class MessageBar;
class PlanPage;
class ScenarioDocument;

/// Clusters and layouts, the two tabs of the page Plan, each created with its controller when it is first shown.
class PlanPages : public QObject {
    Q_OBJECT
public:
    struct Place {
        QWidget& window;
        QTabWidget& tabs;
        QAction& layouts; ///< opens that page
        QAction& plan;
        ScenarioDocument& document;
        Comparison& comparison;
        Board& board;
        MessageBar& messages;
        DetailPages& details;
    };
    explicit PlanPages(const Place& place);

    /// nullptr until they are first shown.
    [[nodiscard]] LayoutsPage* layouts() const { return m_layouts; }
    [[nodiscard]] PlanPage* plan() const { return m_plan; }

signals:
    /// A cluster of the plan is now the scenario; the sentence says what that has moved.
    void opened(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeLayouts();
    void makePlan();
    void makeShown();

    Place m_place;
    LayoutsPage* m_layouts = nullptr;
    PlanPage* m_plan = nullptr;
};

} // namespace kneepoint
