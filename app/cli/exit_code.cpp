// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exit_code.h"

#include "model/units/excerpt.h"

#include <ostream>

namespace kneepoint {

ExitCode complain(Streams streams, ExitCode code, std::string_view sentence)
{
    constexpr std::size_t longest_sentence = 600; // whatever was typed and is repeated in it
    while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.'))
        sentence.remove_suffix(1);
    streams.err << "kneepoint: " << excerpt(sentence, longest_sentence) << ".\n";
    return code;
}

} // namespace kneepoint
