// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/worker.h"

namespace kneepoint {

Bell::Bell(const std::function<void()>& heard)
{
    connect(this, &Bell::rung, this, heard, Qt::QueuedConnection);
}

} // namespace kneepoint
