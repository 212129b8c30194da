// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/layouts_controller.h"
#include "model/catalogue/derive.h"

#include "app/document/scenario_document.h"
#include "app/planning/copied_flags.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "widgets/charts/layout_map_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/layouts_page.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QFileDialog>

using namespace std::chrono_literals;

namespace kneepoint {
namespace {

constexpr std::size_t layouts_a_cell = 25;

} // namespace

LayoutsController::LayoutsController(ScenarioDocument& document, LayoutsPage& page, Board& board, MessageBar& messages)
    : QObject(&page)
    , m_document(document)
    , m_page(page)
    , m_board(board)
    , m_messages(messages)
    , m_rest(150ms, [this] { searchNow(); })
{
    m_messages.follow(m_saver);
    m_messages.follow(page.map());
    connect(&document, &ScenarioDocument::changed, this, &LayoutsController::follow);
    connect(&page, &LayoutsPage::looked, &document, [this] { follow(); }); // not while the window comes down
    connect(&page, &LayoutsPage::hovered, this, &LayoutsController::preview);
    connect(&page, &LayoutsPage::picked, this, &LayoutsController::apply);
    connect(&page, &LayoutsPage::csvWanted, this, &LayoutsController::saveCsv);
    connect(&page, &LayoutsPage::flagsWanted, this, [this](const Framework* framework) {
        copyAsFlags(m_document.scenario(), m_page.chosen(), *framework, m_messages);
    });
}

void LayoutsController::follow()
{
    preview({});
    m_page.show(m_document.sharedAnalysis());
    if (m_page.isVisible())
        m_rest.start();
    else
        m_search.stop();
}

void LayoutsController::searchNow()
{
    m_search.ask(
        [a = m_document.analysis()](const std::stop_token& stop, const Background<LayoutMap>::Progress& progress) {
            SearchRequest request;
            request.space = automaticSpace(a.scenario);
            request.top = layouts_a_cell;
            request.stop = stop;
            request.progress = progress;
            return layoutMap(a.scenario, request, Dimension::tensor, Dimension::pipeline, a.calibration);
        },
        [this](LayoutMap map) { m_page.setMap(m_document.analysis(), std::move(map)); },
        [this](double share) { m_page.setProgress(share); });
}

void LayoutsController::preview(const std::optional<Layout>& layout)
{
    if (!layout)
        return m_board.setGhost(nullptr);
    const Calibration& calibration = m_document.calibration();
    m_board.setGhost(share(analyze(inLayout(m_document.scenario(), editOf(*layout)), calibration)));
}

/// A manually chosen layout switches automatic planning off.
void LayoutsController::apply(const Layout& layout)
{
    Edit edit{{&parameter("plan.auto"), 0}};
    for (const Setting& setting : editOf(layout))
        edit.push_back(setting);
    m_document.applyEdit(edit, toQString(layoutText(m_document.scenario(), layout)));
}

void LayoutsController::saveCsvTo(const QString& path)
{
    m_saver.save(path, QByteArray::fromStdString(m_page.csv()));
}

void LayoutsController::saveCsv()
{
    const QString path =
        QFileDialog::getSaveFileName(&m_page, tr("Save the layouts"), tr("layouts.csv"), tr("CSV (*.csv)"));
    if (!path.isEmpty())
        saveCsvTo(path);
}

} // namespace kneepoint
