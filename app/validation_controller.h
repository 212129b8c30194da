// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/validation_page.h"

#include <QObject>
#include <QPointer>

namespace kneepoint {

class MainWindow;

/// Opens the validation page, keeps it up to date with the document, and opens the runs that are picked on it.
class ValidationController : public QObject {
    Q_OBJECT
public:
    explicit ValidationController(MainWindow& window);

    void open();
    /// nullptr while it is closed.
    [[nodiscard]] ValidationPage* page() const { return m_page; }

private:
    MainWindow& m_window;
    QPointer<ValidationPage> m_page;
};

} // namespace kneepoint
