// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/scenario/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The catalogue of results: every figure that the program shows, once. JSON keys, CSV columns, headline, comparison,
/// report, tornado and knee-map targets, search objectives, What's This help and docs/results.md are made from it.
/// Adding a figure is adding one record to metrics.cpp. The mirror of the parameter catalogue (catalogue.h).
namespace kneepoint {

enum class MetricGroup { scale, step, throughput, roofs, ridges, operating_point, bytes, training };
inline constexpr std::size_t metric_group_count = 8;
/// "Scale", "Bytes, per GPU".
[[nodiscard]] std::string_view metricGroupLabel(MetricGroup group);

/// Which direction is an improvement.
enum class Better { lower, higher, neither };

/// Where a figure is shown.
enum class Prominence {
    headline, ///< in the headline; target of tornado and knee map
    summary,  ///< beside those in comparison and report
    detail,   ///< in listings and data
};

/// How a figure follows an error of the predicted step time.
enum class FollowsStep { no, proportionally, inversely };

/// Where a measured figure lies nine times out of ten.
struct MetricInterval {
    double low = 0;
    double high = 0; ///< infinite where it may never come
};

/// One figure that the program shows.
struct Metric {
    std::string_view id = {}; ///< stable; JSON key and CSV column: "step_s", "mfu", "knee"
    MetricGroup group = MetricGroup::scale;
    std::string_view label = {};  ///< "Step time"
    std::string_view symbol = {}; ///< "T(K)"; may be empty
    Unit unit = Unit::none;
    Better better = Better::neither;
    Prominence prominence = Prominence::detail;
    FollowsStep follows_step = FollowsStep::no;
    bool needs_a_run = false;          ///< means nothing where the job cannot run as it is
    std::string_view help = {};        ///< one or two sentences for people
    std::string_view formula = {};     ///< may be empty
    std::string_view computed_by = {}; ///< the function of the model that computes it
    std::string_view source = {};      ///< of the formula

    /// In the base unit of `unit`; nothing where this scenario has none. Always set.
    std::optional<double> (*value)(const Analysis&) = nullptr;
    /// Why there is no value, as a clause: "no knee up to K = 512". Null where there always is one.
    std::string (*none)(const Analysis&) = nullptr;
    /// The definition that has to stand beside the label: "efficiency below 80 %" of the knee. Null where there is
    /// none.
    std::string (*detail)(const Analysis&) = nullptr;
    /// How a value is written; null: formatQuantity() with the unit.
    std::string (*text)(double) = nullptr;
    /// Its interval, where it follows the step in another way than follows_step can say. Null: as that says.
    std::optional<MetricInterval> (*interval)(const Analysis&) = nullptr;
    /// Whether the figure says something of such a scenario at all: a generic model has no tokens. Null: of every one.
    bool (*applies)(const Scenario&) = nullptr;
    /// The same value from one step alone, for searches, maps and tornados. Null where it needs more.
    std::optional<double> (*of_step)(const Scenario&, const StepReport&) = nullptr;
    /// The same value from one point of the scaling curve. Null where of_step is enough or it needs the whole curve.
    std::optional<double> (*of_point)(const ScalePoint&) = nullptr;
};

/// All figures, in the order of groups and of their listing.
[[nodiscard]] std::span<const Metric> metrics();
/// nullptr where no figure has this id.
[[nodiscard]] const Metric* findMetric(std::string_view id);
/// As findMetric, for ids written in the program itself; terminates on a wrong one.
[[nodiscard]] const Metric& metric(std::string_view id);

/// Those of this prominence or a higher one, in their order.
[[nodiscard]] std::vector<const Metric*> metricsUpTo(Prominence prominence);
[[nodiscard]] bool applies(const Metric& m, const Scenario& s);

/// The value for a scenario, computed the cheapest way: one step, one point of the curve, or the whole analysis.
[[nodiscard]] std::optional<double> measure(const Metric& m, const Scenario& s, const Calibration& calibration);
/// The value at one point of a scaling curve; nothing for a figure of the whole curve.
[[nodiscard]] std::optional<double> valueAt(const Metric& m, const Scenario& s, const ScalePoint& point);
/// The interval of the step time carried through. Nothing where the figure does not follow the step or nothing like the
/// scenario has been measured.
[[nodiscard]] std::optional<MetricInterval> intervalOf(const Metric& m, const Analysis& a);

/// What has to stand beside this figure: whyItCannotRun() for one that needs a run, else nothing.
[[nodiscard]] std::string markOf(const Metric& m, const Analysis& a);

/// "412 ms", "K = 23".
[[nodiscard]] std::string valueText(const Metric& m, double value);
/// The same of an analysis; for a figure without value, why: "none up to K = 512".
[[nodiscard]] std::string valueText(const Metric& m, const Analysis& a);
/// Its interval: "2.1 s … 2.8 s"; empty where there is none.
[[nodiscard]] std::string intervalText(const Metric& m, const Analysis& a);
/// "Knee (efficiency below 80 %)".
[[nodiscard]] std::string nameText(const Metric& m, const Analysis& a);

} // namespace kneepoint
