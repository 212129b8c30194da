// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_lens.h"

#include "widgets/charts/kit/words.h"
#include "widgets/text.h"

#include <algorithm>

namespace kneepoint {
namespace {

constexpr std::size_t named_parts = 4;
constexpr std::size_t named_hidden = 2;
constexpr double shown_share = 1e-4; ///< of the step

/// Short enough for a column of labels.
QString nameOf(Part part)
{
    switch (part) {
    case Part::tensor_comm:
        return translated("tensor parallel");
    case Part::context_comm:
        return translated("context parallel");
    case Part::data_comm:
        return translated("gradient sync");
    default:
        return toQString(partLabel(part));
    }
}

double secondsOf(const LensBar& bar, Part part, bool hidden)
{
    for (const LensBar::Piece& piece : bar.pieces)
        if (piece.part == part && piece.hidden == hidden)
            return piece.seconds;
    return 0;
}

QString shareOf(double seconds, const LensBar& bar)
{
    return toQString(formatShare(seconds / bar.step_s));
}

LensLabel labelOf(const LensBar::Piece& piece, const LensBar& bar, const LensBar* before)
{
    LensLabel label{piece.part, piece.hidden, piece.seconds, (piece.from + piece.to) / 2,
        piece.name.isEmpty() ? nameOf(piece.part) : piece.name, toQString(piece.seconds, Unit::seconds), {}};
    const bool also_hidden = secondsOf(bar, piece.part, !piece.hidden) > 0;
    if (piece.hidden)
        label.name = translated("%1, hidden").arg(label.name);
    else if (also_hidden)
        label.name = translated("%1, exposed").arg(label.name);
    if (!piece.hidden && bar.step_s > 0)
        label.value += QStringLiteral(" · ") + shareOf(piece.seconds, bar);
    if (before)
        label.change = changeOf(piece.seconds, secondsOf(*before, piece.part, piece.hidden));
    return label;
}

/// The indices of the largest pieces, in the order of the bar.
std::vector<std::size_t> largest(const LensBar& bar, bool hidden, std::size_t count)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < bar.pieces.size(); ++i)
        if (bar.pieces[i].hidden == hidden)
            found.push_back(i);
    std::ranges::stable_sort(found, std::ranges::greater{}, [&](std::size_t i) { return bar.pieces[i].seconds; });
    found.resize(std::min(count, found.size()));
    std::ranges::sort(found);
    return found;
}

} // namespace

LensBar lensBar(const StepReport& step, const QString& title)
{
    LensBar bar{title, {}, step.step_s, 0};
    double above = 0;
    for (std::size_t i = 0; i < part_count; ++i) {
        const PartTime& time = step.parts[i];
        const auto part = static_cast<Part>(i);
        if (time.exposed_s > 0)
            bar.pieces.push_back({part, false, time.exposed_s, above, above + time.exposed_s});
        above += std::max(0.0, time.exposed_s);
        if (time.hidden_s > shown_share * step.step_s) {
            bar.pieces.push_back({part, true, time.hidden_s, -bar.hidden_s, -bar.hidden_s - time.hidden_s});
            bar.hidden_s += time.hidden_s;
        }
    }
    return bar;
}

std::vector<LensBar> measuredBars(const Measured& measured)
{
    const auto bar = [&](const QString& title, double MeasuredPart::*seconds) {
        LensBar made;
        for (const MeasuredPart& part : measured.parts) {
            if (part.*seconds > 0)
                made.pieces.push_back(
                    {part.like, false, part.*seconds, made.step_s, made.step_s + part.*seconds, toQString(part.label)});
            made.step_s += part.*seconds;
        }
        made.title = title;
        return made;
    };
    return {bar(translated("predicted"), &MeasuredPart::predicted_s),
        bar(translated("◇ measured"), &MeasuredPart::measured_s)};
}

std::vector<LensLabel> lensLabels(const LensBar& bar, const LensBar* before)
{
    std::vector<LensLabel> labels;
    labels.reserve(bar.pieces.size());
    const std::vector<std::size_t> named = largest(bar, false, named_parts);
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < bar.pieces.size(); ++i)
        if (!bar.pieces[i].hidden && std::ranges::find(named, i) == named.end())
            rest.push_back(i);
    for (const std::size_t i : named)
        labels.push_back(labelOf(bar.pieces[i], bar, before));
    if (rest.size() == 1)
        labels.push_back(labelOf(bar.pieces[rest.front()], bar, before));
    if (rest.size() > 1) {
        LensLabel others{std::nullopt, false, 0, 0, translated("%1 others").arg(rest.size()), {}, {}};
        for (const std::size_t i : rest) {
            const LensBar::Piece& piece = bar.pieces[i];
            others.seconds += piece.seconds;
            others.middle += piece.seconds * (piece.from + piece.to) / 2;
        }
        others.middle /= others.seconds;
        others.value = toQString(others.seconds, Unit::seconds);
        if (bar.step_s > 0)
            others.value += QStringLiteral(" · ") + shareOf(others.seconds, bar);
        labels.push_back(others);
    }
    std::ranges::stable_sort(labels, std::ranges::greater{}, &LensLabel::middle);
    for (const std::size_t i : largest(bar, true, named_hidden))
        labels.push_back(labelOf(bar.pieces[i], bar, before));
    return labels;
}

} // namespace kneepoint
