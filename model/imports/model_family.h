// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// How many parameters the models of a family have, by the keys of their config.json. Counts are those of the
/// transformers library: tied weights once, buffers, quantization scales and multi-token prediction not at all.
namespace kneepoint {

/// A language model as its config.json describes it. Counts are whole numbers, exact up to 2^53.
struct ConfigShape {
    double layers = 0, hidden = 0, heads = 0, kv_heads = 0, head_width = 0, ffn = 0, vocabulary = 0;
    double positions = 0; ///< longest sequence
    bool gated = false, tied = false, causal = true, parallel_block = false;
    double experts = 1, top_k = 1, shared_experts = 0, expert_groups = 1, top_groups = 1;
    double dense_layers = 0, dense_ffn = 0; ///< of a mixture
    double query_latent = 0, key_latent = 0;
    double window = 0;     ///< of the layers without full attention; 0: all tokens
    double full_every = 2; ///< of the layers, every n-th has full attention; 0: none
    double expert_every = 1;
    bool gated_attention = false;
    double linear_heads = 0, linear_key_heads = 1, linear_head_width = 128; ///< of linear attention; 0 heads: none
    double full_layers = 0;         ///< with full attention, where these are not in cycles; 0: by full_every
    double feed_forward_layers = 0; ///< of blocks with one part each; 0: every layer has both
    double state_heads = 0, state_head_width = 64, state_size = 128, state_groups = 1; ///< of a state space
    bool parallel_mixers = false;
    double index_heads = 0, index_head_width = 128, index_keys = 2048; ///< of sparse attention
    double expert_hidden = 0;                                          ///< 0: the hidden size
    double encoder_layers = 0, source_length = 0; ///< of the layers, the first ones, and what these read
    double parameters = 0;
    double active = 0;                ///< 0: all
    std::vector<std::string> remarks; ///< what the settings do not show
};

/// Weights of query, key, value and output, without biases.
[[nodiscard]] double attentionWeights(const ConfigShape& m);
/// Multi-head latent attention (DeepSeek-V2, section 2.1), norms of the latents included. `rope`: width of the part of
/// a head that positions rotate.
[[nodiscard]] double latentAttention(const ConfigShape& m, double rope, double value_width);
/// Weights of the embedding, and of the output unless it is tied.
[[nodiscard]] double embeddingWeights(const ConfigShape& m);

struct ModelFamily {
    std::string_view model_type;
    bool tied_by_default = false;
    ConfigShape (*shape)(const class ConfigKeys&) = nullptr;
};
/// nullptr if the model_type is unknown.
[[nodiscard]] const ModelFamily* findModelFamily(std::string_view model_type);
/// The value of a key that configs of a family leave out; nothing if the library has no default for it.
[[nodiscard]] std::optional<double> omittedDefault(std::string_view model_type, std::string_view key);
/// What a config of a family that is not known leaves out.
struct FamilyTraits {
    bool tied = false, parallel_block = false;
};
[[nodiscard]] FamilyTraits traitsOf(std::string_view model_type);
/// What such a config has that its counts would leave out, as the rest of a sentence: "has state-space layers …"; empty
/// if nothing.
[[nodiscard]] std::string uncountedReason(const class ConfigKeys& keys);
/// Counts of a family that is not known, by its keys: experts, latent attention, a plain feed-forward, blocks that
/// differ.
[[nodiscard]] ConfigShape estimatedShape(const class ConfigKeys& keys);
/// What families share: attention of query, key, value and output, an embedding, and nothing of the feed-forward.
[[nodiscard]] ConfigShape sharedShape(const class ConfigKeys& keys);
/// Llama's counts, for estimates.
[[nodiscard]] const ModelFamily& estimateFamily();

/// The keys of a config, with their ranges checked; the first error is kept.
class ConfigKeys {
public:
    ConfigKeys(const nlohmann::ordered_json& config, const ModelFamily& family);

    /// A whole number of 0 … 10 million under the first of the names that is present, or the default; required if the
    /// default is negative. Null counts as absent.
    [[nodiscard]] double whole(std::initializer_list<const char*> names, double otherwise = -1) const;
    [[nodiscard]] bool flag(const char* name, bool otherwise) const;
    [[nodiscard]] bool has(const char* name) const;
    [[nodiscard]] std::string text(const char* name) const;
    /// The same of a key that the count may do without: out of range counts as absent.
    [[nodiscard]] double wholeOr(std::initializer_list<const char*> names, double otherwise) const;
    /// The first of the names that is present; empty if none is.
    [[nodiscard]] std::string present(std::initializer_list<const char*> names) const;
    [[nodiscard]] const nlohmann::ordered_json& config() const { return m_config; }
    /// What was taken from the library's defaults of the family: "vocab_size 262208".
    [[nodiscard]] const std::vector<std::string>& omitted() const { return m_omitted; }
    /// Length of a list of numbers smaller than `most`; 0 if absent.
    [[nodiscard]] double listed(const char* name, double most) const;
    [[nodiscard]] bool tied() const;
    /// Keys that were not asked for and may change the model, in the order of the file.
    [[nodiscard]] std::vector<std::string> unread() const;
    /// Empty if every key so far was there and in range.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    const nlohmann::ordered_json& m_config;
    [[nodiscard]] const nlohmann::ordered_json& member(const char* name) const;

    bool m_tied_by_default;
    mutable std::set<std::string, std::less<>> m_read;
    std::string_view m_type; ///< of the family
    mutable std::string m_problem;
    mutable std::vector<std::string> m_omitted;
};

/// The sizes, or why they are none of a model whose parameters can be counted: a key's problem, or no layers, no width.
[[nodiscard]] Result<ConfigShape> checkedShape(ConfigShape m, const ConfigKeys& keys);

} // namespace kneepoint
