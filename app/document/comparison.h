// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/scenario/scenario_file.h"

#include <QObject>

#include <optional>
#include <vector>

namespace kneepoint {

/// A scenario that was set aside, with its answers.
struct Pin {
    ScenarioFile file;
    Analysis analysis;
};

/// Scenarios to compare the open one with. The first is A: charts, headline and controls show it beside the open one.
class Comparison : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Sets a scenario aside as A; the former A stays behind it. One that is already there only moves to the front.
    void pin(const ScenarioFile& file);
    /// Puts another scenario in the place of A.
    void replaceReference(const ScenarioFile& file);
    void remove(std::size_t index);
    void clear() { setPins({}); }
    void setPins(const std::vector<ScenarioFile>& files);

    /// A first.
    [[nodiscard]] const std::vector<Pin>& pins() const { return m_pins; }
    [[nodiscard]] std::optional<Analysis> reference() const;

signals:
    void changed();

private:
    std::vector<Pin> m_pins;
};

} // namespace kneepoint
