// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/nccl_debug.h"

#include "model/imports/line_reader.h"
#include "model/scenario/choices.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kneepoint {

double portsIn(std::string_view using_ports)
{
    double ports = 0; // "[0]mlx5_0:1/IB [1]mlx5_2:1/RoCE [RO]; OOB eth0:…": a port has its number
    for (std::size_t at = using_ports.find('['); at != std::string_view::npos; at = using_ports.find('[', at + 1))
        ports += at + 1 < using_ports.size() && std::isdigit(static_cast<unsigned char>(using_ports[at + 1])) != 0;
    return ports;
}

void NcclDebug::take(std::string_view line, const std::string& place)
{
    if (!contains(line, "NCCL INFO") && !contains(line, "NCCL WARN"))
        return;
    ++m_lines;
    const auto note = [&](std::string& seen, std::initializer_list<std::string_view> texts) {
        for (const std::string_view text : texts)
            if (seen.empty() && contains(line, text))
                seen = place;
    };
    note(m_sockets, {"Using network Socket", "NET/Socket : Using"});
    note(m_infiniband, {"Using network IB", "NET/IB : Using"});
    note(m_plugin,
        {"Using network AWS Libfabric", "Using network Libfabric", "Using network GPUDirectTCPX",
            "Using network FasTrak", "Using network UCX"});
    note(m_no_device,
        {"NET/IB : No device found", "Failed to open libibverbs", "NCCL_IB_DISABLE set by environment to 1"});
    note(m_no_peers, {"NCCL_P2P_DISABLE set by environment to 1", "P2P is disabled", "P2P Chunksize set to 0"});
    note(m_no_multicast, {"NVLS multicast support is not available"});
    if (const std::size_t at = line.find("NET/IB : Using"); at != std::string_view::npos)
        m_nics = std::max(m_nics, portsIn(line.substr(at)));
    note(m_socket_chosen, {"Using network Socket"});
    note(m_infiniband_chosen, {"Using network IB"});
    note(m_no_direct,
        {"GPU Direct RDMA Disabled", "NCCL_NET_GDR_LEVEL set by environment to 0",
            "NCCL_NET_GDR_LEVEL set by environment to LOC"});
    note(m_shared_memory, {"via SHM"});
    note(m_peers, {"via P2P"});
    note(m_multicast_off, {"NCCL_NVLS_ENABLE set by environment to 0"});
}

void NcclDebug::addTo(Evidence& evidence) const
{
    if (!m_sockets.empty() && m_infiniband.empty() && m_plugin.empty()) {
        observe(evidence, {"cluster.protocol", static_cast<double>(Protocol::tcp), m_sockets});
        evidence.findings.push_back({"protocol-overhead", 0,
            fmt::format("NCCL uses TCP sockets between the nodes{}; check that the RDMA devices are visible to the job "
                        "(ibstat, NCCL_IB_DISABLE, NCCL_IB_HCA) and that libibverbs is installed",
                m_no_device.empty() ? "" : ", because it finds no InfiniBand device"),
            m_sockets});
    } else if (!m_infiniband.empty() && m_socket_chosen.empty()) {
        observe(evidence, {"cluster.protocol", static_cast<double>(Protocol::rdma), m_infiniband});
    }
    if (!m_socket_chosen.empty() && !m_infiniband_chosen.empty())
        evidence.findings.push_back({"protocol-overhead", 0,
            "some processes use TCP sockets and others InfiniBand, so a node or a container does not see its RDMA "
            "devices: compare ibstat and NCCL_IB_HCA of the nodes",
            m_socket_chosen});
    if (!m_no_direct.empty())
        evidence.findings.push_back({"protocol-overhead", 0,
            "GPUDirect RDMA is off, so traffic between nodes crosses host memory; check nvidia-peermem, "
            "NCCL_NET_GDR_LEVEL and that NIC and GPU share a PCIe switch",
            m_no_direct});
    if (!m_shared_memory.empty() && m_peers.empty() && m_no_peers.empty())
        evidence.findings.push_back({"protocol-overhead", 0,
            "GPUs of a node exchange data through shared memory of the host instead of peer to peer; check nvidia-smi "
            "topo -p2p r, ACS and the IOMMU",
            m_shared_memory});
    if (!m_no_peers.empty())
        evidence.findings.push_back({"protocol-overhead", 0,
            "peer-to-peer access between the GPUs of a node is disabled, so their traffic crosses host memory; unset "
            "NCCL_P2P_DISABLE if the node supports it",
            m_no_peers});
    if (m_nics > 0)
        evidence.skipped.push_back(
            {m_infiniband, fmt::format("NCCL uses {} network {}", m_nics, m_nics == 1 ? "port" : "ports")});
    if (!m_multicast_off.empty())
        evidence.skipped.push_back({m_multicast_off, "NVLink SHARP (NVLS) is switched off by NCCL_NVLS_ENABLE=0"});
    if (!m_no_multicast.empty())
        evidence.skipped.push_back({m_no_multicast, "NVLink SHARP (NVLS) is not available"});
}

std::string NcclDebug::summary() const
{
    if (!m_sockets.empty() && m_infiniband.empty() && m_plugin.empty())
        return "NCCL uses TCP sockets between the nodes";
    if (!m_socket_chosen.empty() && !m_infiniband_chosen.empty())
        return "NCCL uses TCP sockets in some processes and InfiniBand in others";
    if (!m_infiniband.empty())
        return m_nics > 0 ? fmt::format("NCCL uses {} RDMA {}", m_nics, m_nics == 1 ? "port" : "ports")
                          : "NCCL uses RDMA";
    if (!m_plugin.empty())
        return "NCCL uses the network plugin of a cloud";
    return "lines of NCCL that name no network";
}

bool isNcclDebug(std::string_view head)
{
    return contains(head, "NCCL INFO");
}

Result<Evidence> readNcclDebug(ByteSource& source)
{
    NcclDebug debug;
    LineReader lines(source);
    while (const auto line = lines.next())
        debug.take(*line, lines.place());
    if (debug.empty())
        return failure("has no line of NCCL_DEBUG=INFO");
    Evidence evidence;
    debug.addTo(evidence);
    if (evidence.settings.empty() && evidence.findings.empty() && evidence.skipped.empty())
        return failure("has lines of NCCL_DEBUG=INFO, but none that says which network or links NCCL uses");
    evidence.summary = debug.summary();
    return evidence;
}

} // namespace kneepoint
