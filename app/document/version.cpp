// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/version.h"

namespace kneepoint {

const char* programVersion()
{
    return KNEEPOINT_VERSION;
}

const char* releaseDate()
{
    return KNEEPOINT_RELEASE_DATE;
}

} // namespace kneepoint
