// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/module_parts.h"

#include "model/answers/lists.h"
#include "model/answers/option_range.h"
#include "model/answers/report_json.h"
#include "model/answers/sweep_answer.h"
#include "model/constants/calibration.h"
#include "model/search/shard.h"
#include "python/lock.h"
#include "python/scenario_questions.h"
#include "python/values.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace kneepoint {

namespace {

Sweep sweepFrom(const py::object& spec)
{
    return py::isinstance<py::dict>(spec) ? valueOrRaise(sweepOf(toJson(spec).dump(), "sweep", shippedCalibration()))
                                          : valueOrRaise(loadSweep(pathText(spec), shippedCalibration()));
}

py::dict sweepColumns(const py::object& spec, const std::string& shard_text, int threads)
{
    const Sweep sweep = sweepFrom(spec);
    const Shard shard = valueOrRaise(parseShard(shard_text));
    valueOrRaise(checkOption("threads", threads, 0, most_threads));
    std::vector<Table> rows;
    for (std::size_t i = shard.first(); static_cast<double>(i) < pointCount(sweep); i += shard.count) {
        rows.push_back(withoutLock([&] {
            return sweepTable(
                sweep, sweepRow(sweep, static_cast<double>(i), static_cast<unsigned>(threads), shippedCalibration()));
        }));
        if (PyErr_CheckSignals() != 0)
            throw py::error_already_set();
    }
    return columnsOf(rows);
}

py::object presets(const std::string& library)
{
    if (std::ranges::find(preset_libraries, library) == preset_libraries.end())
        raise({"there is no library \"" + library
            + "\"; choose scenarios, machines, gpus, interconnects, models or stacks"});
    return toPython(tableJson(presetTable(library)));
}

} // namespace

void defineTables(py::module_& module)
{
    module.def("sweep", sweepColumns, py::arg("spec"), py::kw_only(), py::arg("shard") = "1/1", py::arg("threads") = 0,
        "The points of a sweep as a dict of columns, those of `kneepoint sweep --csv`, in base units.\n\n"
        "spec: a dict or the path of a file as in docs/sweeps.md. shard: \"i/n\", only every n-th point, starting at\n"
        "the i-th. threads: of the search for a layout; 0 means one per CPU.");
    module.def(
        "parameters", [] { return toPython(parametersJson()); },
        "Every parameter: id, label, unit, range, default, help, formula and source.");
    module.def(
        "metrics", [] { return toPython(tableJson(metricsTable())); },
        "Every figure: id, label, unit, better direction, help, formula and source.");
    module.def("presets", presets, py::arg("library") = "scenarios",
        "The presets of a library: \"scenarios\", \"machines\", \"gpus\", \"interconnects\", \"models\" or "
        "\"stacks\".");
}

} // namespace kneepoint
