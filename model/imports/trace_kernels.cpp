// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/trace_events.h"
#include "model/units/text_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace kneepoint {

bool isCommunicationKernel(std::string_view name)
{
    // Beside those of libraries, collectives that programs write themselves: symmetric memory of PyTorch, fused kernels
    // of inference engines. "WarpAllReduce" is a reduction within a kernel.
    constexpr std::array<std::string_view, 17> parts{"nccl", "rccl", "msccl", "nvshmem", "deep_ep", "::ep::internode",
        "::ep::intranode", "allreduce", "all_reduce", "allgather", "all_gather", "reducescatter", "reduce_scatter",
        "alltoall", "all_to_all", "cross_device_reduce", "symm_mem"};
    const std::string lower = lowered(name);
    if (contains(lower, "warpallreduce") || contains(lower, "blockallreduce"))
        return false;
    return std::ranges::any_of(parts, [&](std::string_view part) { return contains(lower, part); });
}

std::string_view operationOfKernel(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 11> operations{{{"allreduce", "all_reduce"},
        {"collectivepermute", "sendrecv"}, {"allgather", "all_gather"}, {"reducescatter", "reduce_scatter"},
        {"alltoall", "all_to_all"}, {"sendrecv", "sendrecv"}, {"broadcast", "broadcast"},
        {"dispatch", "expert dispatch"}, {"combine", "expert combine"}, {"reduce", "reduce"}, {"send", "sendrecv"}}};
    std::string plain = lowered(name.substr(0, name.find('(')));
    std::erase_if(plain, [](char c) { return c == '_' || c == '-'; });
    for (const auto& [part, operation] : operations)
        if (contains(plain, part))
            return operation;
    return "collective";
}

std::optional<std::int64_t> nanosecondsOf(std::string_view text)
{
    text = trimmed(text);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = trimmed(text.substr(1, text.size() - 2));
    std::int64_t whole = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, whole);
    constexpr std::int64_t most_us = 9'000'000'000'000'000; // nanoseconds fit in 63 bits
    if (error != std::errc() || whole > most_us || whole < -most_us)
        return {};
    if (rest == end)
        return whole * 1000;
    const std::string_view fraction(rest, static_cast<std::size_t>(end - rest));
    constexpr std::string_view digits = "0123456789";
    if (fraction.front() == '.' && fraction.find_first_not_of(digits, 1) == std::string_view::npos) {
        std::int64_t ns = 0;
        for (std::size_t i = 1; i <= 3; ++i)
            ns = 10 * ns + (i < fraction.size() ? fraction[i] - '0' : 0);
        ns += fraction.size() > 4 && fraction[4] >= '5' ? 1 : 0;
        return whole * 1000 + (text.front() == '-' ? -ns : ns);
    }
    double value = 0; // with an exponent
    const auto [after, no_number] = std::from_chars(text.data(), end, value);
    if (no_number != std::errc() || after != end || !(std::abs(value) <= static_cast<double>(most_us)))
        return {};
    return std::llround(value * 1000);
}

} // namespace kneepoint
