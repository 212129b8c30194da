// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What was measured, in the words of the catalogues, as plain values. Values are in the base unit of their parameter
/// or metric.
namespace kneepoint {

/// A parameter's value as the source sets it; of a choice, its index; of a flag, 0 or 1.
struct ObservedSetting {
    std::string parameter; ///< id in the parameter catalogue: "plan.tensor_parallel"
    double value = 0;
    std::string place; ///< where it was read: "layout.tp", "config.json: /hidden_size"
    bool operator==(const ObservedSetting&) const = default;
};

/// A figure that the source measured.
struct Measurement {
    std::string metric; ///< id in the results catalogue: "step_s", "tokens_per_s"
    double value = 0;   ///< the median of the samples
    double spread = 0;  ///< their standard deviation, in the unit of the value; 0 if unknown
    double samples = 1;
    std::string place;
    bool operator==(const Measurement&) const = default;
};

struct MeasuredPoint {
    double x = 0, y = 0;
    bool operator==(const MeasuredPoint&) const = default;
};

/// A straight line fitted to the points with x from `from` to `to`: a transfer of latency + size / bandwidth.
struct LinearPiece {
    double from = 0, to = 0;
    double intercept = 0, slope = 0; ///< neither is negative
    bool operator==(const LinearPiece&) const = default;
};

/// A figure measured over a range of another: the time of a collective over its size.
struct MeasuredCurve {
    std::string name; ///< "all_reduce"
    Unit x_unit = Unit::none, y_unit = Unit::none;
    std::vector<MeasuredPoint> points; ///< by rising x, at most one for each
    std::string place;
    std::vector<LinearPiece> pieces = {}; ///< by rising x; empty if nothing was fitted
    std::string operation = {};           ///< of a collective: "all_reduce"; empty if it is not known
    double ranks = 0, nodes = 0;          ///< of a collective's group; 0 if not stated
    bool operator==(const MeasuredCurve&) const = default;
};

/// A part of the step, exposed time only, so that the parts add up to the step.
struct StepPart {
    std::string part; ///< as in the components of a step report
    double seconds = 0;
    bool operator==(const StepPart&) const = default;
};

/// A run of a file with several, such as a row of a table.
struct EvidenceRow {
    std::string name;                      ///< as the source has it, or its place
    std::vector<ObservedSetting> settings; ///< at most one per parameter; they add to those of the file
    std::vector<Measurement> measurements;
    std::string series = {}; ///< rows of one series differ only in size: "MPT 7B, bf16"; empty if there is one series
    bool operator==(const EvidenceRow&) const = default;
};

/// A likely cause that the measurements point at.
struct EvidenceFinding {
    std::string cause;    ///< id of a cause of the diagnosis: "straggler"
    double share = 0;     ///< 0..1: of the step, or of the rate of a link, that is lost
    std::string sentence; ///< with the figures that show it
    std::string place;
    bool operator==(const EvidenceFinding&) const = default;
};

/// A group of ranks that communicates, as a profiler trace shows it.
struct ObservedGroup {
    std::string name;      ///< its description: "TENSOR_MODEL_PARALLEL_GROUP"
    double size = 0;       ///< ranks
    std::string operation; ///< its most frequent collective: "all_reduce"
    double calls = 0;
    double bytes = 0; ///< largest payload; 0 if the trace states none
    bool operator==(const ObservedGroup&) const = default;
};

/// The file behind the evidence.
struct EvidenceSource {
    std::string name;        ///< without folders
    std::string date;        ///< last change, "2026-05-18"; empty if unknown
    double bytes = 0;        ///< as stored, compressed if it is
    std::uint32_t crc32 = 0; ///< of the bytes as stored
    bool operator==(const EvidenceSource&) const = default;
};

/// What is kept of an imported file: what was derived from it, never its content.
struct KeptEvidence {
    EvidenceSource source;
    std::string kind;    ///< "trace"
    std::string summary; ///< one sentence
    bool used = true;    ///< false: kept, but neither shown in charts nor used for calibration
    std::vector<ObservedSetting> settings;
    std::vector<Measurement> measurements;
    std::vector<MeasuredCurve> curves;
    std::vector<StepPart> breakdown;
    std::vector<EvidenceRow> rows;
    std::vector<EvidenceFinding> findings;
    std::vector<ObservedGroup> groups;
    bool operator==(const KeptEvidence&) const = default;
};

/// Limits of one kept file; what exceeds them is dropped when it is kept and refused when it is read.
inline constexpr std::size_t most_kept_files = 64;
inline constexpr std::size_t most_kept_values = 200; ///< settings, measurements, parts, findings, groups
inline constexpr std::size_t most_kept_rows = 200;
inline constexpr std::size_t most_kept_curves = 16;
inline constexpr std::size_t most_kept_points = 128; ///< of a curve
inline constexpr std::size_t most_kept_text = 1000;  ///< bytes
inline constexpr double most_kept_number = 1e300;

/// The observed value of a parameter; nothing if it was not observed.
[[nodiscard]] std::optional<double> settingOf(std::span<const ObservedSetting> settings, std::string_view parameter);
/// The first measurement of a metric; nullptr if there is none.
[[nodiscard]] const Measurement* measurementOf(std::span<const Measurement> measurements, std::string_view metric);

} // namespace kneepoint
