// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <streambuf>

namespace kneepoint {

/// Passes text on and puts U+FFFD in the place of every control character but the line feed and the tab, of those of
/// C1 in UTF-8 too: what a file of a stranger says cannot steer the terminal.
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
        bool m_after_c2 = false; ///< the last byte began a character that may be one of C1
    };

    Buffer m_buffer;
};

} // namespace kneepoint
