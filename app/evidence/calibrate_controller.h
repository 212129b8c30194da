// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/runs_to_measure.h"
#include "widgets/panels/calibrate_dialog.h"
#include "widgets/worker.h"

#include <QObject>
#include <QPointer>

class QAction;

namespace kneepoint {

class ScenarioDocument;

/// Opens the dialog that calibrates the open scenario, suggests runs to measure, and applies the result as an edit.
class CalibrateController : public QObject {
    Q_OBJECT
public:
    /// `action` opens the dialog.
    CalibrateController(QWidget& window, QAction& action, ScenarioDocument& document);

    void open();
    /// nullptr while it is closed.
    [[nodiscard]] CalibrateDialog* dialog() const { return m_dialog; }

private:
    void suggestRuns();

    QWidget& m_window;
    ScenarioDocument& m_document;
    QPointer<CalibrateDialog> m_dialog;
    Background<std::vector<FoundLayout>> m_search;
};

} // namespace kneepoint
