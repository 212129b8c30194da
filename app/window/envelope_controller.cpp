// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/envelope_controller.h"

#include "app/document/scenario_document.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"

using namespace std::chrono_literals;

namespace kneepoint {
EnvelopeController::EnvelopeController(ScenarioDocument& document, Board& board)
    : QObject(&board)
    , m_document(document)
    , m_scaling(static_cast<ScalingChart&>(board.chart(QLatin1StringView("scaling"))))
    , m_rest(250ms, [this] { compute(families_at_once); })
{
    connect(&document, &ScenarioDocument::changed, this, &EnvelopeController::follow);
    connect(&board.more(), &ChartTabs::made, this, [this](Chart* chart) {
        if (auto* money = qobject_cast<MoneyChart*>(chart)) {
            m_money = money;
            m_money->setEnvelope(m_scaling.envelope());
        }
    });
    follow();
}

void EnvelopeController::follow()
{
    m_work.stop();
    show({});
    m_rest.startIf(m_document.scenario().automatic.on);
}

void EnvelopeController::compute(std::size_t most_families)
{
    constexpr unsigned threads = 1; // the charts need the others
    m_work.ask(
        [a = m_document.sharedAnalysis(), most_families](const std::stop_token& stop, const auto&) {
            return envelope(*a, {.most_families = most_families, .threads = threads, .stop = stop});
        },
        [this](const Envelope& found) {
            show(found);
            if (!found.whole)
                compute(everything);
        });
}

void EnvelopeController::show(const Envelope& envelope)
{
    m_scaling.setEnvelope(envelope);
    if (m_money)
        m_money->setEnvelope(envelope);
}

} // namespace kneepoint
