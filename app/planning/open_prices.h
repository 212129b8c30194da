// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kneepoint {

class DetailPages;
class ScenarioDocument;

/// Opens the price list of the document, to look at and to edit; `selected` is the id of a GPU or network.
void openPrices(ScenarioDocument& document, DetailPages& details, std::string_view selected);

} // namespace kneepoint
