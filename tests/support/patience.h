// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint::test {

/// How long tests wait for what must happen: far longer than it takes on a loaded machine under a sanitizer.
inline constexpr int patience_ms = 300000;

} // namespace kneepoint::test
