// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plain_stream.h"

namespace kneepoint {
namespace {

constexpr unsigned char first_of_two = 0xC2; // of U+0080 … U+00BF in UTF-8
constexpr unsigned char last_c1 = 0x9F;
constexpr const char* replacement = "\uFFFD";

bool isControl(unsigned char c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

} // namespace

void PlainStream::Buffer::pass(unsigned char c)
{
    if (m_after_c2) {
        m_after_c2 = false;
        if (c >= 0x80 && c <= last_c1) {
            m_to << replacement;
            return;
        }
        m_to.put(static_cast<char>(first_of_two));
    }
    if (c == first_of_two)
        m_after_c2 = true;
    else if (isControl(c))
        m_to << replacement;
    else
        m_to.put(static_cast<char>(c));
}

int PlainStream::Buffer::overflow(int c)
{
    if (c == traits_type::eof())
        return 0;
    pass(static_cast<unsigned char>(c));
    return m_to ? c : traits_type::eof();
}

int PlainStream::Buffer::sync()
{
    return m_to.flush() ? 0 : -1;
}

} // namespace kneepoint
