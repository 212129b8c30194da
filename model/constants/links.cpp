// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/links.h"

#include "model/constants/constants_json.h"
#include "model/presets/preset_library.h"

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

template <auto Member> double& law(CollectiveLaw& l)
{
    return l.*Member;
}

template <auto Wire, auto Member> double& wire(CollectiveLaw& l)
{
    return (l.*Wire).*Member;
}

constexpr auto node = &CollectiveLaw::node;
constexpr auto host = &CollectiveLaw::host;
constexpr auto port = &CollectiveLaw::port;

constexpr LawConstant constants[] = {
    {"node.fill", &wire<node, &WireLaw::fill>},
    {"node.ll_latency", &wire<node, &WireLaw::ll_latency>},
    {"node.ll_rate", &wire<node, &WireLaw::ll_rate>},
    {"node.ll128_latency", &wire<node, &WireLaw::ll128_latency>},
    {"node.ll128_rate", &wire<node, &WireLaw::ll128_rate>},
    {"host.fill", &wire<host, &WireLaw::fill>},
    {"host.ll_latency", &wire<host, &WireLaw::ll_latency>},
    {"host.ll_rate", &wire<host, &WireLaw::ll_rate>},
    {"port.fill", &wire<port, &WireLaw::fill>},
    {"port.ll_latency", &wire<port, &WireLaw::ll_latency>},
    {"port.ll_rate", &wire<port, &WireLaw::ll_rate>},
    {"port.ll128_latency", &wire<port, &WireLaw::ll128_latency>},
    {"port.ll128_rate", &wire<port, &WireLaw::ll128_rate>},
    {"own_copy", &law<&CollectiveLaw::own_copy>},
    {"gather_rate", &law<&CollectiveLaw::gather_rate>},
    {"exchange_rate", &law<&CollectiveLaw::exchange_rate>},
    {"exchange_hops", &law<&CollectiveLaw::exchange_hops>},
    {"switch_hops", &law<&CollectiveLaw::switch_hops>},
    {"lockstep", &law<&CollectiveLaw::lockstep>},
    {"tree_hops", &law<&CollectiveLaw::tree_hops>},
    {"tree_growth", &law<&CollectiveLaw::tree_growth>},
    {"tree_rate", &law<&CollectiveLaw::tree_rate>},
    {"tree_fill", &law<&CollectiveLaw::tree_fill>},
    {"tree_channel", &law<&CollectiveLaw::tree_channel>},
    {"proxy", &law<&CollectiveLaw::proxy_s>},
    {"peer", &law<&CollectiveLaw::peer_s>},
    {"peer_growth", &law<&CollectiveLaw::peer_growth>},
    {"socket_peer", &law<&CollectiveLaw::socket_peer_s>},
};

struct Learned {
    LinkSet all;
    std::vector<ErrorKind> errors;
};

Learned readLearned()
{
    Learned learned;
    library::readFile("constants/links", [&](const Json& json) {
        learned.all = library::readLinks(json);
        learned.errors = library::readErrors(json.at("errors"));
    });
    return learned;
}

const Learned& learned()
{
    static const Learned all = readLearned();
    return all;
}

} // namespace

LinkSet library::readLinks(const nlohmann::ordered_json& json)
{
    LinkSet set;
    set.law.host.ll128_rate = 0;
    for (const LawConstant& c : constants)
        c.of(set.law) = json.at("law").at(std::string(c.name));
    set.links = library::readOwners(json.at("links"));
    return set;
}

std::span<const LawConstant> lawConstants()
{
    return constants;
}

std::vector<PresetValue> LinkSet::of(std::string_view preset) const
{
    return settingsOf(links, preset);
}

const LinkSet& fittedLinks()
{
    return learned().all;
}

std::span<const ErrorKind> linkErrors()
{
    return learned().errors;
}

} // namespace kneepoint
