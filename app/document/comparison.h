// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "widgets/shared_analysis.h"

#include <QObject>

#include <vector>

namespace kneepoint {

/// A pinned scenario with its analysis.
struct Pin {
    ScenarioFile file;
    SharedAnalysis analysis;
};

/// Scenarios to compare with the open one. The first is A, which charts, headline and controls show together with the
/// open one.
class Comparison : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Pins a scenario as A; the previous A becomes the second one. A scenario that is already pinned only moves to the
    /// front.
    void pin(const ScenarioFile& file);
    /// Replaces A with another scenario.
    void replaceReference(const ScenarioFile& file);
    void remove(std::size_t index);
    void clear() { setPins({}); }
    void setPins(const std::vector<ScenarioFile>& files);

    /// A first.
    [[nodiscard]] const std::vector<Pin>& pins() const { return m_pins; }
    /// The analysis of A; null if nothing is pinned.
    [[nodiscard]] SharedAnalysis reference() const;

signals:
    void changed();

private:
    std::vector<Pin> m_pins;
};

} // namespace kneepoint
