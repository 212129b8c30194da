// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/units/error.h"

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>

/// Values between the engine and Python. Callers hold the global interpreter lock.
namespace kneepoint {

/// None, bool, int, float, str, list or dict. Numbers that JSON cannot express (infinity, not-a-number) become None, as
/// null in `--json`.
[[nodiscard]] pybind11::object toPython(const Json& json);
/// The reverse; also NumPy scalars and tuples. Throws TypeError for any other object.
[[nodiscard]] Json toJson(pybind11::handle object);

/// Both throw TypeError that names `what`, or the error of Python: text that is not Unicode, a number that is too
/// large.
[[nodiscard]] std::string textFrom(pybind11::handle object, std::string_view what);
[[nodiscard]] double numberFrom(pybind11::handle object, std::string_view what);
/// "int"
[[nodiscard]] std::string typeName(pybind11::handle object);

/// The columns of a table as a dict of lists.
[[nodiscard]] pybind11::dict columnsOf(const std::vector<Table>& tables);

/// Creates kneepoint.Error, a ValueError with the attributes `place` (the id of the parameter) and `range` (what it
/// accepts), which are None for other errors. Values of another type than Python's call expects raise TypeError.
void defineError(pybind11::module_& module);
/// Raises it.
[[noreturn]] void raise(const Error& error, const std::string& parameter_id = {});

template <class T> [[nodiscard]] T valueOrRaise(Result<T> result)
{
    if (!result)
        raise(result.error());
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

} // namespace kneepoint
