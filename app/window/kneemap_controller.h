// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/background.h"
#include "model/analysis/kneemap.h"

#include <QObject>
#include <QTimer>

namespace kneepoint {

class Board;
class KneeMapChart;
class ScenarioDocument;

/// Under automatic planning, computes the knee map with the best layout in each cell on a thread of its own, coarse
/// first, while the chart is in sight and the document rests.
class KneeMapController : public QObject {
    Q_OBJECT
public:
    KneeMapController(ScenarioDocument& document, Board& board);

private:
    void follow();
    void compute(KneeMap map);

    ScenarioDocument& m_document;
    KneeMapChart* m_chart = nullptr; ///< once it has been looked at
    QTimer m_rest;
    Background<KneeMap> m_work{*this};
};

} // namespace kneepoint
