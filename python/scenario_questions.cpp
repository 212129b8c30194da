// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/scenario_questions.h"

#include "model/answers/calibration_answer.h"
#include "model/answers/plan_answer.h"
#include "model/answers/search_answer.h"
#include "model/calibrate/calibration_words.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "python/lock.h"
#include "python/values.h"

#include <pybind11/stl.h>

#include <cmath>

namespace py = pybind11;

namespace kneepoint {

namespace {

using Texts = std::vector<std::string>;

/// {"plan.tensor_parallel": [2, 4]} as "plan.tensor_parallel=2,4".
Texts fixTexts(const py::object& values)
{
    Texts texts;
    for (const auto& [id, value] : py::dict(values))
        texts.push_back(fixText(textFrom(id, "a parameter"), toJson(value)));
    return texts;
}

/// A limit as text; numbers are in the base unit.
std::string limitText(const py::object& limit, Unit unit)
{
    if (limit.is_none())
        return {};
    return py::isinstance<py::str>(limit) ? textFrom(limit, "a limit")
                                          : formatExact(numberFrom(limit, "a limit"), unit);
}

py::object search(const ScenarioFile& file, const std::string& objective, int top, const Texts& pareto,
    const Texts& free, const py::object& fix, const Texts& limits, const py::object& why, double headroom, double noise,
    int threads, bool exhaustive, bool alike, const std::string& shard)
{
    SearchOptions options;
    options.objective = objective;
    options.top = top;
    options.pareto = pareto;
    options.free = free;
    options.fix = fixTexts(fix);
    options.limits = limits;
    options.why = fixTexts(why);
    options.headroom = headroom;
    options.noise = noise;
    options.threads = threads;
    options.exhaustive = exhaustive;
    options.alike = alike;
    options.shard = shard;
    return toPython(valueOrRaise(interruptible([&](const std::stop_token& stop) -> Result<Json> {
        const Result<SearchResult> result = searchAnswer(file, options, shippedCalibration(), stop);
        return result ? Result<Json>(searchJson(*result, shippedCalibration())) : tl::unexpected(result.error());
    })));
}

py::object planned(const ScenarioFile& file, const py::object& deadline, const py::object& budget,
    const py::object& power, const py::object& chance, const Texts& gpus, const Texts& networks,
    const py::object& prices, const py::object& price_file, double max_gpus, int threads, const std::string& shard)
{
    PlanOptions options;
    options.deadline = limitText(deadline, Unit::hours);
    options.budget = limitText(budget, Unit::dollars);
    options.power = limitText(power, Unit::watts);
    options.chance = limitText(chance, Unit::ratio);
    options.gpus = gpus;
    options.networks = networks;
    options.prices = fixTexts(prices);
    options.price_file = price_file.is_none() ? "" : pathText(price_file);
    options.max_gpus = max_gpus;
    options.threads = threads;
    options.shard = shard;
    return toPython(valueOrRaise(interruptible([&](const std::stop_token& stop) -> Result<Json> {
        const Result<PriceList> list = planPrices(options);
        if (!list)
            return tl::unexpected(list.error());
        Result<PlanQuestion> question = planQuestion(file.scenario, *list, options);
        if (!question)
            return tl::unexpected(question.error());
        question->stop = stop;
        return planJson(plan(*question, shippedCalibration()), question->prices);
    })));
}

/// Rows of a table without the cells that are empty: a pandas.DataFrame has a not-a-number there.
Json rowsJson(const py::object& runs)
{
    Json json = toJson(py::hasattr(runs, "to_dict") ? runs.attr("to_dict")("records") : runs);
    for (Json& row : json.is_object() && json.contains("rows") ? json["rows"] : json)
        if (row.is_object())
            for (auto cell = row.begin(); cell != row.end();)
                cell = cell->is_null() || (cell->is_number_float() && std::isnan(cell->get<double>()))
                    ? row.erase(cell)
                    : std::next(cell);
    return json;
}

bool isPath(const py::object& object)
{
    return py::isinstance<py::str>(object) || py::hasattr(object, "__fspath__");
}

py::object calibrated(const ScenarioFile& file, const py::object& runs, const std::string& name)
{
    const bool from_file = isPath(runs);
    const std::string place = from_file ? pathText(runs) : "runs";
    const std::string text = from_file ? "" : rowsJson(runs).dump();
    ScenarioFile result = file;
    const Json report = valueOrRaise(withoutLock([&]() -> Result<Json> {
        const Result<OwnRows> rows = from_file ? loadOwnRows(place, file.scenario, shippedCalibration())
                                               : parseOwnRows(text, place, file.scenario, shippedCalibration());
        if (!rows)
            return tl::unexpected(rows.error());
        if (const Result<void> usable = checkRows(*rows, place); !usable)
            return tl::unexpected(usable.error());
        if (!name.empty())
            result.scenario.own_runs.name = ShortName(name);
        const CalibrationReport calibration = calibrate(result.scenario, rows->rows, shippedCalibration());
        const ScalingFit fit = scalingFit(calibration, rows->rows, shippedCalibration());
        if (const std::string unexplained = unexplainedText(fit.runs); !unexplained.empty())
            return failure(unexplained);
        result.scenario = calibration.scenario;
        return calibrationJson(calibration, *rows, fit, shippedCalibration());
    }));
    py::dict answer = toPython(report);
    answer["scenario"] = result;
    return answer;
}

constexpr const char* search_help =
    "The best layout of the job on its GPUs, with a proof: the dict of `kneepoint search --json`.\n\n"
    "objective: id of a figure that depends on a single step.\n"
    "top: how many layouts to list.\n"
    "pareto: also the Pareto-optimal layouts in these two or three figures.\n"
    "free: search only these dimensions; the others keep the scenario's values.\n"
    "fix: dimensions at a value, or at one of some values; all others are free.\n"
    "limits: such as \"cost<=2e6\", in base units.\n"
    "why: a layout to explain, by dimension.\n"
    "headroom: fraction of GPU memory that must stay free, 0 to 0.9.\n"
    "noise: step times closer than this fraction count as equal when looking for a simpler layout.\n"
    "threads: 0 means one per CPU.\n"
    "exhaustive: evaluate every layout that fits, without excluding any by a bound.\n"
    "alike: list layouts that differ only in details too.\n"
    "shard: \"i/n\", only every n-th family of layouts, starting at the i-th.";

constexpr const char* plan_help =
    "Which GPUs, how many, on which network, with which layout: the dict of `kneepoint plan --json`.\n\n"
    "deadline, budget, power: limits of the whole run, as a text (\"30 d\", \"2M\", \"700 kW\") or as a number in\n"
    "seconds, dollars and watts; None means no limit.\n"
    "chance: with which the limits shall be kept, 0.5 to 0.99; None means 0.9.\n"
    "gpus, networks: preset ids to choose from; empty means the scenario's.\n"
    "prices: dollars per hour of a GPU, by preset id. price_file: a list in the format of presets/prices.\n"
    "max_gpus: GPUs available. threads: 0 means one per CPU. shard: \"i/n\", only every n-th cluster.";

constexpr const char* calibrate_help =
    "Calibrates the scenario with measured runs: the dict of `kneepoint calibrate --json` (errors and intervals in\n"
    "per cent), and under \"scenario\" the calibrated Scenario.\n\n"
    "runs: a path, or a list of dicts or a pandas.DataFrame with a row for each run: parameters by id, and what was\n"
    "measured: step_time_s (s), tokens_per_s, examples_per_s or mfu, and memory_bytes (bytes).\n"
    "name: of the calibration in the scenario.";

} // namespace

std::string pathText(const py::object& path)
{
    return py::module_::import("os").attr("fspath")(path).cast<std::string>();
}

void defineQuestions(py::class_<ScenarioFile>& type)
{
    const SearchOptions defaults;
    type.def("search", search, py::kw_only(), py::arg("objective") = defaults.objective, py::arg("top") = defaults.top,
            py::arg("pareto") = Texts(), py::arg("free") = Texts(), py::arg("fix") = py::dict(),
            py::arg("limits") = Texts(), py::arg("why") = py::dict(), py::arg("headroom") = defaults.headroom,
            py::arg("noise") = defaults.noise, py::arg("threads") = defaults.threads, py::arg("exhaustive") = false,
            py::arg("alike") = false, py::arg("shard") = defaults.shard, search_help)
        .def("plan", planned, py::kw_only(), py::arg("deadline") = py::none(), py::arg("budget") = py::none(),
            py::arg("power") = py::none(), py::arg("chance") = py::none(), py::arg("gpus") = Texts(),
            py::arg("networks") = Texts(), py::arg("prices") = py::dict(), py::arg("price_file") = py::none(),
            py::arg("max_gpus") = PlanOptions{}.max_gpus, py::arg("threads") = 0, py::arg("shard") = "1/1", plan_help)
        .def("calibrate", calibrated, py::arg("runs"), py::kw_only(), py::arg("name") = "", calibrate_help);
}

} // namespace kneepoint
