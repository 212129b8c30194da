// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/state_mixer.h"

#include "model/catalogue/architecture.h"
#include "model/constants/physics.h"
#include "model/scenario/scenario.h"

namespace kneepoint {
namespace {

constexpr double convolved_tokens = 4; ///< of the short convolution of both kinds

StateMixer deltaRule(const Workload& w)
{
    const double keys = w.linear_key_heads * w.linear_head_width;
    const double values = w.linear_heads * w.linear_head_width;
    StateMixer mixer;
    mixer.inputs = 2 * keys + 2 * values;
    mixer.per_head = 2 * w.linear_heads;
    mixer.outputs = values;
    mixer.flops = delta_rule_flops * values * w.linear_head_width;
    mixer.rate = delta_rule_rate;
    mixer.backward = delta_rule_backward;
    mixer.parameters = w.hidden * (mixer.inputs + mixer.per_head + values) + convolved_tokens * (2 * keys + values);
    return mixer;
}

StateMixer stateSpace(const Workload& w)
{
    const double inner = w.state_heads * w.state_head_width;
    const double convolved = inner + 2 * w.state_groups * w.state_size;
    constexpr double state_elements = 2; // 32 bits instead of 16
    StateMixer mixer;
    mixer.inputs = inner + convolved;
    mixer.per_head = w.state_heads;
    mixer.outputs = inner;
    mixer.kept = inner + state_elements * inner * w.state_size / state_space_chunk;
    mixer.traffic = 2 * convolved + 3 * inner; // convolution in and out; state's output, gate, gated output
    mixer.flops = state_space_flops * inner * w.state_size;
    mixer.rate = state_space_rate;
    mixer.backward = state_space_backward;
    mixer.parameters = w.hidden * (mixer.inputs + mixer.per_head + inner) + convolved_tokens * convolved
        + 3 * w.state_heads + inner; // decay, step and skip of each head, and a norm
    return mixer;
}

} // namespace

StateMixer stateMixerOf(const Workload& w)
{
    switch (otherMixer(w)) {
    case Mixer::delta_rule:
        return deltaRule(w);
    case Mixer::state_space:
        return stateSpace(w);
    case Mixer::full:
    case Mixer::encoder:
    case Mixer::cross:
    case Mixer::window:
    case Mixer::sparse:
    case Mixer::none:
        break;
    }
    return {};
}

} // namespace kneepoint
