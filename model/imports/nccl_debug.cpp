// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/nccl_debug.h"

#include "model/imports/line_reader.h"
#include "model/imports/text_fields.h"
#include "model/scenario/choices.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {

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
        m_nics = std::max(m_nics, static_cast<double>(std::ranges::count(line.substr(at), '[')));
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
    } else if (!m_infiniband.empty()) {
        observe(evidence, {"cluster.protocol", static_cast<double>(Protocol::rdma), m_infiniband});
    }
    if (!m_no_peers.empty())
        evidence.findings.push_back({"protocol-overhead", 0,
            "peer-to-peer access between the GPUs of a node is disabled, so their traffic crosses host memory; unset "
            "NCCL_P2P_DISABLE if the node supports it",
            m_no_peers});
    if (m_nics > 0)
        evidence.skipped.push_back(
            {m_infiniband, fmt::format("NCCL uses {} network {}", m_nics, m_nics == 1 ? "port" : "ports")});
    if (!m_no_multicast.empty())
        evidence.skipped.push_back({m_no_multicast, "NVLink SHARP (NVLS) is not available"});
}

std::string NcclDebug::summary() const
{
    if (!m_sockets.empty() && m_infiniband.empty() && m_plugin.empty())
        return "NCCL uses TCP sockets between the nodes";
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
