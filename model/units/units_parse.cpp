// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/units.h"

#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

/// Reading quantities: a small arithmetic (+ - * / ^ and brackets) whose numbers may carry units.
/// Evaluated in long double, so that "0.3 ms" and "7.1 B" become the doubles nearest to what was written.
namespace kneepoint {
namespace {

constexpr std::size_t longest_text = 200;

// A spelling of a unit, its size in base units and its allowed prefixes.
struct Spelling {
    std::string_view text;
    long double size;
    std::string_view prefixes;
};

struct Vocabulary {
    std::string_view example;
    long double bare; ///< size of the unit that a number without unit is in
    std::string_view bare_prefixes;
    std::span<const Spelling> spellings;
    bool dollar_sign = false; ///< may precede the number
};

struct Prefix {
    std::string_view text;
    long double size;
};
constexpr Prefix prefixes[] = {{"n", 1e-9L}, {"u", 1e-6L}, {"µ", 1e-6L}, {"μ", 1e-6L}, {"m", 1e-3L}, {"k", 1e3L},
    {"K", 1e3L}, {"M", 1e6L}, {"G", 1e9L}, {"B", 1e9L}, {"T", 1e12L}, {"P", 1e15L}, {"E", 1e18L}, {"Z", 1e21L},
    {"Y", 1e24L}};

constexpr std::string_view large = "kKMGTPEZY", small = "nuµμm", counting = "kKMGBT";
constexpr long double kibi = 1024.0L, mebi = kibi * kibi, gibi = mebi * kibi, tebi = gibi * kibi;

constexpr Spelling percent[] = {{"%", 1e-2L, ""}};
constexpr Spelling times[] = {{"x", 1, ""}, {"×", 1, ""}};
constexpr Spelling time[] = {{"s", 1, small}, {"sec", 1, ""}, {"second", 1, ""}, {"seconds", 1, ""}, {"min", 60, ""},
    {"minute", 60, ""}, {"minutes", 60, ""}, {"h", 3600, ""}, {"hr", 3600, ""}, {"hour", 3600, ""}, {"hours", 3600, ""},
    {"d", 86400, ""}, {"day", 86400, ""}, {"days", 86400, ""}, {"week", 604800, ""}, {"weeks", 604800, ""},
    {"year", 31557600, ""}, {"years", 31557600, ""}};
constexpr Spelling storage[] = {{"B", 1, large}, {"byte", 1, large}, {"bytes", 1, large}, {"KiB", kibi, ""},
    {"MiB", mebi, ""}, {"GiB", gibi, ""}, {"TiB", tebi, ""}};
constexpr Spelling bandwidth[] = {{"B/s", 1, large}, {"Bps", 1, large}, {"byte/s", 1, large}, {"bytes/s", 1, large},
    {"bit/s", 0.125L, large}, {"bits/s", 0.125L, large}, {"bps", 0.125L, large}, {"b/s", 0.125L, large},
    {"KiB/s", kibi, ""}, {"MiB/s", mebi, ""}, {"GiB/s", gibi, ""}, {"TiB/s", tebi, ""}};
constexpr Spelling work[] = {{"FLOP", 1, large}, {"FLOPs", 1, large}, {"flop", 1, large}, {"flops", 1, large}};
constexpr Spelling speed[] = {{"FLOP/s", 1, large}, {"FLOPs/s", 1, large}, {"FLOPS", 1, large}, {"FLOPs", 1, large},
    {"flop/s", 1, large}, {"flops", 1, large}, {"Flop/s", 1, large}, {"flops/s", 1, large}};
constexpr Spelling intensity[] = {{"FLOP/byte", 1, large}, {"FLOP/B", 1, large}, {"FLOPs/byte", 1, large},
    {"FLOPs/B", 1, large}, {"flop/byte", 1, large}, {"flops/byte", 1, large}};
constexpr Spelling token_rate[] = {{"tokens/s", 1, counting}, {"token/s", 1, counting}, {"tok/s", 1, counting}};
constexpr Spelling rate[] = {{"examples/s", 1, counting}, {"example/s", 1, counting}, {"ex/s", 1, counting},
    {"samples/s", 1, counting}, {"images/s", 1, counting}, {"img/s", 1, counting}, {"/s", 1, counting}};
constexpr Spelling token[] = {{"tokens", 1, counting}, {"token", 1, counting}};
constexpr Spelling power[] = {{"W", 1, "mkMG"}};
constexpr Spelling energy[] = {{"J", 1, large}, {"Wh", 3600, large}};
constexpr Spelling money[] = {{"USD", 1, counting}, {"$", 1, counting}};
constexpr Spelling price[] = {
    {"/h", 1, counting}, {"/hr", 1, counting}, {"/hour", 1, counting}, {"USD/h", 1, counting}, {"$/h", 1, counting}};

/// One for each Unit.
constexpr std::pair<Unit, Vocabulary> vocabularies[] = {{Unit::none, {"8", 1, "kKMGTP", {}}},
    {Unit::count, {"7 B", 1, counting, {}}}, {Unit::ratio, {"80 %", 1, "", percent}},
    {Unit::factor, {"1.5×", 1, "kKM", times}}, {Unit::seconds, {"3 ms", 1, "", time}},
    {Unit::hours, {"5.3 h", 3600, "", time}}, {Unit::bytes, {"80 GB", 1, large, storage}},
    {Unit::bytes_per_second, {"25 GB/s", 1, large, bandwidth}},
    {Unit::bits_per_second, {"400 Gbit/s", 0.125L, large, bandwidth}}, {Unit::flops, {"1.2 PFLOP", 1, large, work}},
    {Unit::flops_per_second, {"312 TFLOP/s", 1, large, speed}},
    {Unit::flops_per_byte, {"768 FLOP/byte", 1, large, intensity}},
    {Unit::examples_per_second, {"12000 examples/s", 1, counting, rate}},
    {Unit::tokens_per_second, {"12000 tokens/s", 1, counting, token_rate}},
    {Unit::tokens, {"20 B tokens", 1, counting, token}}, {Unit::watts, {"700 W", 1, "kMG", power}},
    {Unit::joules, {"2.7 GWh", 1, large, energy}}, {Unit::dollars, {"$1.2 M", 1, counting, money, true}},
    {Unit::dollars_per_hour, {"$2.50/h", 1, counting, price, true}}};

const Vocabulary& vocabulary(Unit unit)
{
    return std::ranges::find(vocabularies, unit, &std::pair<Unit, Vocabulary>::first)->second;
}

std::optional<long double> prefixSize(std::string_view text, std::string_view allowed)
{
    if (text.empty())
        return 1.0L;
    for (const Prefix& p : prefixes)
        if (p.text == text && allowed.find(text) != std::string_view::npos)
            return p.size;
    return std::nullopt;
}

// A number with the power of its unit: 0 without one, 1 with one.
struct Value {
    long double number = 0;
    int dimension = 0;
};

// The input, shortened and printable, for error sentences.
std::string inQuotes(std::string_view text)
{
    return '"' + excerpt(text) + '"';
}

class Reader {
public:
    Reader(std::string_view text, const Vocabulary& words)
        : m_rest(text)
        , m_words(words)
    {
    }

    // The whole text as one value, or nothing and error().
    std::optional<Value> read()
    {
        auto value = sum();
        skipSpaces();
        if (value && !m_rest.empty())
            return refuse(fmt::format("{} is not expected here", inQuotes(m_rest)));
        return value;
    }

    [[nodiscard]] const std::string& error() const { return m_error; }

private:
    std::optional<Value> refuse(std::string why)
    {
        if (m_error.empty())
            m_error = std::move(why);
        return std::nullopt;
    }

    void skipSpaces()
    {
        while (true) {
            if (m_rest.starts_with(' ') || m_rest.starts_with('\t'))
                m_rest.remove_prefix(1);
            else if (m_rest.starts_with("\u00a0"))
                m_rest.remove_prefix(2);
            else if (m_rest.starts_with("\u202f"))
                m_rest.remove_prefix(3);
            else
                return;
        }
    }

    bool take(std::string_view symbol)
    {
        skipSpaces();
        if (!m_rest.starts_with(symbol))
            return false;
        m_rest.remove_prefix(symbol.size());
        return true;
    }

    std::optional<Value> sum()
    {
        auto left = product();
        while (left) {
            const bool plus = take("+");
            if (!plus && !take("-") && !take("−"))
                break;
            const auto right = product();
            if (!right)
                return std::nullopt;
            if (left->dimension != right->dimension)
                return refuse("only one term of the sum has a unit; give both terms one");
            left->number += plus ? right->number : -right->number;
        }
        return left;
    }

    std::optional<Value> product()
    {
        auto left = power();
        while (left) {
            const bool multiply = take("*") || take("×") || take("·");
            if (!multiply && !take("/"))
                break;
            const auto right = power();
            if (!right)
                return std::nullopt;
            left->number = multiply ? left->number * right->number : left->number / right->number;
            left->dimension += multiply ? right->dimension : -right->dimension;
        }
        return left;
    }

    std::optional<Value> power()
    {
        if (take("-") || take("−")) {
            auto value = power();
            if (value)
                value->number = -value->number;
            return value;
        }
        if (take("+"))
            return power();
        auto base = primary();
        if (!base || !take("^"))
            return base;
        const auto exponent = power();
        if (!exponent)
            return std::nullopt;
        if (base->dimension != 0 || exponent->dimension != 0)
            return refuse("only numbers without units can be raised to a power");
        return Value{std::pow(base->number, exponent->number), 0};
    }

    std::optional<Value> primary()
    {
        const bool dollars = take("$");
        if (dollars && !m_words.dollar_sign)
            return refuse("an amount of money is not expected here");
        std::optional<Value> value;
        if (take("(")) {
            value = sum();
            if (value && !take(")"))
                return refuse("a closing bracket is missing");
        } else {
            value = number();
        }
        return value ? withUnit(*value) : value;
    }

    std::optional<Value> number()
    {
        skipSpaces();
        const bool digit = !m_rest.empty() && ((m_rest[0] >= '0' && m_rest[0] <= '9') || m_rest[0] == '.');
        if (!digit)
            return refuse(m_rest.empty() ? std::string("a number is missing")
                                         : fmt::format("{} is not a number", inQuotes(m_rest)));
        Value value;
        const auto [end, problem] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value.number);
        if (problem == std::errc::result_out_of_range)
            return refuse("the number is too large or too small");
        if (problem != std::errc())
            return refuse(fmt::format("{} is not a number", inQuotes(m_rest)));
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    }

    // The letters of a unit, without the spaces between prefix and name: "B tokens" is "Btokens".
    std::string takeWord()
    {
        std::string word;
        while (true) {
            skipSpaces();
            if (m_rest.empty())
                return word;
            const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
            const bool per = m_rest[0] == '/' && m_rest.size() > 1 && (isLetter(m_rest[1]));
            std::size_t size = isLetter(m_rest[0]) || m_rest[0] == '%' || m_rest[0] == '$' || per ? 1 : 0;
            if (m_rest.starts_with("µ") || m_rest.starts_with("μ"))
                size = 2;
            if (m_rest == "×")
                size = m_rest.size();
            if (size == 0)
                return word;
            word += m_rest.substr(0, size);
            m_rest.remove_prefix(size);
        }
    }

    std::optional<Value> withUnit(Value value)
    {
        const std::string word = takeWord();
        if (word.empty())
            return value;
        if (const auto size = prefixSize(word, m_words.bare_prefixes))
            return Value{value.number * *size, value.dimension};
        for (const Spelling& s : m_words.spellings) {
            if (!word.ends_with(s.text))
                continue;
            const std::string_view before = std::string_view(word).substr(0, word.size() - s.text.size());
            if (const auto size = prefixSize(before, s.prefixes)) {
                const bool pure = s.text == "%" || s.text == "x" || s.text == "×";
                return Value{value.number * *size * s.size, value.dimension + (pure ? 0 : 1)};
            }
        }
        if (word.ends_with("bit") || word.ends_with("bits") || (word.size() == 2 && word.ends_with("b")))
            return refuse(fmt::format("{} counts bits, which do not fit here", inQuotes(word)));
        return refuse(fmt::format("{} is not a known unit", inQuotes(word)));
    }

    std::string_view m_rest;
    const Vocabulary& m_words;
    std::string m_error;
};

// The double nearest to a text that is a decimal number and nothing else.
std::optional<double> plainNumber(std::string_view text)
{
    double number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

} // namespace

Result<double> parseQuantity(std::string_view text, Unit unit)
{
    const Vocabulary words = vocabulary(unit);
    if (const auto number = plainNumber(text); number && words.bare == 1)
        return *number;
    const auto refusal = [&](std::string_view why) {
        return failure(
            fmt::format("{} cannot be read: {}; write for instance \"{}\".", inQuotes(text), why, words.example));
    };
    if (text.size() > longest_text)
        return refusal(fmt::format("it is longer than {} characters", longest_text));
    Reader reader(text, words);
    const auto value = reader.read();
    if (!value)
        return refusal(reader.error());
    if (value->dimension != 0 && value->dimension != 1)
        return refusal("its units do not match");
    const auto result = static_cast<double>(value->dimension == 0 ? value->number * words.bare : value->number);
    if (!std::isfinite(result))
        return refusal("it is not a finite number");
    return result;
}

} // namespace kneepoint
