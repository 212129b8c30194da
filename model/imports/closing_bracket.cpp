// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/closing_bracket.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kneepoint {
namespace {

constexpr std::size_t block_size = 64;

/// Bit i is set where byte i of a block is the character.
std::uint64_t positionsOf(const char* block, char character)
{
    std::uint64_t bits = 0;
#ifdef __SSE2__
    const __m128i wanted = _mm_set1_epi8(character);
    for (std::size_t part = 0; part < 4; ++part) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * part));
        const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted)));
        bits |= static_cast<std::uint64_t>(equal) << (16 * part);
    }
#else
    for (std::size_t i = 0; i < block_size; ++i)
        bits |= static_cast<std::uint64_t>(block[i] == character) << i;
#endif
    return bits;
}

/// Bit i is the parity of the bits up to i: between an opening and a closing quote it is set.
std::uint64_t parityUpTo(std::uint64_t bits)
{
    for (const int shift : {1, 2, 4, 8, 16, 32})
        bits ^= bits << shift;
    return bits;
}

/// Which characters of a block are escaped by a backslash before them; `carried` is whether the first one is, and then
/// whether the first of the next block is.
std::uint64_t escapedBy(std::uint64_t backslashes, bool& carried)
{
    std::uint64_t escaped = carried ? 1 : 0;
    backslashes &= ~escaped;
    carried = false;
    while (backslashes != 0) {
        const int at = std::countr_zero(backslashes);
        if (at == 63)
            carried = true;
        else
            escaped |= std::uint64_t{2} << at;
        backslashes &= ~(std::uint64_t{3} << at);
    }
    return escaped;
}

} // namespace

const char* closingBracket(const char* begin, const char* end)
{
    const char open = *begin, close = open == '{' ? '}' : ']';
    std::array<char, block_size> tail{};
    bool escape_carried = false;
    std::uint64_t in_string = 0; // all ones within a string
    std::int64_t depth = 0;
    for (const char* block = begin; block < end; block += block_size) {
        const char* bytes = block;
        if (end - block < static_cast<std::ptrdiff_t>(block_size)) {
            std::copy(block, end, tail.begin());
            bytes = tail.data();
        }
        const std::uint64_t escaped = escapedBy(positionsOf(bytes, '\\'), escape_carried);
        const std::uint64_t strings = parityUpTo(positionsOf(bytes, '"') & ~escaped) ^ in_string;
        in_string = (strings >> 63) != 0 ? ~std::uint64_t{0} : 0;
        const std::uint64_t opens = positionsOf(bytes, open) & ~strings;
        std::uint64_t brackets = opens | (positionsOf(bytes, close) & ~strings);
        for (; brackets != 0; brackets &= brackets - 1) {
            const int at = std::countr_zero(brackets);
            depth += (opens >> at & 1) != 0 ? 1 : -1;
            if (depth == 0)
                return block + at + 1;
        }
    }
    return nullptr;
}

} // namespace kneepoint
