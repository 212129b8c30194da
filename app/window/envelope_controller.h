// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/envelope.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>

namespace kneepoint {

class Board;
class MoneyChart;
class ScalingChart;
class ScenarioDocument;

/// With automatic planning, computes the curves with the best layout at each number of GPUs when the document is idle,
/// first from the most promising layouts and then from all, and removes them as soon as the document changes.
class EnvelopeController : public QObject {
    Q_OBJECT
public:
    EnvelopeController(ScenarioDocument& document, Board& board);

private:
    void follow();
    void compute(std::size_t most_families);
    void show(const Envelope& envelope);

    ScenarioDocument& m_document;
    ScalingChart& m_scaling;
    MoneyChart* m_money = nullptr; ///< null until it is first shown
    WhenIdle m_rest;
    Background<Envelope> m_work;
};

} // namespace kneepoint
