// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace kneepoint {

struct Command;
class MainWindow;

/// Opens the command search and does what was found in it.
class SearchController : public QObject {
    Q_OBJECT
public:
    explicit SearchController(MainWindow& window);

private:
    void open();
    void run(const Command& command);

    MainWindow& m_window;
};

} // namespace kneepoint
