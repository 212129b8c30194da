// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QCustomPlot;
class QPainter;

namespace kneepoint {

/// Calls `draw` on a layer of the plot, in the plot's pixels, at every replot and in every export: for marks whose
/// layout depends on that of others (flags, labels at the ends of lines). The plot owns it.
void addPainting(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> draw);

} // namespace kneepoint
