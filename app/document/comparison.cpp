// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/comparison.h"

#include <algorithm>

namespace kneepoint {
namespace {

Pin analyzedPin(const ScenarioFile& file)
{
    return {file, share(analyze(file.scenario))};
}

} // namespace

void Comparison::pin(const ScenarioFile& file)
{
    std::erase_if(m_pins, [&](const Pin& pin) { return pin.file.scenario == file.scenario; });
    m_pins.insert(m_pins.begin(), analyzedPin(file));
    emit changed();
}

void Comparison::replaceReference(const ScenarioFile& file)
{
    if (!m_pins.empty())
        m_pins.erase(m_pins.begin());
    pin(file);
}

void Comparison::remove(std::size_t index)
{
    if (index >= m_pins.size())
        return;
    m_pins.erase(m_pins.begin() + static_cast<std::ptrdiff_t>(index));
    emit changed();
}

void Comparison::setPins(const std::vector<ScenarioFile>& files)
{
    m_pins.clear();
    std::ranges::transform(files, std::back_inserter(m_pins), analyzedPin);
    emit changed();
}

SharedAnalysis Comparison::reference() const
{
    return m_pins.empty() ? nullptr : m_pins.front().analysis;
}

} // namespace kneepoint
