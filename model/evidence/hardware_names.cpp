// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/hardware_names.h"

#include <algorithm>
#include <cctype>

namespace kneepoint {

bool mentions(std::string_view text, std::string_view what)
{
    const auto same = [](char a, char b) { return std::tolower(a) == std::tolower(b); };
    return std::search(text.begin(), text.end(), what.begin(), what.end(), same) != text.end();
}

std::string_view gpuPresetOf(std::string_view name)
{
    struct Name {
        std::string_view part, id;
    };
    static constexpr Name names[] = {{"GB300", "gb300"}, {"GB200", "gb200"}, {"GH200", "gh200"}, {"B300", "b300-sxm"},
        {"B200", "b200-sxm"}, {"H200", "h200-sxm"}, {"H800", "h800-sxm"}, {"H100-PCIE", "h100-pcie"},
        {"H100", "h100-sxm"}, {"A100-SXM4-40", "a100-sxm-40"}, {"A100", "a100-sxm-80"},
        {"V100-SXM2-16", "v100-sxm2-16"}, {"V100", "v100-sxm2-32"}, {"P100", "p100-sxm2"}, {"L40S", "l40s"},
        {"RTX PRO 6000", "rtxpro6000"}, {"RTX 4090", "rtx4090"}, {"RTX 5090", "rtx5090"}, {"MI300X", "mi300x"},
        {"TPU v4", "tpu-v4"}, {"TPU v5e", "tpu-v5e"}, {"TPU v5p", "tpu-v5p"}, {"TPU v6e", "tpu-v6e"},
        {"TPU v3", "tpu-v3"}};
    for (const Name& n : names)
        if (mentions(name, n.part))
            return n.id;
    return {};
}

std::string_view networkPresetOf(std::string_view network, double gbps)
{
    if (mentions(network, "omni-path"))
        return "omnipath100";
    if (mentions(network, "slingshot"))
        return "slingshot200";
    if (mentions(network, "tcp"))
        return gbps > 10 || mentions(network, "100GbE") ? "eth100-tcp" : "eth10";
    if (mentions(network, "roce") || mentions(network, "ethernet"))
        return gbps >= 400 ? "roce400" : gbps >= 200 ? "roce200" : "roce100";
    return gbps >= 400 ? "ib-ndr" : gbps >= 100 ? "ib-hdr" : "ib-edr";
}

} // namespace kneepoint
