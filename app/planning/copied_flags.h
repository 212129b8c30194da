// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

struct Framework;
struct Layout;
class MessageBar;
struct Scenario;

/// Copies a layout to the clipboard as flags or settings of a framework, and confirms it.
void copyAsFlags(const Scenario& s, const Layout& layout, const Framework& framework, MessageBar& messages);

} // namespace kneepoint
