// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/validation_page.h"

#include <QObject>
#include <QPointer>

class QAction;

namespace kneepoint {

class DetailPages;
class ScenarioDocument;

/// Opens the validation page, keeps it up to date with the document, and opens the runs selected on it.
class ValidationController : public QObject {
    Q_OBJECT
public:
    /// `action` opens the page among `details`.
    ValidationController(DetailPages& details, QAction& action, ScenarioDocument& document);

    void open();
    /// nullptr while it is closed.
    [[nodiscard]] ValidationPage* page() const { return m_page; }

signals:
    /// A run is now the scenario.
    void opened();

private:
    DetailPages& m_details;
    ScenarioDocument& m_document;
    QPointer<ValidationPage> m_page;
};

} // namespace kneepoint
