// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "model/scenario/scenario.h"
#include "widgets/shared_analysis.h"

#include <QObject>
#include <QString>

#include <vector>

namespace kneepoint {

/// A pinned scenario with its analysis.
struct Pin {
    ScenarioFile file;
    SharedAnalysis analysis;
    bool applies = true; ///< to the open scenario: it is the same kind of job
    QString name = {};   ///< what distinguishes it from the other pins and the open scenario; its title without that
};

/// Pins beyond this number only come from files.
inline constexpr std::size_t most_options = 4;
/// "A", "B", …
[[nodiscard]] inline char optionLetter(std::size_t index)
{
    return static_cast<char>('A' + index);
}

/// Scenarios to compare with the open one: options A, B, C and D. Charts, headline and controls show A together with
/// the open one, and charts the outlines of the others, as far as they are the same kind of job and no lesson is open.
class Comparison : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Pins a scenario as the next option; false if it is pinned already, or there are four.
    bool pin(const ScenarioFile& file);
    /// This option becomes A, and A takes its letter.
    void makeReference(std::size_t index);
    /// What the options are compared with.
    void setOpen(const Scenario& open, bool in_lesson);
    /// Replaces A with another scenario.
    void replaceReference(const ScenarioFile& file);
    void remove(std::size_t index);
    void clear() { setPins({}); }
    void setPins(const std::vector<ScenarioFile>& files);

    /// A first.
    [[nodiscard]] const std::vector<Pin>& pins() const { return m_pins; }
    /// The analysis of A; null if nothing is pinned, or A does not apply.
    [[nodiscard]] SharedAnalysis reference() const;
    /// The others that apply.
    [[nodiscard]] OtherOptions others() const;

signals:
    void changed();
    /// Only the names have changed.
    void named();

private:
    [[nodiscard]] bool judge();
    void nameAll();
    void tell();

    std::vector<Pin> m_pins;
    Scenario m_open;
    bool m_in_lesson = false;
};

} // namespace kneepoint
