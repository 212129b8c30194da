// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <streambuf>

namespace kneepoint {

/// Forwards text and replaces every control character except line feed and tab with U+FFFD, including C1 controls in
/// UTF-8, so that text from untrusted files cannot control the terminal.
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

    protected:
        int overflow(int c) override;
        int sync() override;

    private:
        void pass(unsigned char c);

        std::ostream& m_to;
        bool m_after_c2 = false; ///< the last byte started a character that may be a C1 control
    };

    Buffer m_buffer;
};

} // namespace kneepoint
