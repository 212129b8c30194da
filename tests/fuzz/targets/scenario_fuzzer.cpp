// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// Scenario files are accepted or rejected; an accepted one can be evaluated and saved without losing a digit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto file = parseScenario(fuzz::textOf(data, size), "fuzz", shippedCalibration());
    if (!file) {
        fuzz::requireSentence(file.error());
        return 0;
    }
    fuzz::requireUsable(file->scenario);
    const auto again = parseScenario(writeScenario(*file, shippedCalibration()), "again", shippedCalibration());
    fuzz::require(again && again->scenario == file->scenario, "a saved scenario is read back the same");
    return 0;
}
