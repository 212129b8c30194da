// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/module_parts.h"

#include "model/answers/scenario_columns.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "python/lock.h"
#include "python/values.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

namespace py = pybind11;

namespace kneepoint {

namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// A column of a table with its parameter. The array keeps the values alive.
struct Given {
    const Parameter* parameter;
    Numbers values;
};

const Parameter& parameterOf(const std::string& id)
{
    const Parameter* p = findParameter(id);
    if (!p)
        raise({fmt::format("there is no parameter '{}'; kneepoint.parameters() lists all", id)}, id);
    return *p;
}

py::type_error wrongType(const Parameter& p, const std::string& found)
{
    return py::type_error(
        fmt::format("{}: expected a column of numbers or of texts, found {}; allowed: {}", p.id, found, rangeText(p)));
}

/// Texts are parsed once for each that is different.
Numbers parsedTexts(const Parameter& p, const py::array& texts)
{
    if (texts.dtype().kind() == 'O')
        for (const py::handle item : texts)
            if (!py::isinstance<py::str>(item))
                throw wrongType(p, typeName(item));
    const auto unique = py::module_::import("numpy").attr("unique")(texts, py::arg("return_inverse") = true);
    const auto different = unique[py::int_(0)].cast<std::vector<std::string>>();
    std::vector<double> values;
    for (const std::string& text : different) {
        const Result<double> value = parseValue(p, text);
        if (!value)
            raise({fmt::format("{}: {}", p.id, value.error().message)}, std::string(p.id));
        values.push_back(*value);
    }
    return Numbers(static_cast<py::ssize_t>(values.size()), values.data()).attr("take")(unique[py::int_(1)]);
}

Numbers numbersOf(const Parameter& p, const py::handle& column)
{
    const auto array = py::module_::import("numpy").attr("asarray")(column).cast<py::array>();
    if (array.ndim() != 1)
        raise({fmt::format("{}: a column has one dimension, not {}", p.id, array.ndim())}, std::string(p.id));
    const char kind = array.dtype().kind();
    if (kind == 'U' || kind == 'S' || kind == 'O')
        return parsedTexts(p, array);
    if (p.scale == Scale::choice)
        raise({fmt::format("{}: expected texts, one of {}", p.id, rangeText(p))}, std::string(p.id));
    if (std::string_view("fiub").find(kind) == std::string_view::npos)
        throw wrongType(p, py::str(array.dtype()));
    return array.cast<Numbers>();
}

std::vector<Given> givenColumns(const py::object& table)
{
    std::vector<Given> given;
    for (const py::handle item : table.attr("items")()) {
        const py::tuple pair(py::reinterpret_borrow<py::object>(item));
        const py::object column = pair[1];
        const Parameter& p = parameterOf(textFrom(pair[0], "a column"));
        given.push_back({&p, numbersOf(p, column)});
        if (given.back().values.size() != given.front().values.size())
            raise({fmt::format("{}: {} rows, but {} has {}", p.id, given.back().values.size(),
                      given.front().parameter->id, given.front().values.size())},
                std::string(p.id));
    }
    if (given.empty())
        raise({"the table needs at least one column"});
    return given;
}

std::vector<const Metric*> metricsOf(const std::optional<std::vector<std::string>>& ids)
{
    std::vector<const Metric*> chosen;
    for (const Metric& m : metrics())
        if (!ids && m.of_step)
            chosen.push_back(&m);
    for (const std::string& id : ids.value_or(std::vector<std::string>()))
        if (const Metric* m = findMetric(id))
            chosen.push_back(m);
        else
            raise({fmt::format("there is no figure \"{}\"; kneepoint.metrics() lists all", id)});
    return chosen;
}

/// Rows first … first + fits.size() − 1 of all columns.
Result<void> evaluateSlice(const Scenario& base, const std::vector<ParameterColumn>& given,
    const std::vector<MetricColumn>& figures, std::span<bool> fits, std::size_t first)
{
    std::vector<ParameterColumn> some_given = given;
    for (ParameterColumn& column : some_given)
        column.values = column.values.subspan(first, fits.size());
    std::vector<MetricColumn> some_figures = figures;
    for (MetricColumn& column : some_figures)
        column.values = column.values.subspan(first, fits.size());
    return evaluateRows(base, some_given, some_figures, fits, first, shippedCalibration());
}

py::dict evaluateMany(
    const ScenarioFile& file, const py::object& table, const std::optional<std::vector<std::string>>& metric_ids)
{
    const std::vector<Given> given = givenColumns(table);
    const auto rows = static_cast<std::size_t>(given.front().values.size());
    std::vector<ParameterColumn> inputs;
    inputs.reserve(given.size());
    for (const Given& column : given)
        inputs.push_back({column.parameter, {column.values.data(), rows}});
    const std::vector<const Metric*> chosen = metricsOf(metric_ids);
    // One block for all columns: faster to allocate and to write than one array for each.
    py::array_t<double> block({chosen.size(), rows});
    py::dict answer;
    std::vector<MetricColumn> outputs;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        outputs.push_back({chosen[i], {block.mutable_data() + i * rows, rows}});
        answer[py::str(chosen[i]->id)] = block[py::int_(i)];
    }
    py::array_t<bool> fits(static_cast<py::ssize_t>(rows));
    constexpr std::size_t at_once = 1 << 14; // then Ctrl+C is looked at
    for (std::size_t first = 0; first < rows; first += at_once) {
        const std::span<bool> some(fits.mutable_data() + first, std::min(at_once, rows - first));
        valueOrRaise(withoutLock([&] { return evaluateSlice(file.scenario, inputs, outputs, some, first); }));
        if (PyErr_CheckSignals() != 0)
            throw py::error_already_set();
    }
    answer["fits"] = fits;
    return answer;
}

} // namespace

void defineEvaluateMany(py::module_& module)
{
    module.def("evaluate_many", evaluateMany, py::arg("scenario"), py::arg("table"), py::kw_only(),
        py::arg("metrics") = py::none(),
        "Evaluates a scenario once for each row of a table, and returns a dict of NumPy columns.\n\n"
        "table: a dict of columns or a pandas.DataFrame, by parameter id; numbers in base units, or texts as in\n"
        "Scenario.set(). A row sets its values in the order of the columns, as a point of a sweep does.\n"
        "metrics: ids of figures; by default all that depend on a single step. A figure that a row does not have is\n"
        "not-a-number. `fits` is whether the job fits in memory.");
}

} // namespace kneepoint
