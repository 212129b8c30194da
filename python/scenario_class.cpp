// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/module_parts.h"

#include "model/answers/diagnosis_json.h"
#include "model/answers/eval_answer.h"
#include "model/answers/scale_answer.h"
#include "model/answers/scenario_request.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "python/help_texts.h"
#include "python/lock.h"
#include "python/scenario_questions.h"
#include "python/values.h"

#include <pybind11/stl.h>

#include <utility>
#include <variant>

namespace py = pybind11;

namespace kneepoint {

namespace {

ScenarioFile scenarioAt(const py::object& name)
{
    return valueOrRaise(namedScenario(pathText(name), shippedCalibration()));
}

/// Finds the setting that fails, so that the exception has its place and range.
[[noreturn]] void raiseFailed(const ScenarioFile& file, const std::vector<GivenSetting>& settings, bool keeps_whole)
{
    std::vector<GivenSetting> tried;
    for (const GivenSetting& setting : settings) {
        tried.push_back(setting);
        if (const Result<ScenarioFile> result = changed(file, tried, shippedCalibration(), keeps_whole); !result)
            raise(result.error(), setting.first);
    }
    throw py::type_error("the settings changed while they were read");
}

ScenarioFile set(const ScenarioFile& file, const py::object& values, bool keep_whole)
{
    std::vector<GivenSetting> settings;
    for (const auto& [id, value] : py::dict(values))
        settings.emplace_back(textFrom(id, "a parameter"), toJson(value));
    const Result<ScenarioFile> result = changed(file, settings, shippedCalibration(), keep_whole);
    if (!result)
        raiseFailed(file, settings, keep_whole);
    return *result;
}

py::object valueAt(const ScenarioFile& file, const std::string& id)
{
    const Parameter* p = findParameter(id);
    if (!p)
        throw py::key_error(id);
    return toPython(valueJson(*p, p->get(file.scenario)));
}

py::dict values(const ScenarioFile& file)
{
    py::dict dict;
    for (const Parameter& p : catalogue())
        dict[py::str(p.id)] = toPython(valueJson(p, p.get(file.scenario)));
    return dict;
}

/// The analysis of a scenario, with a layout in its place where plan.auto is on.
struct Analyzed {
    ScenarioFile file;
    std::optional<PlannedLayout> layout;
    Analysis analysis;

    explicit Analyzed(ScenarioFile given)
        : file(std::move(given))
        , layout(planLayout(file.scenario, shippedCalibration()))
        , analysis(analyze(file.scenario))
    {
    }
    [[nodiscard]] Json with(Json answer) const { return withChanges(std::move(answer), file, layout); }
};

Json evaluated(const Analyzed& a)
{
    return evalJson(a.file, a.analysis, a.layout);
}

Json diagnosed(const Analyzed& a)
{
    return a.with(diagnosisJson(a.file, diagnose(a.analysis), waterfall(a.analysis)));
}

Json rooflined(const Analyzed& a)
{
    return a.with(rooflineJson(a.file, a.analysis));
}

Result<Json> scaled(const Analyzed& a, const std::vector<double>& k)
{
    const Result<Table> rows = scaleTable(a.analysis, k);
    return rows ? Result<Json>(a.with(scaleJson(a.file, a.analysis, *rows))) : tl::unexpected(rows.error());
}

using WorkerCounts = std::optional<std::variant<double, std::vector<double>>>;

std::vector<double> countsOf(const WorkerCounts& k)
{
    if (!k)
        return {};
    const auto* one = std::get_if<double>(&*k);
    return one ? std::vector{*one} : std::get<std::vector<double>>(*k);
}

py::object scale(const ScenarioFile& file, const WorkerCounts& k)
{
    return toPython(valueOrRaise(withoutLock([&, counts = countsOf(k)] { return scaled(Analyzed(file), counts); })));
}

Json allOf(const ScenarioFile& file)
{
    const Analyzed a(file);
    return {{"evaluate", evaluated(a)}, {"roofline", rooflined(a)}, {"scale", scaled(a, {}).value_or(Json())},
        {"diagnose", diagnosed(a)}};
}

ScenarioFile unpickled(const std::string& id, const std::string& text)
{
    ScenarioFile file = valueOrRaise(parseScenario(text, "a pickled scenario", shippedCalibration()));
    file.id = id;
    return file;
}

std::string nameOf(const ScenarioFile& file)
{
    return "<kneepoint.Scenario " + py::repr(py::str(file.id.empty() ? file.title : file.id)).cast<std::string>() + ">";
}

constexpr const char* class_help =
    "A training job and its cluster. Immutable, so that threads can share it: set() returns a changed copy.";

void defineValues(py::class_<ScenarioFile>& type)
{
    type.def_readonly("id", &ScenarioFile::id, "Id of the shipped scenario; empty for a file.")
        .def_readonly("title", &ScenarioFile::title, "Title, with \"(changed)\" after set().")
        .def_readonly("about", &ScenarioFile::about, "What it shows.")
        .def_readonly("adjusted", &ScenarioFile::adjusted,
            "What set() moved beside the values given, and which of them have no effect, in sentences; may be empty.")
        .def("set", set, py::arg("values"), py::kw_only(), py::arg("keep_whole") = true,
            ("Returns a copy with these parameters changed, in order; this scenario stays as it is.\n\n"
             "A value is a text as on the command line (\"400 Gbit/s\", \"7B\", \"h100-sxm\"), a number in the base "
             "unit, or True or False. Raises kneepoint.Error for a value out of range.\n\n"
             "Replicas and micro-batches stay whole, as in the window and on the command line: what was not given is "
             "moved, `adjusted` says what, and where nothing can be moved the error names the nearest values. "
             "keep_whole=False moves nothing, for a job whose layout is to be searched.\n\nParameters:\n"
                + parameterLines())
                .c_str())
        .def("__getitem__", valueAt, py::arg("parameter"), "The value of a parameter, in its base unit.")
        .def("values", values, "All parameters by id, in their base units.")
        .def(
            "to_json", [](const ScenarioFile& file) { return writeScenario(file, shippedCalibration()); },
            "The content of a .kneepoint file.")
        .def("__repr__", nameOf)
        .def(
            "__eq__",
            [](const ScenarioFile& a, const py::object& b) {
                return py::isinstance<ScenarioFile>(b) && a.scenario == b.cast<const ScenarioFile&>().scenario;
            },
            py::arg("other"))
        .def(py::pickle(
            [](const ScenarioFile& file) { return py::make_tuple(file.id, writeScenario(file, shippedCalibration())); },
            [](const py::tuple& state) {
                return unpickled(state[0].cast<std::string>(), state[1].cast<std::string>());
            }));
}

void defineAnswers(py::class_<ScenarioFile>& type)
{
    type.def(
            "evaluate",
            [](const ScenarioFile& file, bool plans) {
                const ScenarioFile asked =
                    plans ? valueOrRaise(changed(file, {{"plan.auto", "on"}}, shippedCalibration())) : file;
                return toPython(withoutLock([&] { return evaluated(Analyzed(asked)); }));
            },
            py::kw_only(), py::arg("auto") = false,
            ("One step of the job: the dict of `kneepoint eval --json`. With auto=True, with plan.auto on: in "
             "the layout of automatic planning.\n\n"
             "Figures, None where the job has none:\n"
                + metricLines())
                .c_str())
        .def("scale", scale, py::kw_only(), py::arg("k") = py::none(),
            "Step, speedup and efficiency over worker counts, and the knees: the dict of `kneepoint scale --json`.\n\n"
            "`k` is a worker count or a list of them; powers of two if it is not given. `rows` is what "
            "pandas.DataFrame takes.")
        .def(
            "diagnose",
            [](const ScenarioFile& file) { return toPython(withoutLock([&] { return diagnosed(Analyzed(file)); })); },
            "Why the job does not scale, worst cause first, and what each fix would bring: the dict of\n"
            "`kneepoint diagnose --json`.")
        .def(
            "roofline",
            [](const ScenarioFile& file) { return toPython(withoutLock([&] { return rooflined(Analyzed(file)); })); },
            "Roofs (FLOP/s), ridges (FLOP/byte) and the operating point: the dict of `kneepoint roofline --json`.")
        .def(
            "analyze", [](const ScenarioFile& file) { return toPython(withoutLock([&] { return allOf(file); })); },
            "Everything at once: a dict with the results of evaluate(), roofline(), scale() and diagnose().");
}

} // namespace

void defineScenario(py::module_& module)
{
    py::class_<ScenarioFile> type(module, "Scenario", class_help);
    type.attr("__module__") = "kneepoint";
    defineValues(type);
    defineAnswers(type);
    defineQuestions(type);
    module.def("scenario", scenarioAt, py::arg("id_or_path"),
        "A shipped scenario by its id (see presets()), or a .kneepoint file by its path.");
}

} // namespace kneepoint
