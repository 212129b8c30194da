// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/layer_pattern.h"

#include "model/catalogue/layer_kinds.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

namespace kneepoint {
namespace {

constexpr std::size_t most_bytes = 4096;
constexpr std::string_view example = "write a cycle such as \"5 window 1024, 1 full\", or blocks such as \"M-M-M*-\"";

struct NamedMixer {
    std::string_view name;
    Mixer mixer;
    bool has_tokens;
};
constexpr NamedMixer named_mixers[] = {{"full", Mixer::full, false}, {"window", Mixer::window, true},
    {"sparse", Mixer::sparse, true}, {"delta", Mixer::delta_rule, false}, {"mamba", Mixer::state_space, false},
    {"encoder", Mixer::encoder, true}, {"cross", Mixer::cross, true}};

struct Run {
    double count = 1;
    Mixer mixer = Mixer::full;
    double tokens = 0; ///< of a window, of sparse attention or of a source; 0: not stated
};

std::vector<std::string_view> splitAt(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(separator, from), text.size());
        if (to > from || separator != ' ')
            parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

/// A whole number of 1 … 1 000 000 000.
std::optional<double> countOf(std::string_view text)
{
    constexpr long most = 1'000'000'000;
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
        return {};
    return static_cast<double>(value);
}

Result<Run> runOf(std::string_view text)
{
    const std::vector<std::string_view> words = splitAt(text, ' ');
    const auto wrong = [&](std::string_view why) {
        return failure(fmt::format("\"{}\" {}; {}", excerpt(std::string(text)), why, example));
    };
    if (words.size() < 2 || words.size() > 3)
        return wrong("is not a number and a kind of layer");
    const auto count = countOf(words[0]);
    if (!count)
        return wrong("does not begin with a number of layers");
    const auto* const named = std::ranges::find(named_mixers, words[1], &NamedMixer::name);
    if (named == std::end(named_mixers))
        return wrong("is none of the kinds full, window, sparse, delta, mamba, encoder and cross");
    Run run{*count, named->mixer};
    if (words.size() < 3)
        return run;
    const auto tokens = countOf(words[2]);
    if (!named->has_tokens || !tokens)
        return wrong(named->has_tokens ? "has no whole number of tokens" : "has a number that its kind does not have");
    run.tokens = *tokens;
    return run;
}

/// The settings of a model whose layers without full attention are of this kind.
Edit mixerSettings(const Workload& w, Mixer other, double tokens)
{
    constexpr double usual_window = 4096, usual_index_heads = 64, expansion = 2; // Mistral, DeepSeek-V3.2, Mamba-2
    const auto heads = [&](Mixer kind, double now, double usual) {
        return other == kind ? (now > 0 ? now : std::max(1.0, std::round(usual))) : 0;
    };
    const bool makes_linear = other == Mixer::delta_rule && w.linear_heads <= 0;
    Edit edit{
        {&parameter("workload.attention_window"),
            other != Mixer::window       ? 0
                : tokens > 0             ? tokens
                : w.attention_window > 0 ? w.attention_window
                                         : usual_window},
        {&parameter("workload.linear_heads"), heads(Mixer::delta_rule, w.linear_heads, w.heads)},
        {&parameter("workload.state_heads"),
            heads(Mixer::state_space, w.state_heads, expansion * w.hidden / w.state_head_width)},
        {&parameter("workload.parallel_mixers"), 0},
        {&parameter("workload.index_heads"), heads(Mixer::sparse, w.index_heads, usual_index_heads)},
    };
    if (makes_linear)
        edit.push_back({&parameter("workload.linear_key_heads"), w.heads});
    if (other == Mixer::sparse && tokens > 0)
        edit.push_back({&parameter("workload.index_keys"), tokens});
    return edit;
}

Result<Edit> checked(Edit edit)
{
    for (const Setting& setting : edit)
        if (const auto fine = checkValue(*setting.parameter, setting.value); !fine)
            return failure(fmt::format("{}: {}", setting.parameter->label, fine.error().message));
    return edit;
}

/// Adds the tokens of the source that layers attend to behind an encoder of so many layers.
Result<Edit> withSource(Edit edit, double length, double encoder)
{
    edit.push_back({&parameter("workload.source_length"), length});
    edit.push_back({&parameter("workload.encoder_layers"), encoder});
    return checked(std::move(edit));
}
Result<Edit> withoutSource(Edit edit)
{
    return withSource(std::move(edit), 0, 0);
}

/// "24 encoder 512, 24 cross", or "1 cross 512" where the source is given.
Result<Edit> sourceEdit(const std::vector<Run>& runs, const Workload& w)
{
    constexpr double usual_source = 512; // T5, and the texts of diffusion transformers
    const bool encodes = runs.front().mixer == Mixer::encoder;
    const bool fits = runs.size() == (encodes ? 2 : 1) && runs.back().mixer == Mixer::cross;
    if (!fits)
        return failure("layers with cross-attention (cross) are all of the layers behind those of an encoder: write "
                       "\"24 encoder 512, 24 cross\", or \"1 cross 512\" without an encoder");
    const double encoder = encodes ? runs.front().count : 0;
    const double stated = std::max(runs.front().tokens, runs.back().tokens);
    if (encodes && runs.back().tokens > 0 && runs.back().tokens != stated)
        return failure(
            fmt::format("the source has {} or {} tokens, not both", runs.front().tokens, runs.back().tokens));
    Edit edit = mixerSettings(w, Mixer::full, 0);
    if (encodes)
        edit.push_back({&parameter("workload.layers"), encoder + runs.back().count});
    edit.push_back({&parameter("workload.full_attention_every"), 1});
    edit.push_back({&parameter("workload.full_attention_layers"), 0});
    edit.push_back({&parameter("workload.feed_forward_layers"), 0});
    const double length = stated > 0 ? stated : w.source_length > 0 ? w.source_length : usual_source;
    return withSource(std::move(edit), length, encoder);
}

Result<Edit> cycleEdit(std::string_view text, const Workload& w)
{
    std::vector<Run> runs;
    for (const std::string_view part : splitAt(text, ',')) {
        const Result<Run> run = runOf(part);
        if (!run)
            return tl::unexpected(run.error());
        runs.push_back(*run);
    }
    const auto crosses = [](const Run& run) { return run.mixer == Mixer::encoder || run.mixer == Mixer::cross; };
    if (std::ranges::any_of(runs, crosses))
        return sourceEdit(runs, w);
    double length = 0, tokens = 0;
    Mixer other = Mixer::full;
    for (const Run& run : runs) {
        length += run.count;
        if (run.mixer == Mixer::full)
            continue;
        if ((other != Mixer::full && other != run.mixer) || (tokens > 0 && run.tokens > 0 && tokens != run.tokens))
            return failure(fmt::format("besides full attention, layers are of one kind, not of {} and {}",
                other == run.mixer ? fmt::format("{} tokens", tokens) : std::string(mixerName(other)),
                other == run.mixer ? fmt::format("{} tokens", run.tokens) : std::string(mixerName(run.mixer))));
        other = run.mixer;
        tokens = std::max(tokens, run.tokens);
    }
    if (length > w.layers)
        return failure(fmt::format("a cycle of {} layers is longer than the model, which has {}", length, w.layers));
    double full = 0, in_cycle = 0;
    for (double at = 0; at < w.layers;)
        for (const Run& run : runs) {
            const double layers = std::min(run.count, w.layers - at);
            full += run.mixer == Mixer::full ? layers : 0;
            in_cycle += at < length && run.mixer == Mixer::full ? run.count : 0;
            at += layers;
        }
    const bool regular = in_cycle == 1 && full == std::floor(w.layers / length);
    Edit edit = mixerSettings(w, other, tokens);
    const bool none_else = other == Mixer::full;
    edit.push_back({&parameter("workload.full_attention_every"), none_else ? 1 : regular ? length : 0});
    edit.push_back({&parameter("workload.full_attention_layers"), none_else || regular ? 0 : full});
    edit.push_back({&parameter("workload.feed_forward_layers"), 0});
    return withoutSource(std::move(edit));
}

Result<Edit> blockEdit(std::string_view letters, const Workload& w)
{
    double full = 0, others = 0, dense = 0, experts = 0;
    Mixer other = Mixer::full;
    for (const char letter : letters) {
        switch (letter) {
        case '*':
            ++full;
            continue;
        case '-':
            if (experts > 0)
                return failure("feed-forward blocks (-) come before blocks with experts (E)");
            ++dense;
            continue;
        case 'E':
            ++experts;
            continue;
        case 'M':
        case 'G':
        case 'D':
            break;
        case '|':
        case '/':
            return failure(fmt::format(
                "\"{}\" is not read here: pipeline stages and MTP depths are parameters of their own", letter));
        default:
            return failure(fmt::format(
                "\"{}\" is none of the letters M, G, D, *, - and E; {}", excerpt(std::string(1, letter)), example));
        }
        const Mixer kind = letter == 'M' ? Mixer::state_space : letter == 'G' ? Mixer::delta_rule : Mixer::sparse;
        if (other != Mixer::full && other != kind)
            return failure(fmt::format(
                "besides attention (*), blocks are of one kind, not of {} and {}", mixerName(other), mixerName(kind)));
        other = kind;
        ++others;
    }
    if (full + others <= 0 || dense + experts <= 0)
        return failure("blocks of one part need a mixer (M, G, D or *) and a feed-forward (- or E)");
    if (experts > 0 && w.experts <= 1)
        return failure("E needs experts, and the model has none");
    Edit edit = mixerSettings(w, other, 0);
    edit.push_back({&parameter("workload.layers"), full + others + dense + experts});
    edit.push_back({&parameter("workload.feed_forward_layers"), dense + experts});
    edit.push_back({&parameter("workload.full_attention_layers"), other == Mixer::full ? 0 : full});
    edit.push_back({&parameter("workload.full_attention_every"), other == Mixer::full ? 1.0 : 0.0});
    if (w.experts > 1)
        edit.push_back({&parameter("workload.dense_layers"), dense});
    return withoutSource(std::move(edit));
}

char letterOf(const LayerKind& kind)
{
    switch (kind.mixer) {
    case Mixer::full:
    case Mixer::encoder:
    case Mixer::cross:
    case Mixer::window:
        return '*';
    case Mixer::sparse:
        return 'D';
    case Mixer::delta_rule:
        return 'G';
    case Mixer::state_space:
        return 'M';
    case Mixer::none:
        break;
    }
    return kind.feed_forward == FeedForward::experts ? 'E' : '-';
}

std::string runText(double count, Mixer mixer, const Workload& w)
{
    const auto* const named = std::ranges::find(named_mixers, mixer, &NamedMixer::mixer);
    const double tokens = mixer == Mixer::window           ? w.attention_window
        : mixer == Mixer::sparse                           ? w.index_keys
        : mixer == Mixer::encoder || mixer == Mixer::cross ? w.source_length
                                                           : 0;
    return tokens > 0 ? fmt::format("{} {} {}", count, named->name, tokens) : fmt::format("{} {}", count, named->name);
}

} // namespace

Result<Edit> parseLayerPattern(std::string_view text, const Workload& w)
{
    if (w.kind != ModelKind::transformer)
        return failure("a generic model has no layers");
    const auto from = text.find_first_not_of(' ');
    if (from == std::string_view::npos)
        return failure(fmt::format("a pattern of layers is empty; {}", example));
    text = text.substr(from, text.find_last_not_of(' ') + 1 - from);
    if (text.size() > most_bytes)
        return failure(fmt::format("a pattern of layers has at most {} characters", most_bytes));
    return text.front() >= '0' && text.front() <= '9' ? cycleEdit(text, w) : blockEdit(text, w);
}

std::string layerPatternText(const Workload& w)
{
    if (w.feed_forward_layers > 0) {
        std::string letters;
        for (const LayerKind& kind : layerKinds(w))
            letters += letterOf(kind);
        return letters;
    }
    if (const double encoder = encoderLayers(w); encoder > 0)
        return fmt::format("{}, {} cross", runText(encoder, Mixer::encoder, w), w.layers - encoder);
    if (hasSource(w))
        return runText(1, Mixer::cross, w);
    const Mixer other = otherMixer(w);
    const double full = std::round(fullAttentionShare(w) * w.layers);
    if (other == Mixer::full || full >= w.layers)
        return "1 full";
    if (full <= 0)
        return runText(1, other, w);
    if (w.full_attention_layers > 0)
        return fmt::format("{}, {}", runText(w.layers - full, other, w), runText(full, Mixer::full, w));
    return fmt::format("{}, {}", runText(w.full_attention_every - 1, other, w), runText(1, Mixer::full, w));
}

} // namespace kneepoint
