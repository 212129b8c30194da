// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/seeds/other_figures.h"

#include "model/analysis/throughput.h"
#include "model/diagnosis/diagnosis.h"
#include "tests/support/shipped.h"

#include <algorithm>
#include <cmath>

namespace kneepoint::test {
namespace {

Scenario withGamma(Scenario s, double gamma)
{
    s.cluster.link_rate *= evaluate(s).gamma / gamma;
    return s;
}

/// γ at which a sentence of the diagnosis appears or disappears when the network slows down, by bisection.
double gammaOfSentence(const Scenario& s, std::string_view words, double low, double high)
{
    const auto says = [&](double gamma) {
        const Diagnosis d = diagnose(analyze(withGamma(s, gamma)));
        const auto& evidence = d.causes.front().evidence;
        return std::ranges::any_of(evidence, [&](const auto& line) { return line.find(words) != line.npos; });
    };
    const bool before = says(low);
    if (says(high) == before)
        return NAN;
    while (high - low > 1e-12 * high)
        (says((low + high) / 2) == before ? low : high) = (low + high) / 2;
    return high;
}

double utilizationOfSentence(const Scenario& s, std::string_view words, double low, double high)
{
    return gpuUtilization(evaluate(withGamma(s, gammaOfSentence(s, words, low, high))));
}

Finding firstFinding(const Scenario& s)
{
    return diagnose(analyze(s)).causes.front();
}

double bubble(const StepReport& step)
{
    return step.part(Part::bubble).exposed_s;
}

constexpr OtherFigure figures[] = {
    {"roof", [](const Scenario& s) -> FigureValue { return std::string(roofBoundId(analyze(s).roofline.bound)); }},
    {"bound", [](const Scenario& s) -> FigureValue { return std::string(boundId(evaluate(s).bound)); }},
    {"best_speedup", [](const Scenario& s) -> FigureValue { return analyze(s).curve.best_speedup; }},
    {"first_cause", [](const Scenario& s) -> FigureValue { return std::string(causeId(firstFinding(s).cause)); }},
    {"first_wall",
        [](const Scenario& s) -> FigureValue {
            return std::string(firstFinding(s).wall == Wall::systems ? "systems" : "statistical");
        }},
    {"network_bound_gamma",
        [](const Scenario& s) -> FigureValue { return gammaOfSentence(s, "etwork-bound:", 0.5, 2); }},
    {"severely_network_bound_gamma",
        [](const Scenario& s) -> FigureValue { return gammaOfSentence(s, "Severely network-bound", 5, 20); }},
    {"idle_gpus_utilization",
        [](const Scenario& s) -> FigureValue { return utilizationOfSentence(s, "are idle the rest", 2, 8); }},
    {"network_bottleneck_utilization",
        [](const Scenario& s) -> FigureValue {
            return utilizationOfSentence(s, "the network is the bottleneck", 0.5, 2);
        }},
    {"ring_steps", [](const Scenario& s) -> FigureValue { return ringSteps(s.cluster.gpus); }},
    {"tree_depth", [](const Scenario& s) -> FigureValue { return treeDepth(s.cluster.gpus); }},
    {"forward_tensor_comm_s",
        [](const Scenario& s) -> FigureValue { return evaluate(s).part(Part::tensor_comm).total_s() / 2; }},
    {"bubble_share",
        [](const Scenario& s) -> FigureValue {
            const StepReport step = evaluate(s);
            return bubble(step) / (bubble(step) + step.compute_s);
        }},
    {"bubble_overhead",
        [](const Scenario& s) -> FigureValue {
            const StepReport step = evaluate(s);
            return bubble(step) / step.compute_s;
        }},
    {"exposed_expert_part",
        [](const Scenario& s) -> FigureValue {
            const bool exposed = evaluate(s).part(Part::expert_comm).exposed_s > 0;
            return std::string(exposed ? partLabel(Part::expert_comm) : "none");
        }},
};

} // namespace

const OtherFigure* findOtherFigure(std::string_view id)
{
    const auto* found = std::ranges::find(figures, id, &OtherFigure::id);
    return found == std::end(figures) ? nullptr : found;
}

} // namespace kneepoint::test
