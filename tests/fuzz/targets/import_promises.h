// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kneepoint::fuzz {

/// Whatever the bytes are, the reader of this format gives evidence that can be kept, saved and used, or one sentence.
void requireReadable(std::string_view format, std::string_view bytes);

} // namespace kneepoint::fuzz
