// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/calibration.h"

namespace kneepoint {

const Calibration& shippedCalibration()
{
    static const Calibration shipped = [] {
        const auto measured = measuredStacks();
        const auto errors = errorKinds();
        const auto spreads = factorSpreads();
        return Calibration{fittedLinks().law,
            std::make_shared<const LearnedConstants>(
                LearnedConstants{fittedConstants(), std::vector<MeasuredStack>(measured.begin(), measured.end()),
                    fittedLinks().links, std::vector<ErrorKind>(errors.begin(), errors.end()),
                    std::vector<FactorSpreads>(spreads.begin(), spreads.end())})};
    }();
    return shipped;
}

} // namespace kneepoint
