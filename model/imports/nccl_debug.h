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
    // Places; empty: not seen.
    std::string m_sockets, m_infiniband, m_plugin, m_no_peers, m_no_device, m_no_multicast, m_multicast_off;
    std::string m_socket_chosen, m_infiniband_chosen, m_no_direct, m_shared_memory, m_peers;
    double m_nics = 0;
    std::size_t m_lines = 0;
};

/// Ports of "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/RoCE [RO]; OOB …".
[[nodiscard]] double portsIn(std::string_view using_ports);
[[nodiscard]] bool isNcclDebug(std::string_view head);
[[nodiscard]] Result<Evidence> readNcclDebug(ByteSource& source);

} // namespace kneepoint
