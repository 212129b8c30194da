// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/eval_answer.h"

#include "model/analysis/analysis.h"
#include "model/answers/layout_json.h"
#include "model/answers/values_answer.h"
#include "model/catalogue/derive.h"
#include "model/constants/calibration.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

namespace kneepoint {

namespace {

double fitChanceOf(const Scenario& job, const Layout& layout, const Calibration& calibration)
{
    const Scenario s = inLayout(job, editOf(layout));
    return metric("fit_probability").of_step(s, evaluate(s, calibration)).value_or(1);
}

} // namespace

std::optional<PlannedLayout> planLayout(Scenario& s, const Calibration& calibration, unsigned threads)
{
    if (!s.automatic.on)
        return {};
    const AutoPlanRequest request{.threads = threads, .objective = expectedStepObjective(), .compares = true};
    const AutoPlanAnswer answer = autoPlan(s, request, calibration);
    if (!answer.layout)
        return PlannedLayout{answer, noLayoutText(s, answer)};
    const std::string batch = batchChangeText(s, answer);
    s = inLayout(s, editOf(*answer.layout));
    const std::string given_up = givenUpText(s, answer, calibration);
    return PlannedLayout{answer,
        layoutText(s, *answer.layout) + doubtfulFitText(fitChanceOf(s, *answer.layout, calibration))
            + (given_up.empty() ? "" : "; " + given_up) + (batch.empty() ? "" : ". " + batch)};
}

Json withChanges(Json answer, const ScenarioFile& file, const std::optional<PlannedLayout>& planned)
{
    if (!file.adjusted.empty())
        answer["adjusted"] = file.adjusted;
    if (planned) {
        const auto edit = [](const std::optional<Layout>& layout) {
            return layout ? editJson(editOf(*layout)) : Json();
        };
        answer["layout"] = {{"text", planned->sentence}, {"edit", edit(planned->answer.layout)},
            {"fastest", edit(planned->answer.fastest)}, {"slower", planned->answer.given_up}};
    }
    return answer;
}

Json evalJson(const ScenarioFile& file, const Analysis& a, const std::optional<PlannedLayout>& planned)
{
    Json answer = evalJson(file, a);
    answer["scenario"]["values"] = valuesJson(a.scenario);
    return withChanges(std::move(answer), file, planned);
}

} // namespace kneepoint
