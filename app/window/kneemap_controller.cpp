// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/kneemap_controller.h"

#include "app/document/scenario_document.h"
#include "model/plan/best_figure.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"

#include <limits>

using namespace std::chrono_literals;

namespace kneepoint {
namespace {

constexpr auto slice = 200ms; ///< between two updates

double figureOf(const KneeMap& map, const Scenario& cell, const Calibration& calibration, const std::stop_token& stop)
{
    return bestFigure(map.measured(), cell, calibration, stop).value_or(std::numeric_limits<double>::infinity());
}

KneeMap advanced(KneeMap map, const Calibration& calibration, const std::stop_token& stop)
{
    map.measureBy([&](const Scenario& cell) { return figureOf(map, cell, calibration, stop); });
    map.advanceFor(slice, stop);
    map.measureBy({});
    return map;
}

} // namespace

KneeMapController::KneeMapController(ScenarioDocument& document, Board& board)
    : QObject(&board)
    , m_document(document)
    , m_rest(250ms, [this] {
        if (m_chart->question())
            compute(*m_chart->question());
    })
{
    connect(&board.more(), &ChartTabs::made, this, [this](Chart* chart) {
        if (auto* map = qobject_cast<KneeMapChart*>(chart)) {
            m_chart = map;
            // Not while the window comes down.
            connect(map, &KneeMapChart::asked, &m_document, [this] { follow(); });
        }
    });
}

void KneeMapController::follow()
{
    m_work.stop();
    m_rest.startIf(m_chart->question() && m_document.scenario().automatic.on);
}

void KneeMapController::compute(KneeMap map)
{
    m_work.ask([map = std::move(map), calibration = m_document.calibration()](
                   const std::stop_token& stop, const auto&) { return advanced(map, calibration, stop); },
        [this](KneeMap found) {
            m_chart->setBest(found);
            if (!found.isDone())
                compute(std::move(found));
        });
}

} // namespace kneepoint
