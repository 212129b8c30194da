// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/architecture.h"

#include <string_view>
#include <vector>

namespace kneepoint {

/// What a layer has behind its mixer.
enum class FeedForward { dense, experts, none };

struct LayerKind {
    Mixer mixer = Mixer::full;
    FeedForward feed_forward = FeedForward::dense;
    bool operator==(const LayerKind&) const = default;
};

/// "full attention", "sliding window", "state space"; "no mixer".
[[nodiscard]] std::string_view mixerName(Mixer mixer);
/// "feed-forward", "experts", "no feed-forward".
[[nodiscard]] std::string_view feedForwardName(FeedForward feed_forward);

/// The layers of the model from the first to the last. Those with full attention end the cycles; where only their
/// number is known, as of single feed-forward blocks, they lie evenly among the others. At most 10 000 layers.
[[nodiscard]] std::vector<LayerKind> layerKinds(const Workload& w);

} // namespace kneepoint
