// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>

namespace kneepoint {

/// The last result of a function of values, computed again only for other values. It depends on nothing else, because
/// the function gets nothing else.
template <class Result, class... Inputs> class Cached {
public:
    template <class Function> const Result& of(Function function, const Inputs&... inputs)
    {
        if (!m_known || m_inputs != std::tie(inputs...)) {
            m_result = function(inputs...);
            m_inputs = std::tie(inputs...);
            m_known = true;
        }
        return m_result;
    }

private:
    bool m_known = false;
    std::tuple<Inputs...> m_inputs;
    Result m_result{};
};

} // namespace kneepoint
