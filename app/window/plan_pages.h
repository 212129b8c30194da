// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QObject>

namespace kneepoint {

class Board;
class Comparison;
class LayoutsPage;
class MessageBar;
class PlanPage;
class ScenarioDocument;
struct WindowActions;

/// The layouts and plan pages after the charts, each created with its controller when it is first shown.
class PlanPages : public QObject {
    Q_OBJECT
public:
    PlanPages(QWidget& window, const WindowActions& actions, ScenarioDocument& document, Comparison& comparison,
        Board& board, MessageBar& messages);

    void setTheme(ThemeMode mode);
    /// nullptr until they are first shown.
    [[nodiscard]] LayoutsPage* layouts() const { return m_layouts; }
    [[nodiscard]] PlanPage* plan() const { return m_plan; }

private:
    [[nodiscard]] QWidget* makeLayouts();
    [[nodiscard]] QWidget* makePlan();

    ScenarioDocument& m_document;
    Comparison& m_comparison;
    Board& m_board;
    MessageBar& m_messages;
    LayoutsPage* m_layouts = nullptr;
    PlanPage* m_plan = nullptr;
    ThemeMode m_mode = ThemeMode::light;
};

} // namespace kneepoint
