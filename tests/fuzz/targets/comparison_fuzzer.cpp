// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/comparison_file.h"

#include "model/constants/calibration.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// Comparison files: all scenarios are accepted, or none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto files = parseComparison(fuzz::textOf(data, size), "fuzz", shippedCalibration());
    if (!files) {
        fuzz::requireSentence(files.error());
        return 0;
    }
    fuzz::require(!files->empty() && files->size() <= most_compared, "a comparison has a bounded number of scenarios");
    for (const ScenarioFile& file : *files)
        fuzz::requireUsable(file.scenario);
    const auto again = parseComparison(writeComparison(*files, shippedCalibration()), "again", shippedCalibration());
    fuzz::require(again && again->size() == files->size(), "a saved comparison can be read");
    for (std::size_t i = 0; i < files->size(); ++i)
        fuzz::require((*again)[i].scenario == (*files)[i].scenario, "a saved comparison is read back the same");
    return 0;
}
