// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/model_shape.h"

#include <array>
#include <cstddef>
#include <span>

namespace kneepoint {

/// What a matrix of a layer computes. The latents of attention count as what is computed from them.
enum class MatrixRole { query, key, value, output, feed_forward };

/// Which side of a matrix tensor parallelism divides.
enum class DividedSide { none, out, in };

/// A kind of matrix of a layer.
struct LayerMatrix {
    MatrixRole role = MatrixRole::query;
    double out = 1, in = 1;
    double copies = 1;   ///< in the mean layer: 2 with a gate, a fraction of one that only some layers have
    bool expert = false; ///< of each routed expert of the layer
    bool shared = false; ///< of each shared expert
    bool source = false; ///< passed by the tokens of the source
    DividedSide divided = DividedSide::out;
    [[nodiscard]] double elements() const { return out * in; }
};

/// The matrices of a layer, without norms, router and embeddings.
class LayerMatrices {
public:
    /// Of a layer without experts, or of one with them.
    LayerMatrices(const ModelShape& model, bool experts);
    [[nodiscard]] std::span<const LayerMatrix> all() const& { return {m_all.data(), m_count}; }
    void all() const&& = delete; ///< the matrices would be gone

private:
    void add(const LayerMatrix& matrix) { m_all[m_count++] = matrix; }
    struct FeedForward {
        double width = 1, hidden = 1, share = 1;
        bool expert = false, shared = false;
    };
    void addFeedForward(const ModelShape& model, const FeedForward& of);
    void addMixers(const ModelShape& model);
    void addCrossing(const ModelShape& model);
    /// Two each for queries and for keys and values, one of output; two of a state; two of an indexer; of
    /// cross-attention, two each for queries and output and for keys and values; two each of routed experts, their
    /// latents and shared experts.
    static constexpr std::size_t most = 2 + 2 + 1 + 2 + 2 + 2 + 2 + 2 + 2 + 2;
    std::array<LayerMatrix, most> m_all{};
    std::size_t m_count = 0;
};

} // namespace kneepoint
