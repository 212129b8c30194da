// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/background.h"
#include "model/plan/envelope.h"

#include <QObject>
#include <QTimer>

namespace kneepoint {

class ScalingChart;
class ScenarioDocument;

/// Under automatic planning, computes the scaling curve under the best layout at each number of GPUs once the document
/// rests, and takes it away as soon as the document changes.
class EnvelopeController : public QObject {
    Q_OBJECT
public:
    EnvelopeController(ScenarioDocument& document, ScalingChart& chart);
    [[nodiscard]] bool isComputing() const { return m_rest.isActive() || m_work.isBusy(); }

private:
    void follow();
    void compute();

    ScenarioDocument& m_document;
    ScalingChart& m_chart;
    QTimer m_rest;
    Background<Envelope> m_work{*this};
};

} // namespace kneepoint
