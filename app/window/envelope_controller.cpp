// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/envelope_controller.h"

#include "app/document/scenario_document.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/scaling_chart.h"

namespace kneepoint {
namespace {

/// Longer than the pause between two steps of a drag.
constexpr int rest_ms = 250;

} // namespace

EnvelopeController::EnvelopeController(ScenarioDocument& document, ScalingChart& chart)
    : QObject(&chart)
    , m_document(document)
    , m_chart(chart)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest_ms);
    connect(&m_rest, &QTimer::timeout, this, &EnvelopeController::compute);
    connect(&document, &ScenarioDocument::changed, this, &EnvelopeController::follow);
    follow();
}

void EnvelopeController::follow()
{
    m_work.stop();
    m_chart.setEnvelope({});
    if (m_document.scenario().automatic.on)
        m_rest.start();
    else
        m_rest.stop();
}

void EnvelopeController::compute()
{
    constexpr unsigned threads = 1; // the charts need the others
    m_work.ask(
        [a = m_document.analysis()](const std::stop_token& stop, const auto&) { return envelope(a, stop, threads); },
        [this](const Envelope& found) { m_chart.setEnvelope(found); });
}

} // namespace kneepoint
