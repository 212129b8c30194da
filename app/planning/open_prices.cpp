// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/open_prices.h"

#include "app/document/scenario_document.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/prices_page.h"

namespace kneepoint {

void openPrices(ScenarioDocument& document, DetailPages& details, std::string_view selected)
{
    auto* page = new PricesPage(document.prices());
    QObject::connect(page, &PricesPage::changed, &document, &ScenarioDocument::setPrices);
    QObject::connect(page, &PricesPage::wanted, &document, &ScenarioDocument::takeListedPrice);
    page->select(selected);
    details.open(page);
}

} // namespace kneepoint
