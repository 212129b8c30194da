// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/auto_planner.h"

#include "model/catalogue/architecture.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/edit.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

using namespace std::chrono_literals;

namespace kneepoint {
namespace {

/// What changed in the layout, and in the batch.
std::string changeText(
    const Scenario& job, const Layout& former, const AutoPlanAnswer& answer, const Calibration& calibration)
{
    const std::string batch = batchChangeText(job, answer);
    const Scenario planned = inLayout(job, editOf(*answer.layout));
    const std::string layout = layoutChangeText(planned, former, *answer.layout, calibration);
    return batch + (batch.empty() || layout.empty() ? "" : " ") + layout;
}

} // namespace

AutoPlanner::AutoPlanner(const Calibration& calibration, QObject* parent)
    : QObject(parent)
    , m_calibration(calibration)
    , m_rest(120ms, [this] { refine(); })
{
}

void AutoPlanner::stop()
{
    m_rest.stop();
    m_worker.stop();
    m_job.reset();
}

void AutoPlanner::forget()
{
    stop();
    m_note = {};
}

void AutoPlanner::cancel()
{
    stop();
    m_note.refining = false;
    emit refined({});
}

Scenario AutoPlanner::planned(const Scenario& job, const Scenario& former)
{
    stop();
    const Layout before = layoutOf(former);
    const AutoPlanAnswer answer = autoPlan(
        job, {.most_families = families_at_once, .threads = 1, .objective = expectedStepObjective()}, m_calibration);
    m_note = {.fits = answer.layout.has_value(), .refining = !answer.layout || !answer.whole};
    if (answer.layout) {
        m_note.sentence = changeText(job, before, answer, m_calibration);
        const std::string model = architectureChangeText(former.workload, job.workload);
        m_note.sentence = model + (model.empty() || m_note.sentence.empty() ? "" : " ") + m_note.sentence;
    } else
        m_note.sentence = noLayoutText(job, answer);
    m_job = job;
    m_coarse = answer;
    m_rest.start();
    return answer.layout ? inLayout(job, editOf(*answer.layout)) : job;
}

void AutoPlanner::refine()
{
    m_rest.stop();
    if (!m_job)
        return;
    m_worker.ask(
        [job = *m_job, coarse = m_coarse, calibration = m_calibration](const std::stop_token& stop, const auto&) {
            AutoPlanAnswer answer = coarse;
            if (!coarse.whole || coarse.layout)
                answer =
                    autoPlan(job, {.stop = stop, .objective = expectedStepObjective(), .compares = true}, calibration);
            Finding finding;
            finding.note.fits = answer.layout.has_value();
            if (!answer.layout) {
                finding.note.sentence = noLayoutText(job, answer);
                finding.note.change = feasibleChange(job, calibration, stop);
            } else if (answer.layout != coarse.layout) {
                finding.layout = answer.layout;
                finding.note.sentence = changeText(job, coarse.layout.value_or(layoutOf(job)), answer, calibration);
            }
            finding.faster = givenUpText(job, answer, calibration);
            return finding;
        },
        [this](const Finding& finding) { take(finding); });
    m_job.reset();
}

void AutoPlanner::take(const Finding& finding)
{
    const std::string said = m_note.sentence;
    m_note = finding.note;
    if (m_note.sentence.empty())
        m_note.sentence = said;
    if (!finding.faster.empty())
        m_note.sentence += fmt::format("{}By step time alone, {}.", m_note.sentence.empty() ? "" : " ", finding.faster);
    emit refined(finding.layout);
}

} // namespace kneepoint
