// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// Lines of "id=value" as for `--set`: each is accepted or changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest = fuzz::textOf(data, size);
    Scenario scenario;
    for (int edits = 0; edits < 32 && !rest.empty(); ++edits) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() < rest.size() ? line.size() + 1 : line.size());
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos)
            continue;
        const Scenario before = scenario;
        if (const auto edited =
                editByText(scenario, line.substr(0, equals), line.substr(equals + 1), shippedCalibration());
            !edited) {
            fuzz::requireSentence(edited.error());
            fuzz::require(scenario == before, "a rejected edit changes nothing");
        }
    }
    fuzz::requireUsable(scenario);
    return 0;
}
