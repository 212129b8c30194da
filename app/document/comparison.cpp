// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/comparison.h"

#include "model/catalogue/option_names.h"

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

Pin analyzedPin(const ScenarioFile& file)
{
    return {file, share(analyze(file.scenario))};
}

} // namespace

bool Comparison::pin(const ScenarioFile& file)
{
    const auto same = [&](const Pin& pin) { return pin.file.scenario == file.scenario; };
    if (m_pins.size() >= most_options || std::ranges::any_of(m_pins, same))
        return false;
    m_pins.push_back(analyzedPin(file));
    tell();
    return true;
}

void Comparison::makeReference(std::size_t index)
{
    if (index >= m_pins.size() || index == 0)
        return;
    std::swap(m_pins.front(), m_pins[index]);
    tell();
}

void Comparison::replaceReference(const ScenarioFile& file)
{
    std::erase_if(m_pins, [&, first = true](const Pin& pin) mutable {
        return std::exchange(first, false) || pin.file.scenario == file.scenario;
    });
    m_pins.insert(m_pins.begin(), analyzedPin(file));
    tell();
}

void Comparison::remove(std::size_t index)
{
    if (index >= m_pins.size())
        return;
    m_pins.erase(m_pins.begin() + static_cast<std::ptrdiff_t>(index));
    tell();
}

void Comparison::setPins(const std::vector<ScenarioFile>& files)
{
    m_pins.clear();
    std::ranges::transform(files, std::back_inserter(m_pins), analyzedPin);
    tell();
}

void Comparison::setOpen(const Scenario& open, bool in_lesson)
{
    m_open = open;
    m_in_lesson = in_lesson;
    const bool changes = judge();
    nameAll();
    if (changes)
        emit changed();
    else if (!m_pins.empty())
        emit named();
}

/// Whether another pin applies, or none, than before.
bool Comparison::judge()
{
    bool changes = false;
    for (Pin& pin : m_pins) {
        const bool applies = !m_in_lesson && otherKindOfJob(pin.file.scenario, m_open).empty();
        changes |= std::exchange(pin.applies, applies) != applies;
    }
    return changes;
}

void Comparison::nameAll()
{
    std::vector<const Scenario*> jobs;
    for (const Pin& pin : m_pins)
        jobs.push_back(&pin.file.scenario);
    const bool is_open_too = m_pins.size() == 1; // one alone is told from what is open
    if (is_open_too)
        jobs.push_back(&m_open);
    const std::vector<std::string> names = optionNames(jobs);
    for (std::size_t i = 0; i < m_pins.size(); ++i) {
        const std::string& name = names[i].empty() ? m_pins[i].file.title : names[i];
        m_pins[i].name = QString::fromStdString(name);
    }
}

void Comparison::tell()
{
    (void)judge();
    nameAll();
    emit changed();
}

SharedAnalysis Comparison::reference() const
{
    return m_pins.empty() || !m_pins.front().applies ? nullptr : m_pins.front().analysis;
}

OtherOptions Comparison::others() const
{
    OtherOptions others;
    others.shown = optionLetter(std::max<std::size_t>(m_pins.size(), 1));
    for (std::size_t i = 1; i < m_pins.size(); ++i)
        if (m_pins[i].applies)
            others.options.push_back({optionLetter(i), m_pins[i].analysis});
    return others;
}

} // namespace kneepoint
