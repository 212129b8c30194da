// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table_text.h"

#include <string>

namespace kneepoint {

[[nodiscard]] std::string tableCsv(const Table& table);

} // namespace kneepoint
