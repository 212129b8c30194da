// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/verdict.h"

#include "model/constants/calibration.h"
#include "model/diagnosis/diagnosis.h"
#include "model/lesson/lesson_results.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

bool isNear(double value, double target, double tolerance)
{
    return std::abs(value - target) <= std::max(tolerance, 1e-9) * std::abs(target);
}

Verdict wrong(const Misconception& m, double factor)
{
    return {false, factor, m.name, m.reply};
}

/// Height of a curve between its points, along the logarithm of x.
double heightAt(std::span<const CurvePoint> curve, double x)
{
    const auto after = std::ranges::find_if(curve, [&](const CurvePoint& p) { return p.x >= x; });
    if (after == curve.begin())
        return curve.front().y;
    if (after == curve.end())
        return curve.back().y;
    const CurvePoint& a = *(after - 1);
    const double t = std::log(x / a.x) / std::log(after->x / a.x);
    return a.y + t * (after->y - a.y);
}

/// Root mean square of the logarithm of sketch over curve.
template <class Height>
double distance(std::span<const CurvePoint> sketch, const std::vector<double>& at, Height height)
{
    constexpr double least = 1e-12;
    double sum = 0;
    for (const double x : at) {
        const double off = std::log(std::max(heightAt(sketch, x), least) / std::max(height(x), least));
        sum += off * off;
    }
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, at.size())));
}

} // namespace

double shapeHeight(CurveShape shape, const CurvePoint& first, double x)
{
    switch (shape) {
    case CurveShape::proportional:
        return first.y * x / first.x;
    case CurveShape::inverse:
        return first.y * first.x / x;
    case CurveShape::flat:
        break;
    }
    return first.y;
}

Result<double> rightNumber(const Question& q)
{
    if (!q.quantity)
        return failure("the question asks for no number");
    return valueOf(*q.quantity);
}

Result<std::size_t> rightChoice(const Question& q)
{
    std::vector<std::size_t> right;
    if (q.quantity) {
        const auto value = valueOf(*q.quantity);
        if (!value)
            return tl::unexpected(value.error());
        for (std::size_t i = 0; i < q.choices.size(); ++i)
            if (*value >= q.choices[i].from && *value < q.choices[i].to)
                right.push_back(i);
        if (right.size() != 1)
            return failure(fmt::format("the engine gives {}, which is in {} of the choices' ranges",
                formatQuantity(*value, unitOf(*q.quantity)), right.empty() ? "none" : "more than one"));
        return right.front();
    }
    const Diagnosis d = diagnose(analyze(q.scenario.value_or(Scenario{})));
    const Cause cause = d.causes.empty() ? Cause::none : d.causes.front().cause;
    for (std::size_t i = 0; i < q.choices.size(); ++i)
        if (q.choices[i].cause == cause)
            right.push_back(i);
    if (right.size() != 1)
        return failure(fmt::format("the diagnosis names {}, which {} of the choices is", causeLabel(cause),
            right.empty() ? "none" : "more than one"));
    return right.front();
}

std::vector<CurvePoint> rightCurve(const Question& q, int points)
{
    std::vector<CurvePoint> curve;
    if (!q.over || !q.quantity || !q.quantity->metric)
        return curve;
    for (int i = 0; i < points; ++i) {
        const double x = q.from * std::pow(q.to / q.from, i / (points - 1.0));
        ComputedNumber at = *q.quantity;
        q.over->edit(at.scenario, x, shippedCalibration());
        if (const auto value = valueOf(at))
            curve.push_back({x, *value});
    }
    return curve;
}

const WrongNumber* matchingWrong(const Question& q, double answer, double right)
{
    const auto found = std::ranges::find_if(q.wrong_numbers, [&](const WrongNumber& w) {
        if (!w.near)
            return w.above == (answer > right);
        const auto near = valueOf(*w.near);
        return near && isNear(answer, *near, q.tolerance);
    });
    return found == q.wrong_numbers.end() ? nullptr : &*found;
}

Verdict judgeNumber(const Question& q, double answer)
{
    const auto right = rightNumber(q);
    if (!right || !std::isfinite(answer))
        return {};
    const double factor = *right != 0 ? answer / *right : std::numeric_limits<double>::infinity();
    if (isNear(answer, *right, q.tolerance))
        return {true, factor, {}, {}};
    const WrongNumber* const matching = matchingWrong(q, answer, *right);
    return matching ? wrong(matching->misconception, factor) : Verdict{false, factor, {}, {}};
}

Verdict judgeChoice(const Question& q, std::size_t choice)
{
    const auto right = rightChoice(q);
    if (!right || choice >= q.choices.size())
        return {};
    if (choice == *right)
        return {true, 1, {}, {}};
    const auto& m = q.choices[choice].misconception;
    return m ? wrong(*m, 1) : Verdict{};
}

Verdict judgeCurve(const Question& q, std::span<const CurvePoint> sketch)
{
    const std::vector<CurvePoint> right = rightCurve(q);
    if (right.empty() || sketch.size() < 2)
        return {};
    std::vector<double> at;
    for (const CurvePoint& p : right)
        if (p.x >= sketch.front().x && p.x <= sketch.back().x)
            at.push_back(p.x);
    const double off = distance(sketch, at, [&](double x) { return heightAt(right, x); });
    const double factor = std::exp(off);
    if (off <= std::log1p(q.tolerance))
        return {true, factor, {}, {}};
    double nearest = off;
    Verdict verdict{false, factor, {}, {}};
    for (const WrongShape& w : q.wrong_shapes) {
        const double d = distance(sketch, at, [&](double x) { return shapeHeight(w.shape, right.front(), x); });
        if (d < nearest) {
            nearest = d;
            verdict = wrong(w.misconception, factor);
        }
    }
    return verdict;
}

std::string verdictSentence(const LessonStep& step, const Verdict& verdict)
{
    const bool measured = step.question && step.question->kind != Question::Kind::choice && verdict.factor > 0;
    const std::string factor = measured ? fmt::format("{:.3g}", offFactor(verdict.factor)) : std::string();
    if (verdict.right)
        return measured && factor != "1" ? fmt::format("Right, within a factor of {}.", factor) : "Right.";
    const std::string judged = measured ? fmt::format("Off by a factor of {}.", factor) : "Not right.";
    return verdict.reply.empty()
        ? judged
        : fmt::format("{} {}", judged, filledText(step, verdict.reply).value_or(verdict.reply));
}

} // namespace kneepoint
