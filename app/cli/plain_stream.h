// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace kneepoint {

/// Forwards UTF-8 text so that text from untrusted files cannot control the terminal or reorder what it shows: control
/// characters except line feed and tab, and bidirectional marks, become escapes like "\u202e", which JSON readers turn
/// back; bytes that are not valid UTF-8 become U+FFFD.
class PlainStream : public std::ostream {
public:
    explicit PlainStream(std::ostream& to)
        : std::ostream(nullptr)
        , m_buffer(to)
    {
        rdbuf(&m_buffer);
    }

private:
    class Buffer : public std::streambuf {
    public:
        explicit Buffer(std::ostream& to)
            : m_to(to)
        {
        }
        Buffer(const Buffer&) = delete;
        Buffer& operator=(const Buffer&) = delete;
        ~Buffer() override { dropSequence(); }

    protected:
        int overflow(int c) override;
        int sync() override;

    private:
        void begin(unsigned char c);
        void finishSequence();
        void dropSequence();

        std::ostream& m_to;
        std::string m_sequence; ///< the bytes so far of a character of several bytes
        char32_t m_code = 0;    ///< the character so far
        int m_missing = 0;      ///< bytes until it is complete
    };

    Buffer m_buffer;
};

} // namespace kneepoint
