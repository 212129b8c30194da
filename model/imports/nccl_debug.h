// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string>
#include <string_view>

/// Lines of NCCL_DEBUG=INFO, alone or in the log of a program: what NCCL uses between and within nodes.
namespace kneepoint {

class NcclDebug {
public:
    void take(std::string_view line, const std::string& place);
    /// Adds settings, findings and what the lines show besides.
    void addTo(Evidence& evidence) const;
    [[nodiscard]] bool empty() const { return m_lines == 0; }
    [[nodiscard]] std::string summary() const;

private:
    std::string m_sockets, m_infiniband, m_plugin, m_no_peers, m_no_device, m_no_multicast; ///< places; empty: not seen
    double m_nics = 0;
    std::size_t m_lines = 0;
};

[[nodiscard]] bool isNcclDebug(std::string_view head);
[[nodiscard]] Result<Evidence> readNcclDebug(ByteSource& source);

} // namespace kneepoint
