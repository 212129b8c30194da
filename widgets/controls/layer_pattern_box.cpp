// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/layer_pattern_box.h"

#include "model/catalogue/layer_pattern.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/layer_strip.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int indent = 14; ///< under the names of parameters

/// "■ 23 state space", colored; nothing of a kind that no layer has.
void addKind(QStringList& colored, QStringList& plain, qsizetype count, std::string_view name, const QColor& color)
{
    if (count <= 0)
        return;
    plain << QStringLiteral("%1 %2").arg(count).arg(toQString(name));
    colored << QStringLiteral("<span style=\"color:%1\">■</span> %2").arg(color.name(), plain.back().toHtmlEscaped());
}

} // namespace

LayerPatternBox::LayerPatternBox(QWidget* parent)
    : QWidget(parent)
    , m_strip(new LayerStrip)
    , m_kinds(new QLabel)
    , m_text(new QLineEdit)
{
    m_kinds->setWordWrap(true);
    m_kinds->setTextFormat(Qt::RichText);
    setRoleFont(*m_kinds, FontRole::small);
    m_text->setAccessibleName(tr("Layer pattern"));
    m_text->setToolTip(tr("A cycle of layers, for example \"5 window 1024, 1 full\", with the kinds full, window, "
                          "sparse, delta and mamba; or an encoder and its decoder, \"24 encoder 512, 24 cross\", with "
                          "the tokens of the source; or a letter for each block of one part: M state space, G Gated "
                          "DeltaNet, D sparse attention, * attention, - feed-forward, E experts."));
    connect(m_text, &QLineEdit::editingFinished, this, &LayerPatternBox::takeText);
    auto* column = columnIn(this, {indent, 2, 0, 4}, 4);
    column->addWidget(m_strip);
    column->addWidget(m_kinds);
    column->addWidget(m_text);
}

void LayerPatternBox::showModel(const Workload& workload)
{
    if (workload == m_workload && !m_shown.isEmpty())
        return;
    m_workload = workload;
    m_shown = workload.kind == ModelKind::transformer ? toQString(layerPatternText(workload)) : QString();
    m_strip->setLayers(layerKinds(workload));
    m_text->setText(m_shown);
    m_text->setCursorPosition(0);
    describe();
}

void LayerPatternBox::describe()
{
    const ThemeMode mode = modeOf(palette());
    const std::vector<LayerKind>& layers = m_strip->layers();
    QStringList colored, plain;
    for (const Mixer mixer : {Mixer::full, Mixer::window, Mixer::sparse, Mixer::delta_rule, Mixer::state_space,
             Mixer::encoder, Mixer::cross})
        addKind(colored, plain, std::ranges::count(layers, mixer, &LayerKind::mixer), mixerName(mixer),
            mixerColor(mixer, mode));
    for (const FeedForward part : {FeedForward::dense, FeedForward::experts})
        addKind(colored, plain, std::ranges::count(layers, part, &LayerKind::feed_forward), feedForwardName(part),
            feedForwardColor(part, mode));
    m_sentence = plain.join(QStringLiteral(" · "));
    m_kinds->setText(colored.join(QStringLiteral(" &nbsp; ")));
    m_strip->setAccessibleDescription(m_sentence);
}

void LayerPatternBox::takeText()
{
    const QString text = m_text->text().trimmed();
    if (text == m_shown)
        return describe();
    const Result<Edit> edit = parseLayerPattern(text.toStdString(), m_workload);
    if (edit) {
        m_shown = text;
        emit patternEdited(*edit);
        return;
    }
    m_sentence = toQString(edit.error().message);
    m_kinds->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                         .arg(theme(modeOf(palette())).warning.name(), m_sentence.toHtmlEscaped()));
}

void LayerPatternBox::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        describe();
}

} // namespace kneepoint
