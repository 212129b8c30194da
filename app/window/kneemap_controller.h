// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/kneemap.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>

namespace kneepoint {

class Board;
class KneeMapChart;
class ScenarioDocument;

/// With automatic planning, computes the knee map with the best layout in each cell on a separate thread, coarse first,
/// while the chart is visible and the document is idle.
class KneeMapController : public QObject {
    Q_OBJECT
public:
    KneeMapController(ScenarioDocument& document, Board& board);

private:
    void follow();
    void compute(KneeMap map);

    ScenarioDocument& m_document;
    KneeMapChart* m_chart = nullptr; ///< null until it is first shown
    WhenIdle m_rest;
    Background<KneeMap> m_work;
};

} // namespace kneepoint
