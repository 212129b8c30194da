// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/background.h"
#include "model/plan/envelope.h"

#include <QObject>
#include <QTimer>

namespace kneepoint {

class Board;
class MoneyChart;
class ScalingChart;
class ScenarioDocument;

/// Under automatic planning, computes the curves under the best layout at each number of GPUs once the document rests,
/// from the likely part of the layouts first and then from all, and takes them away as soon as the document changes.
class EnvelopeController : public QObject {
    Q_OBJECT
public:
    EnvelopeController(ScenarioDocument& document, Board& board);
    [[nodiscard]] bool isComputing() const { return m_rest.isActive() || m_work.isBusy(); }

private:
    void follow();
    void compute(std::size_t most_families);
    void show(const Envelope& envelope);

    ScenarioDocument& m_document;
    ScalingChart& m_scaling;
    MoneyChart* m_money = nullptr; ///< once it has been looked at
    QTimer m_rest;
    Background<Envelope> m_work{*this};
};

} // namespace kneepoint
