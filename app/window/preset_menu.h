// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace kneepoint {

struct ScenarioFile;

/// A menu of the shipped scenarios by group.
class PresetMenu : public QMenu {
    Q_OBJECT
public:
    explicit PresetMenu(QWidget* parent = nullptr);

signals:
    void chosen(const kneepoint::ScenarioFile& preset);

private:
    void fill();
};

} // namespace kneepoint
