// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/values.h"

#include "model/catalogue/catalogue.h"

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <utility>

namespace py = pybind11;

namespace kneepoint {

namespace {

PyObject* error_type = nullptr;

/// Stops at lists that contain themselves.
struct Depth {
    Depth()
    {
        if (Py_EnterRecursiveCall(" while reading a value") != 0)
            throw py::error_already_set();
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { Py_LeaveRecursiveCall(); }
};

py::object textOf(const std::string& text)
{
    return py::reinterpret_steal<py::object>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

Json listJson(py::handle list)
{
    Json json = Json::array();
    for (const py::handle item : list)
        json.push_back(toJson(item));
    return json;
}

Json dictJson(const py::dict& dict)
{
    Json json = Json::object();
    for (const auto& [key, value] : dict)
        json[textFrom(key, "a key")] = toJson(value);
    return json;
}

} // namespace

std::string typeName(py::handle object)
{
    return py::str(py::type::of(object).attr("__name__"));
}

std::string textFrom(py::handle object, std::string_view what)
{
    if (!py::isinstance<py::str>(object))
        throw py::type_error(fmt::format("{}: expected a text, found {}", what, typeName(object)));
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size); // fails with a UnicodeError, which is a ValueError
    if (!text)
        throw py::error_already_set();
    return {text, static_cast<std::size_t>(size)};
}

double numberFrom(py::handle object, std::string_view what)
{
    const double number = PyFloat_AsDouble(object.ptr());
    if (!PyErr_Occurred())
        return number;
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) // an OverflowError
        throw py::error_already_set();
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: expected a number, found {}", what, typeName(object)));
}

py::object toPython(const Json& json)
{
    switch (json.type()) {
    case Json::value_t::boolean:
        return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
        return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned:
        return py::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float:
        return std::isfinite(json.get<double>()) ? py::object(py::float_(json.get<double>())) : py::none();
    case Json::value_t::string:
        return textOf(json.get_ref<const std::string&>());
    case Json::value_t::array: {
        py::list list;
        for (const Json& item : json)
            list.append(toPython(item));
        return list;
    }
    case Json::value_t::object: {
        py::dict dict;
        for (const auto& [key, value] : json.items())
            dict[textOf(key)] = toPython(value);
        return dict;
    }
    default:
        return py::none();
    }
}

Json toJson(py::handle object)
{
    const Depth depth;
    if (object.is_none())
        return nullptr;
    if (py::isinstance<py::bool_>(object))
        return object.cast<bool>();
    if (py::isinstance<py::float_>(object))
        return object.cast<double>();
    if (py::isinstance<py::int_>(object)) {
        int overflow = 0;
        const long long whole = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
        return overflow == 0 ? Json(whole) : Json(numberFrom(object, "a number"));
    }
    if (py::isinstance<py::str>(object))
        return textFrom(object, "a text");
    if (py::isinstance<py::dict>(object))
        return dictJson(py::reinterpret_borrow<py::dict>(object));
    if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object))
        return listJson(object);
    if (py::hasattr(object, "item") && py::hasattr(object, "dtype"))
        return toJson(object.attr("item")());
    throw py::type_error(
        "expected a number, a text, true or false, or a list or dict of them, found " + typeName(object));
}

py::dict columnsOf(const std::vector<Table>& tables)
{
    py::dict columns;
    for (const Table& table : tables)
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const py::object key = textOf(table.columns[i].key);
            if (!columns.contains(key))
                columns[key] = py::list();
            for (const std::vector<Cell>& row : table.rows)
                columns[key].cast<py::list>().append(toPython(row[i].value));
        }
    return columns;
}

void defineError(py::module_& module)
{
    error_type = PyErr_NewExceptionWithDoc("kneepoint.Error",
        "Why an input was rejected: one sentence with the place, and how to fix it.\n\n"
        "`place` is the id of the parameter and `range` what it accepts; both are None for other errors.",
        PyExc_ValueError, nullptr);
    module.add_object("Error", error_type);
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(std::move(thrown));
        } catch (const py::cast_error&) {
            PyErr_SetString(PyExc_TypeError, "a value has another type than expected");
        }
    });
}

void raise(const Error& error, const std::string& parameter_id)
{
    const Parameter* p = findParameter(parameter_id);
    const py::object exception = py::handle(error_type)(textOf(error.message));
    exception.attr("place") = parameter_id.empty() ? py::object(py::none()) : py::str(parameter_id);
    exception.attr("range") = p ? py::object(py::str(rangeText(*p))) : py::none();
    PyErr_SetObject(error_type, exception.ptr());
    throw py::error_already_set();
}

} // namespace kneepoint
