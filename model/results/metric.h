// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/uncertainty/interval.h"
#include "model/units/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The results catalogue: all figures shown by the program, each defined once. JSON keys, CSV columns, headline,
/// comparison, report, tornado and knee-map targets, search objectives, What's This help and docs/results.md are
/// generated from it. To add a figure, add one record to the metrics_*.cpp of its group. The counterpart of the
/// parameter catalogue (catalogue.h).
namespace kneepoint {

struct Analysis;
struct Calibration;
struct ScalePoint;
struct StepReport;

enum class MetricGroup { scale, step, throughput, roofs, ridges, operating_point, bytes, training };
inline constexpr std::size_t metric_group_count = 8;
/// "Scale", "Bytes, per GPU".
[[nodiscard]] std::string_view metricGroupLabel(MetricGroup group);

/// Which direction is an improvement.
enum class Better { lower, higher, neither };

/// Where a figure is shown.
enum class Prominence {
    headline, ///< in the headline; target of tornado and knee map
    summary,  ///< additionally in comparison and report
    detail,   ///< in listings and data
};

/// How a figure depends on an error of the predicted step time.
enum class FollowsStep { no, proportionally, inversely };

/// A figure shown by the program.
struct Metric {
    std::string_view id = {}; ///< stable; JSON key and CSV column: "step_s", "mfu", "knee"
    MetricGroup group = MetricGroup::scale;
    std::string_view label = {};  ///< "Step time"
    std::string_view symbol = {}; ///< "T(K)"; may be empty
    Unit unit = Unit::none;
    Better better = Better::neither;
    Prominence prominence = Prominence::detail;
    FollowsStep follows_step = FollowsStep::no;
    bool needs_a_run = false;          ///< not valid if the job cannot run
    std::string_view help = {};        ///< one or two sentences for people
    std::string_view formula = {};     ///< may be empty
    std::string_view computed_by = {}; ///< file and function: "model/analysis/knees.cpp: findKnees"
    std::string_view source = {};      ///< of the formula

    /// The value in the base unit of `unit`; nothing if this scenario has none. Always set.
    std::optional<double> (*value)(const Analysis&) = nullptr;
    /// Why there is no value, as a clause: "no knee up to K = 512". Null if there is always a value.
    std::string (*none)(const Analysis&) = nullptr;
    /// The definition to be shown with the label: "efficiency below 80 %" for the knee. Null if there is none.
    std::string (*detail)(const Analysis&) = nullptr;
    /// Formats a value; null: formatQuantity() with the unit.
    std::string (*text)(double) = nullptr;
    /// Its interval, if it depends on the step in a way that follows_step cannot express. Null: according to
    /// follows_step.
    std::optional<Interval> (*interval)(const Analysis&) = nullptr;
    /// Whether the figure applies to a scenario at all: a generic model has no tokens. Null: always.
    bool (*applies)(const Scenario&) = nullptr;
    /// The same value computed from a single step, for searches, maps and tornados. Null if that is not enough.
    std::optional<double> (*of_step)(const Scenario&, const StepReport&) = nullptr;
    /// The same value computed from one point of the scaling curve. Null if of_step is enough or the whole curve is
    /// needed.
    std::optional<double> (*of_point)(const ScalePoint&) = nullptr;
};

/// All figures, in the order of groups and of their listing.
[[nodiscard]] std::span<const Metric> metrics();
/// Accepts the American spelling of an id too; nullptr if there is no such figure.
[[nodiscard]] const Metric* findMetric(std::string_view id);
/// Like findMetric, for ids in the program's own code; terminates if there is no such figure.
[[nodiscard]] const Metric& metric(std::string_view id);

/// The figures of this prominence or higher, in order.
[[nodiscard]] std::vector<const Metric*> metricsUpTo(Prominence prominence);
[[nodiscard]] bool applies(const Metric& m, const Scenario& s);

/// The value for a scenario, computed in the cheapest way: one step, one point of the curve, or the whole analysis.
[[nodiscard]] std::optional<double> measure(const Metric& m, const Scenario& s, const Calibration& calibration);
/// The value at one point of a scaling curve; nothing for a figure that needs the whole curve.
[[nodiscard]] std::optional<double> valueAt(const Metric& m, const Scenario& s, const ScalePoint& point);
/// The interval derived from that of the step time. Nothing if the figure does not depend on the step or nothing
/// similar to the scenario has been measured.
[[nodiscard]] std::optional<Interval> intervalOf(const Metric& m, const Analysis& a);

/// A remark to be shown with this figure: whyItCannotRun() if it requires a run, else nothing.
[[nodiscard]] std::string markOf(const Metric& m, const Analysis& a);

/// "412 ms", "K = 23".
[[nodiscard]] std::string valueText(const Metric& m, double value);
/// The same in the unit of the value beside it.
[[nodiscard]] std::string valueText(const Metric& m, double value, double beside);
/// The same for an analysis; for a figure without value, the reason: "none up to K = 512".
[[nodiscard]] std::string valueText(const Metric& m, const Analysis& a);
/// The same beside a caption that says what is counted: "58.5 k" for "58.5 k tokens/s".
[[nodiscard]] std::string captionedText(const Metric& m, double value);
/// An interval of it beside a value, without units: "12.8–17.7" for "15.0 s"; empty if both ends are shown the same.
[[nodiscard]] std::string rangeText(const Metric& m, const Interval& interval, double beside);
/// Its interval: "2.1 s … 2.8 s"; empty if there is none.
[[nodiscard]] std::string intervalText(const Metric& m, const Analysis& a);
/// "Knee (efficiency below 80 %)".
[[nodiscard]] std::string nameText(const Metric& m, const Analysis& a);

} // namespace kneepoint
