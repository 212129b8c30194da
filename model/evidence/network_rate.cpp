// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/network_rate.h"

#include "model/evidence/hardware_names.h"
#include "model/scenario/scenario.h"
#include "model/units/text_fields.h"

#include <cctype>
#include <charconv>
#include <optional>

namespace kneepoint {
namespace {

constexpr double gigabit = 1e9 / 8;

struct Number {
    double value = 0;
    std::size_t begin = 0, end = 0; ///< range of its digits
};

std::optional<Number> nextNumber(std::string_view text, std::size_t from)
{
    while (from < text.size() && !isDigit(text[from]))
        ++from;
    Number n;
    n.begin = from;
    const auto read = std::from_chars(text.data() + from, text.data() + text.size(), n.value);
    if (from >= text.size() || read.ec != std::errc())
        return {};
    n.end = static_cast<std::size_t>(read.ptr - text.data());
    return n;
}

bool startsWith(std::string_view text, std::string_view word)
{
    return mentions(text.substr(0, word.size()), word);
}

/// Rate of what a number's unit makes of it, bytes/s; 0 if what follows is no unit of rate.
double rateOf(double value, std::string_view rest)
{
    rest = trimmed(rest);
    if (startsWith(rest, "GB/s"))
        return rest.substr(0, 2) == "Gb" ? value * gigabit : value * 1e9;
    for (const std::string_view unit : {"Gbit", "Gbps", "GbE", "GigE"})
        if (startsWith(rest, unit))
            return value * gigabit;
    return rest.starts_with('G') && (rest.size() == 1 || !std::isalpha(static_cast<unsigned char>(rest[1])))
        ? value * gigabit
        : 0;
}

/// Rate of one port of a generation, bytes/s; 0 if the text does not begin with one.
double generationRate(std::string_view text)
{
    struct Generation {
        std::string_view name;
        double gigabits;
    };
    constexpr Generation known[] = {{"HDR100", 100}, {"HDR", 200}, {"NDR200", 200}, {"NDR", 400}, {"EDR", 100},
        {"XDR", 800}, {"Slingshot", 200}, {"Omni-Path", 100}};
    for (const Generation& g : known)
        if (startsWith(text, g.name))
            return g.gigabits * gigabit;
    return 0;
}

/// "8x Slingshot 11 (1600 Gbps per node)", "8x EFA = 400 Gbps": a rate in parentheses or after an equals sign is a
/// total, unless the text says that it is the rate of one port: "8x mlx5 (400 Gbps class)".
bool isOfTheWhole(std::string_view text, const Number& number)
{
    const std::string_view rest = text.substr(number.end);
    const std::string_view phrase = rest.substr(0, rest.find_first_of(");,"));
    for (const std::string_view port : {"class", "each", "per NIC", "per port", "per rail", "per HCA"})
        if (mentions(phrase, port))
            return false;
    return text.substr(0, number.begin).find_first_of("(=;") != std::string_view::npos;
}

/// "8x HDR200", "4 NICs x 200 Gbps", "8x ConnectX-7 400 Gbps": what follows the number of ports is the rate of each.
double rateOfPorts(std::string_view text, const Number& ports)
{
    std::string_view rest = trimmed(text.substr(ports.end));
    for (const std::string_view word : {"NICs", "ports", "rails", "HCAs"})
        if (startsWith(rest, word))
            rest = trimmed(rest.substr(word.size()));
    if (!startsWith(rest, "x"))
        return 0;
    rest = trimmed(rest.substr(1));
    if (const double generation = generationRate(rest); generation > 0)
        return ports.value * generation;
    for (auto each = nextNumber(rest, 0); each; each = nextNumber(rest, each->end)) {
        if (const double rate = rateOf(each->value, rest.substr(each->end)); rate > 0)
            return isOfTheWhole(rest, *each) ? 0 : ports.value * rate;
        if (each->begin == 0)
            return 0;
    }
    return 0;
}

} // namespace

double nodeRate(std::string_view network, double gpus_per_node)
{
    if (mentions(network, "not stated"))
        return 0;
    double of_ports = 0;
    for (auto n = nextNumber(network, 0); n; n = nextNumber(network, n->end)) {
        const std::string_view rest = network.substr(n->end);
        const std::string_view near = rest.substr(0, 24);
        const double rate = rateOf(n->value, rest);
        const double ports = rateOfPorts(network, *n);
        if (ports > 0 && of_ports <= 0)
            of_ports = ports;
        if (rate > 0 && of_ports <= 0 && mentions(near, "per GPU"))
            return rate * gpus_per_node;
        if (rate > 0 && mentions(near, "per node") && (of_ports <= 0 || mentions(rest.substr(0, 5), "GB/s")))
            return rate;
    }
    return of_ports;
}

double nodePorts(std::string_view network)
{
    for (auto n = nextNumber(network, 0); n; n = nextNumber(network, n->end))
        if (rateOfPorts(network, *n) > 0)
            return n->value;
    return mentions(network, "per 4-GPU node") ? 1 : 0;
}

void setPorts(Cluster& cluster, std::string_view network, double gpus_per_box, double rate_per_gpu)
{
    const double ports = nodePorts(network);
    cluster.nics_per_node = cluster.gpus_per_node * (ports > 0 ? ports / gpus_per_box : 1);
    cluster.link_rate = rate_per_gpu * cluster.gpus_per_node / cluster.nics_per_node;
}

} // namespace kneepoint
