// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/layer_kinds.h"

#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// Whether the i-th of `all` is one of `chosen` that lie evenly among them.
bool isChosen(double i, double chosen, double all)
{
    return all > 0 && std::floor((i + 1) * chosen / all) > std::floor(i * chosen / all);
}

/// The mixer of the i-th layer that has one.
Mixer mixerAt(const Workload& w, double i)
{
    if (hasSource(w))
        return i < encoderLayers(w) ? Mixer::encoder : Mixer::cross;
    const Mixer other = otherMixer(w);
    if (other == Mixer::full)
        return Mixer::full;
    const double mixers = mixerLayers(w);
    const double full = std::round(fullAttentionShare(w) * w.layers);
    const bool in_cycles = w.full_attention_layers <= 0 && !w.parallel_mixers;
    if (!in_cycles)
        return isChosen(i, full, mixers) && !(other == Mixer::state_space && w.parallel_mixers) ? Mixer::full : other;
    return w.full_attention_every > 0 && std::fmod(i + 1, w.full_attention_every) == 0 ? Mixer::full : other;
}

FeedForward feedForwardAt(const Workload& w, double layer)
{
    const double leading = std::max(w.dense_layers, encoderLayers(w));
    if (w.experts <= 1 || layer < leading)
        return FeedForward::dense;
    return std::fmod(layer - leading + 1, w.expert_every) == 0 ? FeedForward::experts : FeedForward::dense;
}

} // namespace

std::string_view mixerName(Mixer mixer)
{
    switch (mixer) {
    case Mixer::full:
        return "full attention";
    case Mixer::encoder:
        return "encoder attention";
    case Mixer::cross:
        return "self- and cross-attention";
    case Mixer::window:
        return "sliding window";
    case Mixer::sparse:
        return "sparse attention";
    case Mixer::delta_rule:
        return "linear attention";
    case Mixer::state_space:
        return "state space";
    case Mixer::none:
        break;
    }
    return "no mixer";
}

std::string_view feedForwardName(FeedForward feed_forward)
{
    switch (feed_forward) {
    case FeedForward::dense:
        return "feed-forward";
    case FeedForward::experts:
        return "experts";
    case FeedForward::none:
        break;
    }
    return "no feed-forward";
}

std::vector<LayerKind> layerKinds(const Workload& w)
{
    constexpr double most = 10000;
    const double layers = std::clamp(w.layers, 0.0, most);
    const bool single = w.feed_forward_layers > 0;
    const double feeding = feedForwardLayers(w);
    std::vector<LayerKind> kinds;
    kinds.reserve(static_cast<std::size_t>(layers));
    double mixers = 0, feeds = 0;
    for (double layer = 0; layer < layers; ++layer) {
        if (!single) {
            kinds.push_back({mixerAt(w, layer), feedForwardAt(w, layer)});
        } else if (isChosen(layer, feeding, w.layers)) {
            kinds.push_back(
                {Mixer::none, w.experts > 1 && feeds >= w.dense_layers ? FeedForward::experts : FeedForward::dense});
            ++feeds;
        } else {
            kinds.push_back({mixerAt(w, mixers), FeedForward::none});
            ++mixers;
        }
    }
    return kinds;
}

} // namespace kneepoint
