// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/encoder_decoders.h"

#include <cmath>

namespace kneepoint {
namespace {

/// Sizes of the two stacks of the library's translation models, and the parameters of their layers, with two norms, or
/// three in a decoder, of a weight and a bias each.
ConfigShape stacksOf(const ConfigKeys& keys, bool key_bias)
{
    ConfigShape m;
    m.hidden = keys.whole({"d_model"});
    m.encoder_layers = keys.whole({"encoder_layers"});
    m.layers = m.encoder_layers + keys.whole({"decoder_layers"});
    m.heads = m.kv_heads = keys.whole({"encoder_attention_heads"});
    m.head_width = m.heads > 0 ? std::floor(m.hidden / m.heads) : 0;
    m.ffn = keys.whole({"encoder_ffn_dim"});
    const double decoder_ffn = keys.whole({"decoder_ffn_dim"}, m.ffn);
    m.vocabulary = keys.whole({"vocab_size"});
    m.tied = keys.tied();
    for (const char* key : {"is_encoder_decoder", "scale_embedding", "num_hidden_layers"}) // say nothing more
        static_cast<void>(keys.has(key));
    const double decoder_heads = keys.whole({"decoder_attention_heads"}, m.heads);
    if (decoder_ffn != m.ffn || decoder_heads != m.heads)
        m.remarks.emplace_back("the decoder is computed with the widths of the encoder");
    const double attention = 4 * m.hidden * m.hidden + (key_bias ? 4 : 3) * m.hidden;
    const auto layer = [&](double attentions, double ffn) {
        return attentions * (attention + 2 * m.hidden) + (2 * m.hidden + 1) * ffn + 3 * m.hidden;
    };
    m.parameters = m.encoder_layers * layer(1, m.ffn) + (m.layers - m.encoder_layers) * layer(2, decoder_ffn);
    return m;
}

} // namespace

ConfigShape t5Shape(const ConfigKeys& keys)
{
    ConfigShape m = sharedShape(keys);
    constexpr double usual_input = 512, usual_buckets = 32;
    m.encoder_layers = m.layers;
    m.layers += keys.whole({"num_decoder_layers"}, m.layers);
    m.source_length = keys.wholeOr({"n_positions"}, usual_input);
    m.head_width = keys.whole({"d_kv"}, m.head_width);
    m.ffn = keys.whole({"d_ff"});
    m.gated = keys.text("feed_forward_proj").starts_with("gated");
    const double ffn = (m.gated ? 3 : 2) * m.hidden * m.ffn;
    const double attention = 4 * m.hidden * m.heads * m.head_width;
    const double buckets = keys.whole({"relative_attention_num_buckets"}, usual_buckets) * m.heads;
    const double decoder = m.layers - m.encoder_layers;
    m.parameters = m.encoder_layers * (attention + ffn + 2 * m.hidden) + decoder * (2 * attention + ffn + 3 * m.hidden)
        + 2 * buckets + 2 * m.hidden + embeddingWeights(m);
    return m;
}

ConfigShape bartShape(const ConfigKeys& keys)
{
    ConfigShape m = stacksOf(keys, true);
    constexpr double usual_input = 1024, position_offset = 2;
    const std::string type = keys.text("model_type");
    m.positions = m.source_length = keys.wholeOr({"max_position_embeddings"}, usual_input);
    const double stack_norm = 2 * m.hidden;
    double of_stack = 0; // tables of positions and norms outside of layers
    if (type == "bart" || type == "mbart")
        of_stack += (m.positions + position_offset) * m.hidden + stack_norm;
    else if (type != "m2m_100") // whose positions are computed
        of_stack += m.positions * m.hidden;
    if (type != "bart" && type != "marian")
        of_stack += stack_norm;
    m.parameters += 2 * of_stack + embeddingWeights(m);
    return m;
}

ConfigShape whisperShape(const ConfigKeys& keys)
{
    ConfigShape m = stacksOf(keys, false);
    constexpr double usual_source = 1500, usual_target = 448, usual_bands = 80, filter = 3;
    m.source_length = keys.wholeOr({"max_source_positions"}, usual_source);
    m.positions = keys.wholeOr({"max_target_positions"}, usual_target);
    const double bands = keys.whole({"num_mel_bins"}, usual_bands);
    const double convolutions = filter * m.hidden * (bands + m.hidden) + 2 * m.hidden;
    const double norms = 4 * m.hidden;
    m.parameters += convolutions + (m.source_length + m.positions) * m.hidden + norms + embeddingWeights(m);
    m.remarks.emplace_back("the convolutions before the encoder are counted, and take no time");
    return m;
}

} // namespace kneepoint
