// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/layout_map.h"
#include "widgets/file_saver.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>

namespace kneepoint {

class Board;
class LayoutsPage;
class MessageBar;
class ScenarioDocument;

/// Searches the layouts of the document while their page is visible; previews and applies them.
class LayoutsController : public QObject {
    Q_OBJECT
public:
    LayoutsController(ScenarioDocument& document, LayoutsPage& page, Board& board, MessageBar& messages);

    void saveCsvTo(const QString& path);

private:
    void follow();
    void searchNow();
    void preview(const std::optional<Layout>& layout);
    void apply(const Layout& layout);
    void saveCsv();

    ScenarioDocument& m_document;
    LayoutsPage& m_page;
    Board& m_board;
    MessageBar& m_messages;
    WhenIdle m_rest;
    Background<LayoutMap> m_search;
    FileSaver m_saver{this};
};

} // namespace kneepoint
