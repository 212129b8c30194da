// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string>
#include <string_view>

namespace kneepoint {

/// The result of iperf3, or of iperf 2.
struct StreamTest {
    std::string tool;       ///< "iperf3"
    double bytes_per_s = 0; ///< as received, of all streams in one direction
    double streams = 1;
    bool datagrams = false; ///< UDP
    std::string place;
};

/// Text with the heading of intervals and rates, or JSON with "test_start" and "intervals".
[[nodiscard]] bool isStreamTest(std::string_view head);
[[nodiscard]] Result<StreamTest> streamTest(ByteSource& source);

} // namespace kneepoint
