// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"
#include "model/catalogue/architecture.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/step/step_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Every position of the model-size slider, from 10 M to 10 T parameters, with automatic planning: for each shipped LLM
/// scenario on ten GPUs, how many positions have no layout although a larger model fits, and the largest jump of
/// tokens/s × size between neighbors, with what changed there. `positions [NUMBER [SCENARIO]]`, 1000 by default; of a
/// single scenario it lists every hole and every jump.

using namespace kneepoint;

namespace {

constexpr std::array gpus{"h100-sxm", "h200-sxm", "b200-sxm", "gb200", "a100-sxm-80", "a100-sxm-40", "mi300x",
    "h800-sxm", "tpu-v5p", "tpu-v6e"};

struct Position {
    Scenario scenario;
    double rate = 0; ///< tokens/s × parameters; 0: no layout
    std::optional<Layout> layout;
    std::string batch; ///< what was done to it
};

Position positionOf(const Scenario& job, double parameters)
{
    const Calibration& calibration = shippedCalibration();
    Position p{job, 0, {}, {}};
    parameter("workload.parameters").edit(p.scenario, parameters, calibration);
    const AutoPlanAnswer answer = autoPlan(p.scenario,
        {.most_families = families_at_once, .threads = 1, .objective = expectedStepObjective()}, calibration);
    if (!answer.layout)
        return p;
    p.batch = batchChangeText(p.scenario, answer);
    if (const double batch = answer.batch; batch != p.scenario.workload.global_batch)
        p.scenario = applied(p.scenario, {{&parameter("workload.global_batch"), batch}}, calibration);
    const Scenario planned = applied(p.scenario, editOf(*answer.layout), calibration);
    p.layout = answer.layout;
    p.rate = tokensPerSecond(planned, evaluate(planned, calibration)) * planned.workload.active_parameters;
    return p;
}

/// What the window says of it, without the reason.
std::string sentence(const Position& a, const Position& b)
{
    return architectureChangeText(a.scenario.workload, b.scenario.workload) + b.batch
        + (a.layout && b.layout ? layoutDifference(*a.layout, *b.layout) : "");
}

/// "layers 24 → 32, hidden 2048 → 2560 · TP 4 → 8". Empty if neither the architecture nor the layout changed.
std::string difference(const Position& a, const Position& b)
{
    std::string text;
    for (const char* id : {"workload.layers", "workload.hidden", "workload.heads", "workload.kv_heads", "workload.ffn",
             "workload.vocabulary"})
        if (const double before = parameter(id).get(a.scenario), after = parameter(id).get(b.scenario); before != after)
            text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", parameter(id).label, before, after);
    const std::string layout = a.layout && b.layout ? layoutDifference(*a.layout, *b.layout) : "";
    return text + (text.empty() || layout.empty() ? "" : " · ") + layout;
}

std::string architectureText(const Scenario& s)
{
    const Workload& w = s.workload;
    return fmt::format("{:.4g} B, {} layers, hidden {}, {} heads, {} kv heads, FFN {}", w.parameters / 1e9, w.layers,
        w.hidden, w.heads, w.kv_heads, w.ffn);
}

struct Outcome {
    double positions = 0, holes = 0, jumps = 0, unexplained = 0;
    double largest = 0; ///< |ln ratio|
    std::string sentence;
    std::vector<std::string> list; ///< of every hole and every jump
};

Outcome along(const Scenario& job, int count)
{
    constexpr double least = 1e7, most = 1e13, much = 0.1;
    std::vector<Position> all;
    all.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        all.push_back(positionOf(job, least * std::pow(most / least, i / (count - 1.0))));
    Outcome o{.positions = static_cast<double>(count)};
    bool larger_fits = false;
    for (std::size_t i = all.size(); i-- > 0;) {
        const bool hole = larger_fits && all[i].rate <= 0;
        o.holes += hole ? 1 : 0;
        if (hole)
            o.list.push_back(fmt::format("{}: no layout", architectureText(all[i].scenario)));
        larger_fits = larger_fits || all[i].rate > 0;
    }
    for (std::size_t i = 1; i < all.size(); ++i) {
        const Position& a = all[i - 1];
        const Position& b = all[i];
        if (a.rate <= 0 || b.rate <= 0)
            continue;
        const double jump = std::abs(std::log(b.rate / a.rate));
        if (jump <= std::log1p(much))
            continue;
        ++o.jumps;
        const std::string why = difference(a, b);
        o.unexplained += sentence(a, b).empty() ? 1 : 0;
        const std::string where = fmt::format(
            "{:.4g} → {:.4g} B: {}", a.scenario.workload.parameters / 1e9, b.scenario.workload.parameters / 1e9, why);
        o.list.push_back(fmt::format("{} (×{:.3f})", where, b.rate / a.rate));
        if (jump > o.largest) {
            o.largest = jump;
            o.sentence = where;
        }
    }
    return o;
}

} // namespace

int main(int argc, char** argv)
{
    const int count = argc > 1 ? std::max(2, std::atoi(argv[1])) : 1000;
    const std::string_view only = argc > 2 ? argv[2] : "";
    fmt::print("| scenario | GPU | positions | without a layout below a larger one that fits | jumps above 10 % "
               "| of them unexplained | largest | where |\n|---|---|---:|---:|---:|---:|---:|---|\n");
    for (const ScenarioFile& file : scenarioPresets()) {
        if (file.group != "Modern LLM jobs" || (!only.empty() && file.id != only))
            continue;
        for (const char* gpu : gpus) {
            Scenario job = file.scenario;
            job.automatic = {.on = true};
            parameter("cluster.gpu").edit(job, *parseValue(parameter("cluster.gpu"), gpu), shippedCalibration());
            job.automatic = {.on = true}; // no pins
            const Outcome o = along(job, count);
            fmt::print("| {} | {} | {} | {} | {} | {} | {:.1f} % | {} |\n", file.id, gpu, o.positions, o.holes, o.jumps,
                o.unexplained, 100 * std::expm1(o.largest), o.sentence);
            if (!only.empty())
                for (const std::string& line : o.list)
                    fmt::print("    {}\n", line);
            std::fflush(stdout);
        }
    }
    return 0;
}
