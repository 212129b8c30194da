// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/runs_to_measure.h"
#include "widgets/panels/calibrate_page.h"
#include "widgets/worker.h"

#include <QObject>
#include <QPointer>

class QAction;

namespace kneepoint {

class DetailPages;
class ScenarioDocument;

/// Opens the page that calibrates the open scenario, suggests runs to measure, and applies the result as an edit.
class CalibrateController : public QObject {
    Q_OBJECT
public:
    /// `action` opens the page among `details`.
    CalibrateController(DetailPages& details, QAction& action, ScenarioDocument& document);

    void open();
    /// nullptr while it is closed.
    [[nodiscard]] CalibratePage* page() const { return m_page; }

private:
    void suggestRuns();

    DetailPages& m_details;
    ScenarioDocument& m_document;
    QPointer<CalibratePage> m_page;
    Background<std::vector<FoundLayout>> m_search;
};

} // namespace kneepoint
