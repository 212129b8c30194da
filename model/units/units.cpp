// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

namespace kneepoint {
namespace {

// A scale of a unit: from this size on, values are shown as multiples of `factor` with `suffix`.
struct Rung {
    long double from;
    long double factor;
    std::string_view suffix;
};

struct Ladder {
    std::string_view before; ///< in front of the number: "$"
    std::span<const Rung> rungs;
    std::string_view after; ///< behind every suffix: "/h", " tokens"
};

constexpr long double minute = 60, hour = 3600, day = 86400, year = 31557600;

// Plain numbers keep their whole part up to 10⁵, so that 16384 GPUs are not 16.4 k.
constexpr Rung plain[] = {
    {0, 1, ""}, {1e5L, 1e3L, " k"}, {1e6L, 1e6L, " M"}, {1e9L, 1e9L, " G"}, {1e12L, 1e12L, " T"}, {1e15L, 1e15L, " P"}};
constexpr Rung counts[] = {
    {0, 1, ""}, {1e5L, 1e3L, " k"}, {1e6L, 1e6L, " M"}, {1e9L, 1e9L, " B"}, {1e12L, 1e12L, " T"}};
constexpr Rung money[] = {{0, 1, ""}, {1e3L, 1e3L, " k"}, {1e6L, 1e6L, " M"}, {1e9L, 1e9L, " B"}, {1e12L, 1e12L, " T"}};
constexpr Rung rates[] = {{0, 1, ""}, {1e3L, 1e3L, " k"}, {1e6L, 1e6L, " M"}, {1e9L, 1e9L, " G"}};
constexpr Rung percent[] = {{0, 1e-2L, " %"}};
constexpr Rung times[] = {{0, 1, "×"}};
constexpr Rung seconds[] = {{0, 1e-9L, " ns"}, {1e-6L, 1e-6L, " µs"}, {1e-3L, 1e-3L, " ms"}, {1, 1, " s"},
    {10 * minute, minute, " min"}, {2 * hour, hour, " h"}, {2 * day, day, " days"}, {2 * year, year, " years"}};
constexpr Rung hours[] = {{0, 1e-3L, " ms"}, {1, 1, " s"}, {2 * minute, minute, " min"}, {hour, hour, " h"},
    {2 * day, day, " days"}, {2 * year, year, " years"}};
constexpr Rung bytes[] = {{0, 1, " B"}, {1e3L, 1e3L, " kB"}, {1e6L, 1e6L, " MB"}, {1e9L, 1e9L, " GB"},
    {1e12L, 1e12L, " TB"}, {1e15L, 1e15L, " PB"}, {1e18L, 1e18L, " EB"}};
constexpr Rung bits[] = {{0, 0.125L, " bit"}, {125, 125, " kbit"}, {125e3L, 125e3L, " Mbit"}, {125e6L, 125e6L, " Gbit"},
    {125e9L, 125e9L, " Tbit"}, {125e12L, 125e12L, " Pbit"}};
constexpr Rung flop[] = {{0, 1, " FLOP"}, {1e3L, 1e3L, " kFLOP"}, {1e6L, 1e6L, " MFLOP"}, {1e9L, 1e9L, " GFLOP"},
    {1e12L, 1e12L, " TFLOP"}, {1e15L, 1e15L, " PFLOP"}, {1e18L, 1e18L, " EFLOP"}, {1e21L, 1e21L, " ZFLOP"},
    {1e24L, 1e24L, " YFLOP"}};
constexpr Rung intensity[] = {{0, 1, " FLOP"}, {1e3L, 1e3L, " kFLOP"}, {1e6L, 1e6L, " MFLOP"}, {1e9L, 1e9L, " GFLOP"}};
constexpr Rung watts[] = {
    {0, 1e-3L, " mW"}, {1, 1, " W"}, {1e3L, 1e3L, " kW"}, {1e6L, 1e6L, " MW"}, {1e9L, 1e9L, " GW"}};
constexpr Rung energy[] = {{0, 1, " J"}, {3.6e3L, 3.6e3L, " Wh"}, {3.6e6L, 3.6e6L, " kWh"}, {3.6e9L, 3.6e9L, " MWh"},
    {3.6e12L, 3.6e12L, " GWh"}, {3.6e15L, 3.6e15L, " TWh"}};

struct UnitRow {
    Unit unit;
    std::string_view base; ///< name of the base unit
    Ladder ladder;
};
/// One for each Unit.
constexpr UnitRow units[] = {{Unit::none, "", {"", plain, ""}}, {Unit::count, "", {"", counts, ""}},
    {Unit::ratio, "", {"", percent, ""}}, {Unit::factor, "", {"", times, ""}}, {Unit::seconds, "s", {"", seconds, ""}},
    {Unit::hours, "s", {"", hours, ""}}, {Unit::bytes, "bytes", {"", bytes, ""}},
    {Unit::bytes_per_second, "bytes/s", {"", bytes, "/s"}}, {Unit::bits_per_second, "bytes/s", {"", bits, "/s"}},
    {Unit::flops, "FLOP", {"", flop, ""}}, {Unit::flops_per_second, "FLOP/s", {"", flop, "/s"}},
    {Unit::flops_per_byte, "FLOP/byte", {"", intensity, "/byte"}},
    {Unit::examples_per_second, "examples/s", {"", rates, " examples/s"}},
    {Unit::tokens_per_second, "tokens/s", {"", rates, " tokens/s"}}, {Unit::tokens, "tokens", {"", counts, " tokens"}},
    {Unit::watts, "W", {"", watts, ""}}, {Unit::joules, "J", {"", energy, ""}}, {Unit::dollars, "$", {"$", money, ""}},
    {Unit::dollars_per_hour, "$/h", {"$", money, "/h"}}};

const UnitRow& rowOf(Unit unit)
{
    return *std::ranges::find(units, unit, &UnitRow::unit);
}

const Ladder& ladder(Unit unit)
{
    return rowOf(unit).ladder;
}

// The scale of a magnitude. Zero has the scale of 1: 0 s, not 0 ns.
std::size_t rungOf(std::span<const Rung> rungs, long double magnitude)
{
    std::size_t rung = 0;
    while (rung + 1 < rungs.size() && (magnitude == 0 ? 1 : magnitude) >= rungs[rung + 1].from)
        ++rung;
    return rung;
}

std::string withoutTrailingZeros(std::string digits)
{
    if (digits.find('.') != std::string::npos) {
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.')
            digits.pop_back();
    }
    return digits;
}

// Whole numbers keep their whole part up to 10⁵. Others were computed, and nobody reads their fifth digit.
bool isComputedCount(Unit unit, double magnitude)
{
    const bool is_count = unit == Unit::none || unit == Unit::count || unit == Unit::tokens;
    return is_count && magnitude >= 1e4 && magnitude < 1e5 && magnitude != std::floor(magnitude);
}

// A magnitude with the given number of significant digits; the whole part is never rounded. Zeros at the end say that
// digits of `exact` were rounded away: 14.97 is "15.0", but what was entered as 15 stays "15".
std::string rounded(double magnitude, double exact, int significant_digits)
{
    constexpr double same = 1e-9;
    if (magnitude == 0)
        return "0";
    if (magnitude < 1e-6 || magnitude >= 1e9)
        return fmt::format("{:.{}g}", magnitude, significant_digits);
    const auto decimalsOf = [&](double size) {
        return std::max(0, significant_digits - 1 - static_cast<int>(std::floor(std::log10(size))));
    };
    const int decimals = decimalsOf(magnitude);
    std::string digits = fmt::format("{:.{}f}", magnitude, decimals);
    double shown = magnitude;
    std::from_chars(digits.data(), digits.data() + digits.size(), shown);
    if (std::fabs(shown - exact) <= same * exact)
        return withoutTrailingZeros(std::move(digits));
    const int fewer = decimalsOf(shown); // 9.996 is "10.0", not "10.00"
    return fewer == decimals ? digits : fmt::format("{:.{}f}", magnitude, fewer);
}

std::string notFinite(double value)
{
    return std::isnan(value) ? "–" : value < 0 ? "-∞" : "∞";
}

std::string assembled(const Ladder& unit, bool negative, std::string_view digits, std::string_view suffix)
{
    std::string text(negative ? "-" : "");
    text.append(unit.before).append(digits).append(suffix).append(unit.after);
    return text;
}

// Digits on a scale.
struct Shown {
    std::string digits;
    std::size_t rung = 0;
};

Shown shownOn(const Ladder& l, double value, Unit unit, int significant_digits)
{
    long double magnitude = std::fabs(static_cast<long double>(value));
    std::size_t rung = rungOf(l.rungs, magnitude) + isComputedCount(unit, static_cast<double>(magnitude));
    const auto onRung = [&] {
        const long double factor = l.rungs[rung].factor;
        return rounded(static_cast<double>(magnitude / factor),
            static_cast<double>(std::fabs(static_cast<long double>(value)) / factor), significant_digits);
    };
    std::string digits = onRung();
    // Values rounded up to the next scale are shown in that scale: 999.6 ms is 1.00 s.
    while (rung + 1 < l.rungs.size()) {
        const long double shown = parseQuantity(digits, Unit::none).value_or(0) * l.rungs[rung].factor;
        if (shown < l.rungs[rung + 1].from * (1 - 1e-12L))
            break;
        magnitude = std::max(shown, l.rungs[rung + 1].from);
        ++rung;
        digits = onRung();
    }
    return {digits, rung};
}

enum class Prefix { shown, hidden };

// In the unit in which `beside` is shown.
std::string besideIn(
    const Ladder& l, double value, double beside, Unit unit, int significant_digits, Prefix prefix = Prefix::shown)
{
    if (!std::isfinite(value))
        return notFinite(value);
    const Rung& rung = l.rungs[shownOn(l, std::isfinite(beside) ? beside : value, unit, significant_digits).rung];
    const auto magnitude = static_cast<double>(std::fabs(static_cast<long double>(value)) / rung.factor);
    const std::string digits = rounded(magnitude, magnitude, significant_digits);
    return assembled(l, value < 0 && digits != "0", digits, prefix == Prefix::shown ? rung.suffix : "");
}

} // namespace

std::string formatQuantity(double value, Unit unit, int significant_digits)
{
    if (!std::isfinite(value))
        return notFinite(value);
    const Ladder l = ladder(unit);
    const auto [digits, rung] = shownOn(l, value, unit, std::clamp(significant_digits, 1, 17));
    return assembled(l, value < 0 && digits != "0", digits, l.rungs[rung].suffix);
}

std::string formatBeside(double value, double beside, Unit unit, int significant_digits)
{
    return besideIn(ladder(unit), value, beside, unit, significant_digits);
}

std::string formatCaptioned(double value, double beside, Unit unit, int significant_digits)
{
    Ladder l = ladder(unit);
    if (l.after.starts_with(' ')) // " tokens/s"
        l.after = "";
    return besideIn(l, value, beside, unit, significant_digits);
}

std::string formatDigits(double value, double beside, Unit unit, int significant_digits)
{
    const Ladder l = ladder(unit);
    return besideIn({"", l.rungs, ""}, value, beside, unit, significant_digits, Prefix::hidden);
}

std::vector<std::string> unitNames(Unit unit)
{
    const Ladder l = ladder(unit);
    std::vector<std::string> names;
    for (const Rung& rung : l.rungs) {
        std::string name = fmt::format("{}{}", rung.suffix, l.after);
        name.erase(0, name.find_first_not_of(' '));
        if (!name.empty())
            names.push_back(std::move(name));
    }
    return names;
}

std::string formatShare(double share)
{
    constexpr double least = 1e-4;
    return share > 0 && share < least ? "under " + formatQuantity(least, Unit::ratio)
                                      : formatQuantity(share, Unit::ratio);
}

std::string formatExact(double value, Unit unit)
{
    if (!std::isfinite(value))
        return notFinite(value);
    const Ladder l = ladder(unit);
    const long double magnitude = std::fabs(static_cast<long double>(value));
    // From few digits to many: 1e5 s is "100000 s", not "27.777777777777779 h".
    for (const std::string_view format : {"{:.15g}", "{}", "{:.17g}"})
        for (std::size_t rung = rungOf(l.rungs, magnitude) + 1; rung-- > 0;) {
            const auto shown = static_cast<double>(magnitude / l.rungs[rung].factor);
            std::string text =
                assembled(l, std::signbit(value), fmt::format(fmt::runtime(format), shown), l.rungs[rung].suffix);
            if (parseQuantity(text, unit) == value)
                return text;
        }
    // Only if no multiple of the unit represents the value exactly: the base unit.
    return unit == Unit::hours ? fmt::format("{:.21g} s", static_cast<long double>(value)) : fmt::format("{}", value);
}

std::string_view baseUnit(Unit unit)
{
    return rowOf(unit).base;
}

} // namespace kneepoint
