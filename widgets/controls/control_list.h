// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <QList>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace kneepoint {

class ParameterControl;

/// The controls of a few parameters in a column.
class ControlList : public QWidget {
    Q_OBJECT
public:
    explicit ControlList(QWidget* parent = nullptr);

    void setParameters(const std::vector<const Parameter*>& parameters);
    using QWidget::show;
    /// Shows the scenario without emitting signals; dots mark differences from the baseline.
    void show(const Scenario& scenario, const Scenario& baseline);

signals:
    void edited(const kneepoint::Parameter* p, double value);
    void editFinished();
    void dragged(bool pressed);

private:
    std::vector<const Parameter*> m_parameters;
    QList<ParameterControl*> m_controls;
    QVBoxLayout* m_column;
};

} // namespace kneepoint
