// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/prices.h"
#include "model/catalogue/scenario_file.h"

#include <QByteArray>
#include <QString>

namespace kneepoint {

/// A report about a scenario as the content of a .pdf file: one page with its verdict, figures, charts and bottlenecks,
/// then an appendix with every fix and what differs from the defaults, with sources. The pages fill A4 and print on
/// Letter. `prices` is stated as the source of the price of a GPU-hour if it is the list's. Other suffixes of `path`
/// are an error. Needs a QApplication.
[[nodiscard]] Result<QByteArray> reportBytes(
    const ScenarioFile& file, const QString& path, const PriceList& prices = shippedPrices());

} // namespace kneepoint
