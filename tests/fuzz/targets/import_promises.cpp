// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets/import_promises.h"

#include "model/analysis/analysis.h"
#include "model/calibrate/evidence_rows.h"
#include "model/calibrate/matching_networks.h"
#include "model/calibrate/measured_beside.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/evidence/apply_evidence.h"
#include "model/imports/reader.h"
#include "tests/fuzz/targets/promises.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kneepoint::fuzz {
namespace {

void requireUsableEvidence(const Evidence& evidence)
{
    for (const ObservedSetting& setting : evidence.settings) {
        const Parameter* p = findParameter(setting.parameter);
        require(p != nullptr, "a setting is a parameter");
        require(checkValue(*p, setting.value).has_value(), "a setting is within its range");
    }
    for (const Measurement& m : evidence.measurements)
        require(std::isfinite(m.value) && std::isfinite(m.spread), "a measurement is finite");
    for (const StepPart& part : evidence.breakdown)
        require(std::isfinite(part.seconds) && part.seconds >= 0, "a part of a step is a time");
    for (const TimeWindow& w : evidence.windows)
        require(w.idle_s >= 0 && w.input_s >= 0 && w.input_s <= w.idle_s, "a window is no longer than its parts");
    for (const MeasuredCurve& curve : evidence.curves)
        for (const MeasuredPoint& point : curve.points)
            require(std::isfinite(point.x) && std::isfinite(point.y), "a point is finite");
}

void requireKeepable(const Evidence& evidence)
{
    static const Analysis plain = analyze(Scenario{});
    ScenarioFile file;
    file.evidence.push_back(kept(evidence));
    const Result<ScenarioFile> again =
        parseScenario(writeScenario(file, shippedCalibration()), "again", shippedCalibration());
    require(again.has_value(), "kept evidence can be read back");
    const Measured measured = measuredBeside(plain, file.evidence);
    for (const MeasuredSize& size : measured.sizes)
        require(std::isfinite(size.speedup) && size.step_s >= 0, "a measured size can be drawn");
    for (const MeasuredTransfer& transfer : measured.transfers)
        for (const TransferPoint& point : transfer.points)
            require(std::isfinite(point.predicted_s) && point.predicted_s > 0, "a measured collective is predicted");
    for (const NetworkMatch& match : matchingNetworks(Scenario{}, file.evidence.front(), shippedCalibration()))
        require(std::isfinite(match.ratio), "an interconnect can be compared");
    for (const OwnRow& row : runsIn(file.evidence, Scenario{}, shippedCalibration()).rows)
        requireUsable(row.scenario);
}

} // namespace

void requireReadable(std::string_view format, std::string_view bytes)
{
    const auto reader = std::ranges::find(readers(), format, &Reader::format);
    require(reader != readers().end(), "the format exists");
    ByteSource source = ByteSource::of(bytes, "fuzz", {});
    (void)reader->recognizes(source.head());
    const Result<Evidence> evidence = reader->read(source);
    if (!evidence) {
        requireSentence(evidence.error());
        return;
    }
    requireUsableEvidence(*evidence);
    requireKeepable(*evidence);
}

} // namespace kneepoint::fuzz
